package htmlout

import _ "embed"

// stylesheet makes the output pleasant to read: on a screen in light and dark,
// on a phone, on paper. It fetches nothing.
//
//go:embed style.css
var stylesheet string

// compactStylesheet is what the minifier makes of it, once and not in each
// process: go test -update writes the file.
//
//go:embed style.min.css
var compactStylesheet string

// pagesStylesheet is the part of the second stylesheet that all facsimiles have in common.
//
//go:embed pages.css
var pagesStylesheet string

// compactPagesStylesheet is what the minifier makes of it.
//
//go:embed pages.min.css
var compactPagesStylesheet string

// pagesMedium is where pages are shown: where one can be, and nobody has asked for colours of
// his own. Text that lies transparent on drawn letters would be seen twice in those, and a
// page in a narrow window goes beyond it on both sides (WCAG 1.4.10); the document flows then.
const pagesMedium = "print,(min-width:30rem) and (forced-colors:none)"

// pagesCSS is the whole second stylesheet.
func pagesCSS(o *Options) string {
	common := pagesStylesheet
	if o.Minify {
		common = compactPagesStylesheet
	}
	return "@media " + pagesMedium + "{\n" + common + "\n" + o.Pages.CSS() + "}\n"
}

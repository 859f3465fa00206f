package htmlout

import (
	_ "embed"
	"strings"
)

// Stylesheets as they are written and as the minifier makes them, once and not in each process:
// go test -update writes those. They fetch nothing.
var (
	// baseStylesheet is what the classes of the writer mean, whatever the document looks like.
	//go:embed style.css
	baseStylesheet string
	//go:embed style.min.css
	compactBaseStylesheet string

	// lookStylesheet makes a document pleasant to read: on a screen in light and dark, on a
	// phone, on paper.
	//go:embed look.css
	lookStylesheet string
	//go:embed look.min.css
	compactLookStylesheet string

	// plainStylesheet is what theme plain has otherwise.
	//go:embed plain.css
	plainStylesheet string
	//go:embed plain.min.css
	compactPlainStylesheet string
)

// styles is the whole first stylesheet: that of the theme, and that of the caller behind it.
func (o *Options) styles() string {
	parts := []string{baseStylesheet, lookStylesheet, plainStylesheet}
	between := "\n"
	if o.Minify {
		parts, between = []string{compactBaseStylesheet, compactLookStylesheet, compactPlainStylesheet}, ""
	}
	switch o.Theme {
	case NoTheme:
		parts = parts[:1]
	case Reader:
		parts = parts[:2]
	}
	if o.Stylesheet != "" {
		parts = append(parts, o.Stylesheet)
		between = "\n"
	}
	return strings.Join(parts, between)
}

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

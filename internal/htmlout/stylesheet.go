package htmlout

import (
	_ "embed"
	"strings"
)

// Style sheets, as they are written by hand and as the minifier makes them. go test -update writes the minified
// ones, so that processes need not. They load nothing.
var (
	// baseStylesheet gives the classes of the writer their meaning, in every theme.
	//go:embed style.css
	baseStylesheet string
	//go:embed style.min.css
	compactBaseStylesheet string

	// lookStylesheet makes a document pleasant to read: on a screen in light and dark, on a phone, on paper.
	//go:embed look.css
	lookStylesheet string
	//go:embed look.min.css
	compactLookStylesheet string

	// plainStylesheet is what the theme plain changes.
	//go:embed plain.css
	plainStylesheet string
	//go:embed plain.min.css
	compactPlainStylesheet string
)

// styles returns the whole first style sheet: that of the theme, and behind it that of the caller.
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

// pagesStylesheet is the part of the second style sheet that all facsimiles have in common.
//
//go:embed pages.css
var pagesStylesheet string

// compactPagesStylesheet is the minified form of it.
//
//go:embed pages.min.css
var compactPagesStylesheet string

// pagesMedium says where pages are shown: where there is room for one, and the user has not chosen colours of his
// own. With forced colours, transparent text on drawn letters would be seen twice. In a narrow window a page would
// reach beyond both sides (WCAG 1.4.10). There the document flows.
const pagesMedium = "print,(min-width:30rem) and (forced-colors:none)"

// pagesCSS returns the whole second style sheet.
func pagesCSS(o *Options) string {
	common := pagesStylesheet
	if o.Minify {
		common = compactPagesStylesheet
	}
	return "@media " + pagesMedium + "{\n" + common + "\n" + o.Pages.CSS() + "}\n"
}

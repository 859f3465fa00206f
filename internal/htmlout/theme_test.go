package htmlout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	caps "github.com/pagelift/pagelift/internal/limits"
)

func TestThemes(t *testing.T) {
	t.Parallel()
	css := func(o htmlout.Options) string {
		out, err := htmlout.Write(t.Context(), sample(), o)
		require.NoError(t, err)
		return out.CSS
	}
	for _, minify := range []bool{false, true} {
		reader := css(htmlout.Options{Minify: minify})
		plain := css(htmlout.Options{Minify: minify, Theme: htmlout.Plain})
		none := css(htmlout.Options{Minify: minify, Theme: htmlout.NoTheme})
		require.True(t, strings.HasPrefix(plain, reader), "plain is reader with other tokens")
		require.True(t, strings.HasPrefix(reader, none), "all have what classes mean")
		require.NotContains(t, none, "--ink")
		require.NotRegexp(t, `(?m)^ *div\.formula *\{[^}]*(margin:|margin-inline|margin-left)`, strings.ReplaceAll(none, "}", "}\n"),
			"where displays stand across the page is for the theme: their column is in its middle")
		require.Contains(t, none, ".labels")
		const own = ".mine { color: red }"
		require.Equal(t, none+"\n"+own, css(htmlout.Options{Minify: minify, Theme: htmlout.NoTheme, Stylesheet: own}))
		require.True(t, strings.HasSuffix(css(htmlout.Options{Minify: minify, Stylesheet: own}), "\n"+own), "it comes last, and counts")
	}
	for _, theme := range []htmlout.Theme{htmlout.Reader, htmlout.Plain, htmlout.NoTheme} {
		require.NoError(t, htmlout.CheckStylesheet(css(htmlout.Options{Theme: theme, Minify: true})), "ours fetch nothing")
	}
}

func TestForeignStylesheetsFetchNothing(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"", "p { color: red }", "@media print { a[href]::after { content: \" (\" attr(href) \")\" } }",
		`a { background: url(data:image/png;base64,AA==) } b { mask: url("#x") }`, `.a\:b { color: red }`, "@font-face { font-family: x; src: local(Georgia) }", "/* a comment */",
		"<!-- p { color: red } -->", "@layer a, b; @media print { p { color: red } @page { margin: 0 } } /* end */\n",
	} {
		require.NoError(t, htmlout.CheckStylesheet(good), good)
	}
	for name, bad := range map[string]string{
		"import":                "@import 'https://evil.example/a.css';",
		"import of other case":  "@IMPORT url(a.css);",
		"escaped import":        `@\69mport 'a.css';`,
		"address":               "p { background: url(https://evil.example/a.png) }",
		"address in quotes":     `p { background: url( "//evil.example/a.png" ) }`,
		"relative address":      "p { background: url(a.png) }",
		"escaped url":           `p { background: u\72l(https://evil.example/) }`,
		"escaped url in hex":    `p { background: \75 \72 \6c (https://evil.example/) }`,
		"backslash in url":      `p { background: u\rl(https://evil.example/) }`,
		"image-set":             `p { background: image-set("https://evil.example/a.png" 1x) }`,
		"prefixed image-set":    `p { background: -webkit-image-set("a.png" 1x) }`,
		"src":                   `@font-face { src: src("https://evil.example/f") }`,
		"escaped data":          `p { background: url(\64 ata:x) }`,
		"bad address":           "p { background: url(data: a b) }",
		"no end of address":     "p { background: url(data:x",
		"another image-set":     `p { background: -o-image-set("a.png" 1x) }`,
		"letter before url":     "p { background: \u0080url(a.png) }",
		"rule without a block":  "p { color: red } .mine",
		"selector that goes on": "p,",
		"media without a block": "p { color: red } @media print",
		"semicolon in selector": "p { color: red } b;",
		"charset not ended":     "@charset 'utf-8'",
		"backslash at the end":  "p { color: red }\\",
		"open block":            "@media screen { p { color: red }",
		"closes what is not":    "} p { color: red }",
		"wrong bracket":         "p { color: rgb(1, 2, 3] }",
		"open comment":          "p { color: red } /* and",
		"open string":           "p::before { content: \"x",
		"line end in a string":  "p::before { content: \"x\n\" }",
		"no UTF-8":              "p { color: \xff }",
		"nul":                   "p { color: \x00 }",
		"too large":             strings.Repeat(" ", caps.StylesheetBytes+1),
	} {
		require.Error(t, htmlout.CheckStylesheet(bad), name)
	}
}

func FuzzCheckStylesheet(f *testing.F) {
	for _, seed := range []string{"p { color: red }", "@import 'a'", `p { background: u\72l(a) }`, "url(", "/*", "\"", "}", "@media (x) { [a] {} }"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sheet string) {
		if htmlout.CheckStylesheet(sheet) == nil {
			require.NoError(t, htmlout.CheckStylesheet(sheet+"\np { color: red }"), "what stands behind it is not in it")
		}
	})
}

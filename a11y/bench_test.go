package a11y_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// BenchmarkCheck measures what a check adds to a conversion. It checks a long and a short document as the
// converter writes them, and the same in a form that the HTML parser has to read.
func BenchmarkCheck(b *testing.B) {
	sample, err := os.ReadFile("../internal/htmlout/testdata/sample_minified.html")
	require.NoError(b, err)
	long := book(2000)
	for name, html := range map[string]string{
		"sample": string(sample), "2000 pages": long, "2000 pages, parsed": strings.ReplaceAll(long, "<p>", "<P>"),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(html)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := a11y.Check(b.Context(), html, a11y.Options{Stylesheet: sheet})
				require.NoError(b, err)
			}
		})
	}
}

// sheet returns a style sheet with selectors and conditions like those of our own.
func sheet(string) (string, bool) {
	return `:root{--ink:#1c1d21;--paper:#fdfdfb;--faint:#5c5f66;--link:#0b57a4}
@media(prefers-color-scheme:dark){:root{--ink:#e6e5e1;--paper:#17181b}}
html{font:100%/1.6 Georgia,serif;color:var(--ink);background:var(--paper)}
h1{font-size:2rem}h2{font-size:1.5rem}header p{color:var(--faint)}a{color:var(--link)}
table{font-size:.95em}th{background:#f1f1ee}[role=doc-footnote]{color:var(--faint)}li>ul{margin:0}
.overline>mo:last-child{position:absolute}
:not([role=doc-footnote])+[role=doc-footnote]{margin-top:2em}@media print{:root{--ink:#000}}`, true
}

// book returns a document as the converter writes them: 3 KB and 110 elements a page.
func book(pages int) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width,initial-scale=1"><title>A book</title>` +
		`<link rel="stylesheet" href="style.css"></head><body><main><h1 id="h-1">A book</h1>`)
	for page := range pages {
		fmt.Fprintf(&b, `<a id="page-%d" role="doc-pagebreak" aria-label="Page %d"></a><section><h2 id="h-%d">Of matters &amp; things %d</h2>`,
			page+1, page+1, page+2, page)
		for range 4 {
			fmt.Fprintf(&b, `<p>%s <em>here</em> and <a href="https://example.org/%d">there</a>, said <strong>twice</strong>.</p>`,
				strings.Repeat("It is a truth that a page is full of words. ", 9), page)
		}
		b.WriteString(`<ul><li>one</li><li>two <code>three</code></li><li>four</li></ul>` +
			`<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">Count</th><th scope="col">Sum</th></tr></thead><tbody>`)
		for row := range 20 {
			fmt.Fprintf(&b, `<tr><td>Row %d</td><td>%d</td><td>%d</td></tr>`, row, page, page*row)
		}
		b.WriteString(`</tbody></table></div></section>`)
	}
	b.WriteString(`</main></body></html>`)
	return b.String()
}

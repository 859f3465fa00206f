package a11y_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// FuzzCheck checks any bytes as a document with any bytes as its style sheet. The outcome is a report or a typed
// error. It is the same both times, and the report has each rule once.
func FuzzCheck(f *testing.F) {
	for _, seed := range [][2]string{
		{`<!doctype html><html lang=en><title>a</title><link rel=stylesheet href=a><p class=a>b<p>c`, `.a+p:not(:is(#b,.c)){color:red;background:linear-gradient(red,#000 3em)}`},
		{`<table><tr><th rowspan=65534 colspan=1000>a<td headers=b><tr><td rowspan=0>`, `@media not (orientation:portrait){td{transform:rotate(90deg)}}`},
		{`<svg><style>a</style></svg><math><mi>x</math><template><p></template><details><summary>a<summary>b`, `:root{--a:var(--b,1px);--b:var(--a)}p{font:var(--a)}`},
		{`<a href="#b" style="letter-spacing:0!important">c</a><font color=red size=-9><b hidden></font>`, `@layer a{a{color:light-dark(#fff,#000)}}b{c{&{d:e}}`},
		{`<ul>a<li><dl><dd><div><dt></dl><h6 role=heading aria-level=9>`, `p:nth-child(-2n + 3 of a)::before{background:url(a`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, html, css string) {
		opts := a11y.Options{AAA: true, MaxElements: 2000, Stylesheet: func(string) (string, bool) { return css, true }}
		first, err := a11y.Check(t.Context(), html, opts)
		if err != nil {
			require.ErrorAs(t, err, new(*a11y.Error))
			return
		}
		second, err := a11y.Check(t.Context(), html, opts)
		require.NoError(t, err)
		require.Equal(t, first, second)
		results := len(first.Passes) + len(first.Inapplicable)
		require.GreaterOrEqual(t, results+len(first.Violations)+len(first.Incomplete), len(a11y.Rules()))
		require.True(t, first.HTMLScore >= 0 && first.HTMLScore <= 100)
	})
}

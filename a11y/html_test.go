package a11y_test

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// statusIn returns the status of a criterion in a report as HTML.
func statusIn(t *testing.T, html, criterion string) string {
	t.Helper()
	row := regexp.MustCompile(`(?s)<tr><th scope="row">(?:<a href="[^"]*">)?` + regexp.QuoteMeta(criterion) + ` .*?</tr>`).FindString(html)
	require.NotEmpty(t, row, criterion)
	cells := regexp.MustCompile(`<td>([^<]*)</td>`).FindAllStringSubmatch(row, -1)
	require.Len(t, cells, 3)
	return cells[2][1]
}

func TestReportForPeople(t *testing.T) {
	t.Parallel()
	r, err := a11y.Check(t.Context(), `<!DOCTYPE html><html lang="en"><title>A</title><main><h1>A</h1><p style="color:#999">faint words</p><img src="a.png"></main>`, a11y.Options{})
	require.NoError(t, err)
	write := func() string {
		var b strings.Builder
		require.NoError(t, r.WriteHTML(&b, `<script>"a".html`))
		return b.String()
	}
	html := write()
	require.NotContains(t, html, `<script>`, "names are escaped")
	require.Equal(t, "Broken", statusIn(t, html, "1.1.1"))
	require.Equal(t, "Broken", statusIn(t, html, "1.4.3"))
	require.Equal(t, "Holds", statusIn(t, html, "3.1.1"))
	require.Equal(t, "To be judged by a person", statusIn(t, html, "2.4.6"))
	require.Contains(t, statusIn(t, html, "2.3.1"), "Not applicable", "the document has no scripts")
	require.Contains(t, statusIn(t, html, "1.4.12"), "To be judged by a person")
	require.Contains(t, html, "line 1, column")
	require.Contains(t, html, "the contrast is 2.85")

	again, err := a11y.Check(t.Context(), html, a11y.Options{})
	require.NoError(t, err)
	require.Empty(t, again.Violations, "the report itself breaks no rule")
	require.Empty(t, again.Incomplete)

	active, err := a11y.Check(t.Context(), `<!DOCTYPE html><html lang="en"><title>A</title><main><h1 onclick="go()">A</h1><video src="a"></video><input aria-label="A"></main>`, a11y.Options{})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, active.WriteHTML(&b, "a.html"))
	for _, criterion := range []string{"1.2.2", "2.3.1", "3.3.1"} {
		require.Contains(t, statusIn(t, b.String(), criterion), "To be judged by a person", criterion)
	}

	r.Assess(&a11y.Source{Format: "PDF 1.7", Pages: 1, Whole: true})
	html = write()
	require.Contains(t, statusIn(t, html, "2.3.1"), "Not applicable", "a converted document has no scripts")
	require.Contains(t, statusIn(t, html, "3.3.1"), "Not applicable")
	require.Contains(t, statusIn(t, html, "1.2.2"), "no audio")
}

// animatedPNG returns a data address with the beginning of a PNG file of that many pictures.
func animatedPNG(pictures byte) string {
	file := "\x89PNG\r\n\x1a\n" + "\x00\x00\x00\x0dIHDR" + strings.Repeat("\x00", 13+4) + "\x00\x00\x00\x08acTL\x00\x00\x00" + string(rune(pictures)) + "\x00\x00\x00\x00crc." + "\x00\x00\x00\x00IDATcrc."
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(file))
}

// TestCriteriaThatApply checks pages that have what a criterion is about, and pages that do not.
func TestCriteriaThatApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body      string
		criterion string
		applies   bool
	}{
		{`<p>Text</p>`, "2.2.2", false},
		{`<p>Text</p>`, "1.4.13", false},
		{`<p>Text</p>`, "2.2.1", false},
		{`<p>Text</p>`, "2.1.2", false},
		{`<p>Text</p>`, "3.3.1", false},
		{`<p>Text</p>`, "1.2.1", false},
		{`<marquee>Text</marquee>`, "2.2.2", true},
		{`<blink>Text</blink>`, "2.3.1", true},
		{`<svg><rect><animate attributeName="x" to="9"/></rect></svg>`, "2.2.2", true},
		{`<svg><rect><animateTransform attributeName="x" to="9"/></rect></svg>`, "2.3.1", true},
		{`<svg><rect/></svg>`, "2.2.2", false},
		{`<svg><script>go()</script></svg>`, "2.1.2", true},
		{`<svg><style>rect { animation: a 1s }</style><rect/></svg>`, "2.2.2", true},
		{`<img alt="A" src="a.gif">`, "2.2.2", true},
		{`<img alt="A" src="a.GIF?b=1#c">`, "2.3.1", true},
		{`<img alt="A" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`, "2.2.2", true},
		{`<img alt="A" src="` + animatedPNG(1) + `">`, "2.2.2", false},
		{`<img alt="A" src="` + animatedPNG(2) + `">`, "2.2.2", true},
		{`<img alt="A" src="` + strings.Replace(animatedPNG(2), ",i", ",%69", 1) + `">`, "2.3.1", true},
		{`<div style="background:url(` + animatedPNG(2) + `)">Text</div>`, "2.2.2", true},
		{`<img alt="A" src="data:image/png;base64,iVBORw0KGgo=">`, "2.2.2", false},
		{`<img alt="A" src="picture?id=1">`, "2.2.2", true},
		{`<img alt="A" src="a.svg">`, "2.2.2", true},
		{`<img alt="A" src="a.png" srcset="b.png 1x, c.webp 2x">`, "2.2.2", true},
		{`<picture><source srcset="a.avif"><img alt="A" src="a.png"></picture>`, "2.2.2", true},
		{`<svg><image href="a.gif"/></svg>`, "2.2.2", true},
		{`<img alt="A" src="a.png"><img alt="B" src="data:image/jpeg;base64,AA=="><img alt="C" src="c.jpg?d">`, "2.2.2", false},
		{`<div style="background:url(a.gif)">Text</div>`, "2.2.2", true},
		{`<style>div { background: url("a.gif") }</style>`, "2.2.2", true},
		{`<style>div { background: url(a.png) }</style>`, "2.2.2", false},
		{`<a href="javascript:go()">Go</a>`, "2.1.2", true},
		{`<a href=" Java&#10;Script:go()">Go</a>`, "2.1.2", true},
		{`<a href="javascript.html">Go</a>`, "2.1.2", false},
		{`<form action="javascript:go()"></form>`, "3.2.2", true},
		{`<p onclick="go()">Text</p>`, "2.5.2", true},
		{`<style>@keyframes a { to { left: 9px } } p { animation: a 1s infinite }</style>`, "2.2.2", true},
		{`<style>p { anim\61tion-name: a }</style>`, "2.2.2", true},
		{`<style>@media print { p { -webkit-animation: var(--a) } }</style>`, "2.2.2", true},
		{`<p style="Animation: a 1s">Text</p>`, "2.2.2", true},
		{`<style>p { animation: none !important }</style>`, "2.2.2", false},
		{`<style>.tip:hover > p { display: block }</style>`, "1.4.13", true},
		{`<style>p { &:focus-within { a { opacity: 1 } } }</style>`, "1.4.13", true},
		{`<style>p:hover::after { content: "more" }</style>`, "1.4.13", true},
		{`<style>a:hover { color: red; text-decoration: underline } p { display: block }</style>`, "1.4.13", false},
		{`<style>@import "a.css";</style>`, "1.4.13", true},
		{`<link rel="stylesheet" href="a.css">`, "2.2.2", true},
		{`<link rel="stylesheet" href="a.css">`, "1.4.13", true},
		{`<div contenteditable>Text</div>`, "3.3.2", true},
		{`<div contenteditable="false">Text</div>`, "3.3.3", false},
		{`<div role="textbox">Text</div>`, "3.3.1", true},
		{`<meta http-equiv="Refresh" content="9;url=a.html">`, "2.2.1", true},
		{`<iframe title="A" src="a.html"></iframe>`, "1.2.2", true},
		{`<object data="a.pdf"></object>`, "3.3.1", true},
		{`<video src="a.mp4"></video>`, "2.3.1", true},
		{`<audio src="a.mp3"></audio>`, "1.4.2", true},
		{`<template><video src="a.mp4"></video></template>`, "1.2.2", true},
	} {
		page := `<!DOCTYPE html><html lang="en"><title>A</title><main><h1>A</h1>` + c.body + `</main>`
		r, err := a11y.Check(t.Context(), page, a11y.Options{})
		require.NoError(t, err)
		status := func() string {
			var b strings.Builder
			require.NoError(t, r.WriteHTML(&b, "a.html"))
			return statusIn(t, b.String(), c.criterion)
		}
		require.Equal(t, c.applies, !strings.Contains(status(), "Not applicable"), "%s %s", c.criterion, c.body)
		r.Assess(&a11y.Source{Format: "PDF 1.7", Pages: 1, Whole: true})
		pictures := strings.Contains(c.body, "img") || strings.Contains(c.body, "image") || strings.Contains(c.body, "url(")
		require.Equal(t, c.applies && !pictures, !strings.Contains(status(), "Not applicable"), "a converted document, whose pictures do not move: %s", c.body)
	}
}

package dom

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// dump returns a tree as text for comparison: everything that rules can see of it.
func dump(t *Tree) string {
	var b strings.Builder
	for n := range t.Count() {
		e := t.At(n)
		fmt.Fprintf(&b, "%d %d<%d %s %d next %d %x", n, e.Space, e.Parent, t.Name(n), e.Tag, e.Next, e.Flags&^HasEndTag)
		var attrs []string // the parser orders the attributes of some elements in its own way
		for key, value := range t.Attrs(n) {
			attrs = append(attrs, fmt.Sprintf("%s=%q", key, value))
		}
		slices.Sort(attrs)
		fmt.Fprintf(&b, " %s", attrs)
		if text := strings.TrimSpace(Squeeze(t.OwnText(n))); text != "" {
			fmt.Fprintf(&b, " %q", text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// manyElements is more than any document of these tests has.
const manyElements = 1 << 20

// document wraps the content of a body.
func document(body string) string {
	return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>T &amp; u</title></head>\n<body>" + body + "</body></html>\n"
}

var regular = map[string]string{
	"paragraphs and inline elements": `<p id="a" class="b c">One <em>two <strong>three</strong></em> &amp; four<br>five</p><hr>`,
	"lists in lists":                 `<ul><li>a<ol start="3"><li>b</li></ol></li><li><p>c</p></li></ul><menu><li>d</li></menu>`,
	"descriptions":                   `<dl><dt>a</dt><dd><p>b</p></dd><div><dt>c</dt><dd>d</dd></div></dl>`,
	"a table with all its parts": `<table> <caption>C</caption> <colgroup><col span="2"></colgroup> <thead><tr><th scope="col">A</th></tr></thead>
<tbody><tr><td>1 <table><tbody><tr><td>x</td></tr></tbody></table></td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>`,
	"a form":            `<form action="x"><label for="i">L</label><input id="i" type="text" disabled><select><optgroup label="g"><option value="1">a</option></optgroup><option selected>b &lt; c</option></select><textarea>` + "\n" + `x &amp; <b>y</b></textarea><button>go</button></form>`,
	"comments in texts": `<p>a<!-- <b>no</b> & -->b</p>`,
	"formulas":          `<p><math display="block"><mrow><mi>x</mi><mo>&lt;</mo><mspace/><mn>1</mn></mrow></math></p>`,
	"drawings": `<div><svg class="g" aria-hidden="true" width="8" viewBox="0 0 6 7"><defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0"/></linearGradient><clipPath id="b"><path d="m0 0z"></path></clipPath></defs>` +
		`<g clip-path="url(#b)"><text x="1">a &lt; b<tspan>c</tspan></text><image href="a.png" preserveAspectRatio="none"/></g></svg></div><p>a<svg/>b<svg role="img"><use href="#c"/></svg></p>`,
	"style and script":             `<style>p > a { color: red }</style><script>if (a < b && c) d("&amp;")</script>`,
	"single quotes":                `<p title='say "x" &quot;'>a</p>`,
	"references without semicolon": `<p title="a&copy=1&amp;b&ltx">a &copy b &notit; &#65 &</p>`,
	"preformatted text":            "<pre>\n a\n</pre><ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>",
	"four equal inline elements":   `<p><b><b><b><b>x</b></b></b></b> <a href="#x">l</a></p><p>y</p>`,
	"details":                      `<details><summary>s</summary><p>t</p></details><datalist id="d"><option value="v"></option></datalist>`,
	"inline around blocks":         `<em><p>a</p><div>b</div></em><a href="x"><h2>h</h2></a>`,
}

func TestScanGivesTheTreeOfTheParser(t *testing.T) {
	t.Parallel()
	for name, body := range regular {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := document(body)
			fast, ok := scan(src, manyElements)
			require.True(t, ok, "scan gave up")
			slow, err := parse(src, manyElements)
			require.NoError(t, err)
			require.Equal(t, dump(slow), dump(fast))
			for n := range fast.Count() {
				require.Equal(t, fast.offset(n), slow.offset(n), "position of element %d", n)
			}
		})
	}
}

// What the writer of this module makes must be regular; otherwise a check costs three times as much.
func TestScanReadsAllOutputOfConversions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../convert/testdata/*.html")
	require.NoError(t, err)
	more, err := filepath.Glob("../../../internal/htmlout/testdata/*.html")
	require.NoError(t, err)
	files = append(files, more...)
	require.NotEmpty(t, files)
	for _, name := range files {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		fast, ok := scan(string(src), manyElements)
		require.True(t, ok, name)
		slow, err := parse(string(src), manyElements)
		require.NoError(t, err)
		require.Equal(t, dump(slow), dump(fast), name)
	}
}

func TestScanGivesUpWhereTheParserRepairs(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a block in a paragraph":       `<p>a<div>b</div></p>`,
		"a paragraph not closed":       `<div><p>a</div>`,
		"misnested inline elements":    `<b>a<i>b</b>c</i>`,
		"a list item in no list":       `<div><li>a</li></div>`,
		"text in a table":              `<table>x<tbody></tbody></table>`,
		"rows without a body":          `<table><tr><td>x</td></tr></table>`,
		"a link in a link":             `<a href="x">a<em><a href="y">b</a></em></a>`,
		"a heading in a heading":       `<h1>a<h2>b</h2></h1>`,
		"a form in a form":             `<form><div><form></form></div></form>`,
		"an attribute written twice":   `<p id="a" id="b">x</p>`,
		"upper case":                   `<P>x</P>`,
		"values without quotes":        `<p id=a>x</p>`,
		"a slash on an HTML element":   `<div/>`,
		"a stray less-than sign":       `<p>a < b</p>`,
		"a stray end tag":              `</p>`,
		"a template":                   `<template><p>x</p></template>`,
		"HTML in a formula":            `<math><mtext><b>x</b></mtext></math>`,
		"a breakout of a formula":      `<math><p>x</p></math>`,
		"HTML in a drawing":            `<svg><foreignObject><p>x</p></foreignObject></svg>`,
		"a title of a drawing":         `<svg><title>x</title></svg>`,
		"a breakout of a drawing":      `<svg><p>x</p></svg>`,
		"a drawing in lower case":      `<svg><clippath/></svg>`,
		"an attribute in lower case":   `<svg viewbox="0 0 1 1"></svg>`,
		"an attribute in capitals":     `<svg viewBox="0 0 1 1" ID="x"></svg>`,
		"a namespace of an attribute":  `<svg><use xlink:href="#a"/></svg>`,
		"capitals in HTML":             `<p>a<clipPath/></p>`,
		"a formula in a drawing":       `<svg><math></math></svg>`,
		"a second body":                `<body class="x">`,
		"a script with a comment":      `<script><!-- <script> </script> --></script>`,
		"a comment of another form":    `<!--> x -->`,
		"a declaration in the body":    `<!DOCTYPE html>`,
		"a NUL":                        "<p>a\x00b</p>",
		"a noscript":                   `<noscript><p>x</p></noscript>`,
		"an element of its own":        `<my-element>x</my-element>`,
		"elements in a select":         `<select><div>x</div></select>`,
		"a button in a button":         `<button><span><button>x</button></span></button>`,
		"an option that is not a text": `<select><option><b>x</b></option></select>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, ok := scan(document(body), manyElements)
			require.False(t, ok)
			_, err := parse(document(body), manyElements)
			require.NoError(t, err)
		})
	}
}

func FuzzScan(f *testing.F) {
	for _, body := range regular {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		src := document(body)
		fast, ok := scan(src, manyElements)
		if !ok {
			return
		}
		slow, err := parse(src, manyElements)
		if err != nil {
			t.Fatalf("scan reads what the parser does not: %v", err)
		}
		if want, got := dump(slow), dump(fast); want != got {
			t.Errorf("the trees differ\nparser:\n%s\nscan:\n%s", want, got)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	var body strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&body, `<p>Some text of a document, <code>code</code> and <a href="#sec-%d">a link</a>, followed by more text.</p>`, i)
	}
	src := document(body.String())
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := scan(src, manyElements); !ok {
			b.Fatal("gave up")
		}
	}
}

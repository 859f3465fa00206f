package epub_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/epub"
	"github.com/pagelift/pagelift/internal/testkit"
)

const modified = "2026-03-01T12:00:00Z"

func book(t *testing.T, body string, assets ...epub.Asset) *epub.Book {
	t.Helper()
	at, err := time.Parse(time.RFC3339, modified)
	require.NoError(t, err)
	return &epub.Book{HTML: `<!DOCTYPE html><html lang="en"><body><main><article>` + body + `</article></main><div class="page-furniture" hidden><p>12</p></div></body></html>`, Assets: assets, Title: "Foxes & hens", Language: "en", Author: "Ann Fox", Modified: at}
}

// files are the files of a book by name; the first two names show their order.
func files(t *testing.T, b *epub.Book) (map[string]string, []string) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, epub.Write(&out, b))
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	list, names := map[string]string{}, []string(nil)
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		list[f.Name], names = string(data), append(names, f.Name)
	}
	return list, names
}

func TestContainer(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, epub.Write(&out, book(t, "<p>Text</p>")))
	data := out.Bytes()
	require.Equal(t, "mimetypeapplication/epub+zip", string(data[30:58]), "the first file is stored, without extra fields")
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.Equal(t, zip.Store, z.File[0].Method)

	var again bytes.Buffer
	require.NoError(t, epub.Write(&again, book(t, "<p>Text</p>")))
	require.Equal(t, data, again.Bytes(), "the same bytes each time")
}

func TestFlow(t *testing.T) {
	t.Parallel()
	list, names := files(t, book(t, `<span id="page-1" role="doc-pagebreak" title="Page xii"></span>`+
		`<section><h1 id="4-foxes">4 Foxes<br>and hens</h1><p id="n0" data-page="3" data-box="1 2 3 4;4:1 2 3 4" lang="de">A &amp; B<br><a href="#fn-1" role="doc-noteref">1</a> <a href="https://fox.example/">x</a></p>`+
		`<p aria-describedby="fn-1 gone"><img src="assets/a b.png" alt="" loading="lazy" decoding="async"></p>`+
		`<aside id="fn-1" role="doc-footnote"><p>Note.</p></aside></section>`+
		`<section><h3 id="deep">Deep</h3><span><math alttext="x"><mi>x</mi></math></span><input type="checkbox" checked></section><section><h2>No name</h2></section>`,
		epub.Asset{Name: "assets/a b.png", MediaType: "image/png", Data: []byte("png")}))
	require.Equal(t, []string{"mimetype", "META-INF/container.xml", "EPUB/package.opf", "EPUB/contents.xhtml", "EPUB/style.css", "EPUB/part-1.xhtml", "EPUB/assets/a b.png"}, names)
	flow := list["EPUB/part-1.xhtml"]
	for _, want := range []string{
		`lang="en" xml:lang="en"`, `<h1 id="n-4-foxes">4 Foxes<br/>and hens</h1>`, `<p id="n0" data-page="3" data-box="1 2 3 4;4:1 2 3 4" lang="de" xml:lang="de">A &amp; B`,
		`<a href="part-1.xhtml#fn-1" role="doc-noteref" epub:type="noteref">1</a>`, `<aside id="fn-1" role="doc-footnote" epub:type="footnote">`,
		`title="Page xii" epub:type="pagebreak" aria-label="Page xii"`, `<p aria-describedby="fn-1"><img src="assets/a b.png" alt=""/></p>`,
		`<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x"><mi>x</mi></math>`, `<input type="checkbox" checked=""/>`,
	} {
		require.Contains(t, flow, want)
	}
	require.NotContains(t, flow, "page-furniture")
	contents := list["EPUB/contents.xhtml"]
	require.Contains(t, contents, `<ol><li><a href="part-1.xhtml#n-4-foxes">4 Foxes and hens</a><ol><li><a href="part-1.xhtml#deep">Deep</a></li><li><a href="part-1.xhtml#heading-3">No name</a></li></ol></li></ol>`)
	require.Contains(t, contents, `<li><a href="part-1.xhtml#page-1">xii</a></li>`)
	opf := list["EPUB/package.opf"]
	for _, want := range []string{
		"<dc:title>Foxes &amp; hens</dc:title>", "<dc:language>en</dc:language>", "<dc:creator>Ann Fox</dc:creator>", `<meta property="dcterms:modified">` + modified,
		`href="part-1.xhtml" media-type="application/xhtml+xml" properties="mathml scripted"`, `href="assets/a%20b.png" media-type="image/png"`,
		"accessModeSufficient\">textual", "accessibilityFeature\">pageBreakMarkers", "accessibilityFeature\">MathML", "accessibilityFeature\">alternativeText",
	} {
		require.Contains(t, opf, want)
	}
}

// A picture without a text that stands for it is said to be one.
func TestPicturesWithoutAlternatives(t *testing.T) {
	t.Parallel()
	list, _ := files(t, book(t, `<img class="unnamed" src="assets/a.png" alt="Image on page 1">`, epub.Asset{Name: "assets/a.png", MediaType: "image/png"}))
	require.NotContains(t, list["EPUB/package.opf"], "alternativeText")
	require.NotContains(t, list["EPUB/package.opf"], "accessModeSufficient")
	require.Contains(t, list["EPUB/package.opf"], "Some pictures have no text")
}

// What a facsimile adds for the eye is no part of a book, nor are the files of it.
func TestFacsimilesFlow(t *testing.T) {
	t.Parallel()
	list, names := files(t, book(t, `<section class="pg p0"><div class="in"><svg class="g z1"><image href="assets/b.png"/></svg><p><span class="l x">1.</span><span class="l s0" id="a">Text</span><span class="k l">…</span></p><div class="formula"><span class="m"><span id="eq-1">x</span></span><i>y</i></div><p><a href="#eq-1">1</a></p>`+
		`<img src="assets/a.png" alt="A fox"><div class="rest">7</div></div></section><nav class="leaves">Pages</nav>`,
		epub.Asset{Name: "assets/a.png", MediaType: "image/png"}, epub.Asset{Name: "assets/b.png", MediaType: "image/png"}, epub.Asset{Name: "assets/f0.woff2", MediaType: "font/woff2"}))
	require.Contains(t, list["EPUB/part-1.xhtml"], `<p><span class="l s0" id="a">Text</span></p><div class="formula" id="eq-1"><i>y</i></div><p><a href="part-1.xhtml#eq-1">1</a></p><img src="assets/a.png" alt="A fox"/></div></section>`)
	require.NotContains(t, list["EPUB/part-1.xhtml"], "svg")
	require.NotContains(t, list["EPUB/package.opf"], "woff2")
	require.Equal(t, []string{"EPUB/part-1.xhtml", "EPUB/assets/a.png"}, names[5:])
}

// A long document is cut where its sections begin, and links lead from file to file.
func TestChapters(t *testing.T) {
	t.Parallel()
	section := func(id, more string) string {
		return `<section><h1 id="` + id + `">` + id + `</h1><p>` + strings.Repeat("Foxes live in the wood. ", 1200) + `</p>` + more + `</section>`
	}
	list, names := files(t, book(t, section("one", `<p><a href="#two">two</a></p>`)+section("two", `<p aria-labelledby="one"><a href="#one">one</a></p>`)+"<section>"+strings.Repeat(section("inner", ""), 12)+"</section>"))
	require.Contains(t, list["EPUB/part-1.xhtml"], `<a href="part-2.xhtml#two">`)
	require.Contains(t, list["EPUB/part-2.xhtml"], `<p><a href="part-1.xhtml#one">`, "no reference to an id of another file")
	parts := slices.DeleteFunc(names, func(n string) bool { return !strings.Contains(n, "part-") })
	require.Len(t, parts, 14, "what is larger than a file is taken apart")
}

// TestHostile: whatever the page holds, the files are XML.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"", "<p>\x00\x0b\ufffe</p>", `<p id="a b&quot;<>" 1x="2" a:b="c" "="">x</p>`, `<svg><a xlink:href="#x"/><script>alert(1)</script></svg>`,
		`<script>1<2</script><style>a>b</style>`, `<p id="x">1</p><p id="x">2</p><p id="é">3</p><p id="_e9">4</p>`, `<a href="#gone">x</a>`, `<h1></h1><h5>x</h5><h2 id="">y</h2>`, `<template><p>x</p></template><!-- -- -->`,
	} {
		list, names := files(t, book(t, body))
		ids := map[string]bool{}
		for _, name := range names[1:] {
			if path.Ext(name) == ".css" {
				continue
			}
			d := xml.NewDecoder(strings.NewReader(list[name]))
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err, "%q: %s: %s", body, name, list[name])
				if e, ok := token.(xml.StartElement); ok {
					require.NotEqual(t, "script", e.Name.Local)
					for _, a := range e.Attr {
						if a.Name.Local == "id" && a.Name.Space == "" {
							require.False(t, ids[name+a.Value], "%q twice: %q", a.Value, body)
							ids[name+a.Value] = true
						}
					}
				}
			}
		}
	}
	require.Error(t, epub.Write(io.Discard, &epub.Book{HTML: "<p>no main part</p>"}))
}

// TestCheckedBooks asks epubcheck, where it is installed, what it thinks of books made of documents of all kinds.
func TestCheckedBooks(t *testing.T) {
	t.Parallel()
	testkit.NeedEpubcheck(t)
	folder := t.TempDir()
	sources, err := filepath.Glob("../regress/corpus/*.pdf")
	require.NoError(t, err)
	require.Greater(t, len(sources), 100)
	for i := 0; i < len(sources); i += 40 {
		data, err := os.ReadFile(sources[i])
		require.NoError(t, err)
		opts := convert.DefaultOptions()
		opts.Formats, opts.Boxes = []convert.Format{convert.FormatEPUB}, true
		opts.PreserveFormatting = i%80 == 0
		r, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
		require.NoError(t, err)
		name := filepath.Join(folder, filepath.Base(sources[i])+".epub")
		var out bytes.Buffer
		require.NoError(t, r.WriteEPUB(&out))
		require.NoError(t, os.WriteFile(name, out.Bytes(), 0o600))
		said, err := testkit.Epubcheck(t, name).CombinedOutput()
		require.NoError(t, err, "%s:\n%s", sources[i], said)
		require.Contains(t, string(said), "0 fatals / 0 errors")
	}
}

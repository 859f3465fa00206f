package epub_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/epub"
)

// FuzzWrite makes books of any HTML: each of their files of XML is well formed, no name is there twice in a file, and
// what leads into the book leads to something.
func FuzzWrite(f *testing.F) {
	for _, body := range []string{
		`<span id="page-1" role="doc-pagebreak" title="Page xii"></span><section><h1 id="4-foxes">4 Foxes<br>and hens</h1><p id="4-foxes">A &amp; B<a href="#fn-1">1</a></section>`,
		`<p aria-describedby="a b"><img src="assets/a b.png" alt=""><aside id="a"><h2>x</h2></aside><table><tr><th headers="a b" id="b">c`,
		`<math><mi>x<mglyph></math><svg viewBox="0 0 1 1"><title>a</title><a xlink:href="#x"><foreignObject><p id=x>b`,
		"<h3 id=\"a\x01b\">\ufffe</h3><p id=\u00e4 1=2 on:click=a @x xml:lang=de>\x0c\u202e<!-- -- --><?x?><template><p id=y></template>",
		`</article><article><p>b</article></main><main><plaintext><script></script><style>a]]></style>`,
		`<a< href="#x">x</a<><svg xmlns="a" xmlns:xlink="b" lang="de" xml:lang="en"></svg><span id="p" role="doc-pagebreak" title="Page 1" aria-label=""></span><p xmlns="http://x.org/">a`,
		`<a href="#%61"></a><a href="#"></a><p id="a"></p><p id="A"></p><p id="n-1"></p><p id="1"></p><select><option>b`,
	} {
		f.Add(body, "Foxes & <hens>", "en")
	}
	f.Fuzz(func(t *testing.T, body, title, language string) {
		b := book(t, body, epub.Asset{Name: "assets/a b.png", MediaType: "image/png", Data: []byte("png")})
		b.Title, b.Author, b.Subject, b.Language, b.Source, b.Modified = "t"+title, title, title, language, title, time.Unix(0, 0)
		list, _ := files(t, b)
		ids := map[string]map[string]bool{}
		var links [][2]string // file, address
		for name, text := range list {
			if ext := path.Ext(name); ext != ".xhtml" && ext != ".opf" && ext != ".xml" {
				continue
			}
			ids[name] = map[string]bool{}
			for d := xml.NewDecoder(strings.NewReader(text)); ; {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err, "%s: %q", name, text)
				element, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				has := map[xml.Name]bool{}
				for _, a := range element.Attr {
					require.False(t, has[a.Name], "%s: %s has %s twice", name, element.Name.Local, a.Name.Local)
					has[a.Name] = true
					switch {
					case a.Name.Space == "" && a.Name.Local == "id":
						require.False(t, ids[name][a.Value], "%s: %q is there twice", name, a.Value)
						ids[name][a.Value] = true
					case a.Name.Space == "" && a.Name.Local == "href" && strings.Contains(a.Value, ".xhtml"):
						links = append(links, [2]string{name, a.Value})
					}
				}
			}
		}
		for _, l := range links {
			to, err := url.Parse(l[1])
			if err != nil || to.IsAbs() || to.Host != "" || strings.Contains(body, ".xhtml") {
				continue // addresses of the page
			}
			name := path.Join("EPUB", to.Path)
			require.Contains(t, list, name, "%s leads to %s", l[0], l[1])
			if to.Fragment != "" {
				require.True(t, ids[name][to.Fragment], "%s leads to %s", l[0], l[1])
			}
		}
	})
}

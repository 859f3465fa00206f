package server_test

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/pagelift/pagelift/a11y"
)

// documentation holds every page of the documentation that links reach without a script.
type documentation struct {
	pages map[string]reply
	links []string // links into the service, with their fragments
	ids   map[string]map[string]bool
}

// visitDocumentation follows the links of a page, and those of the pages that they lead to.
func visitDocumentation(s *service) *documentation {
	s.t.Helper()
	d := &documentation{pages: map[string]reply{}, ids: map[string]map[string]bool{}}
	d.visit(s, "/docs/start")
	return d
}

func (d *documentation) visit(s *service, path string) {
	s.t.Helper()
	if _, ok := d.pages[path]; ok {
		return
	}
	a := s.do(request{"GET", path, map[string]string{"Authorization": ""}, nil})
	require.Equal(s.t, http.StatusOK, a.StatusCode, path)
	d.pages[path], d.ids[path] = a, map[string]bool{}
	if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		return
	}
	for z := html.NewTokenizer(strings.NewReader(a.body)); z.Next() != html.ErrorToken; {
		token := z.Token()
		for _, attr := range token.Attr {
			switch attr.Key {
			case "id":
				require.False(s.t, d.ids[path][attr.Val], "%s has %s twice", path, attr.Val)
				d.ids[path][attr.Val] = true
			case "href", "src":
				d.follow(s, path, token.Data, attr.Val)
			}
		}
	}
}

// follow records a link. A page may load nothing from elsewhere.
func (d *documentation) follow(s *service, path, element, link string) {
	s.t.Helper()
	u, err := url.Parse(link)
	require.NoError(s.t, err)
	if u.Scheme != "" {
		require.True(s.t, element == "a" && u.Scheme == "https" || link == "data:,", "%s: %s", path, link)
		return
	}
	require.True(s.t, u.Path == "" || strings.HasPrefix(u.Path, "/"), "%s: %s", path, link)
	if u.Path == "" {
		u.Path = path
	}
	d.links = append(d.links, u.String())
	d.visit(s, u.Path)
}

// TestEveryPageOfTheDocumentation checks that links alone reach every page, and that each link leads to something.
func TestEveryPageOfTheDocumentation(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := visitDocumentation(s)
	index := s.get("/docs/search.json")
	var sections [][4]string
	require.NoError(t, json.Unmarshal([]byte(index.body), &sections))
	require.Greater(t, len(sections), 200, "sections of documents, operations, objects and errors")
	for _, section := range sections {
		d.links = append(d.links, section[0])
	}
	for _, link := range d.links {
		path, id, ok := strings.Cut(link, "#")
		require.Contains(t, d.pages, path, link)
		require.True(t, !ok || d.ids[path][id], "no element has the address %s", link)
	}
	css := s.get("/docs/style.css").body
	for path, a := range d.pages {
		if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
			continue
		}
		report, err := a11y.Check(t.Context(), a.body, a11y.Options{Stylesheet: func(string) (string, bool) { return css, true }})
		require.NoError(t, err)
		require.Empty(t, report.Violations, path)
		require.Equal(t, 1, strings.Count(a.body, "<h1>"), path)
		require.NotContains(t, a.Header.Get("Content-Security-Policy"), "unsafe", path)
		require.Equal(t, http.StatusNotModified, s.do(request{"GET", path, map[string]string{"If-None-Match": a.Header.Get("ETag")}, nil}).StatusCode, path)
	}
	err := fs.WalkDir(os.DirFS("assets/site"), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".html" {
			require.Contains(t, d.pages, "/docs/"+strings.TrimSuffix(name, ".html"), "no link leads to the page")
		}
		return err
	})
	require.NoError(t, err)
	require.Contains(t, d.pages, "/docs/errors")
	require.Equal(t, d.pages["/docs"].body, s.get("/docs/").body)
	s.get("/docs/nothing").failed("not_found")
	s.get("/docs/pages.json").failed("not_found")
}

// TestTheDocumentationInABrowser checks its pages against the rules of axe, on a light desktop and on a dark
// phone.
func TestTheDocumentationInABrowser(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var pages []string
	for path, a := range visitDocumentation(s).pages {
		if strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
			pages = append(pages, path)
		}
	}
	slices.Sort(pages)
	b := newTab(t, s.url)
	for width, scheme := range map[int64]string{1280: "light", 390: "dark"} { // all pages share one style sheet
		b.does(chromedp.EmulateViewport(width, 800), b.prefers(scheme))
		for _, path := range pages {
			b.opens(path)
			b.isAccessible(path, width, scheme)
		}
	}
}

// TestSomebodyLooksForSomething searches the documentation with keys alone.
func TestSomebodyLooksForSomething(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.Contains(t, s.get("/docs/start").body, `role="search" hidden`, "without a script the page has no search")
	b := newTab(t, s.url)
	b.opens("/docs/start")
	b.types("search", "webhook_limit")
	b.sees("*[@role='status']", "place")
	b.types("search", "_reached")
	b.sees("*[@id='found']//li[1]", "webhook_limit_reached – Errors")
	b.isAccessible("what was found", 1280, "light")
	b.types("search", "\r")
	require.Equal(t, "webhook_limit_reached", b.value("document.activeElement.textContent"))
	b.does(chromedp.KeyEvent("\r"))
	b.sees("h1", "Errors")
	require.Equal(t, "#webhook_limit_reached", b.value("location.hash"))

	b.types("search", "max-pages")
	b.sees("*[@id='found']//a", "In scripts")
	b.types("search", "\x1b")
	require.Equal(t, "", b.value(`document.querySelector("#found").textContent.trim()`))
	b.types("search", "nothingofthekind")
	b.sees("*[@role='status']", "Nothing was found.")

	b.opens("/docs/operating#the-bucket")
	b.types("search", "the bucket")
	b.follows("*[@id='found']//a", "The bucket")
	b.sees("h1", "Operating the service")
	require.Equal(t, "", b.value(`document.querySelector("#found").textContent.trim()`), "the result is on the same page")
}

package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// repositoryRoot is where the documents are.
const repositoryRoot = "../../.."

// small is a site of two documents, with others beside them.
func small(t *testing.T, text string) (map[string][]byte, error) {
	t.Helper()
	root := os.DirFS(repositoryRoot)
	look, err := fs.ReadFile(root, layout)
	require.NoError(t, err)
	files := fstest.MapFS{
		layout:          {Data: look},
		"docs/one.md":   {Data: []byte(text)},
		"OTHER.md":      {Data: []byte("# The other\n\n## A place\n\nHow **bold** it is.\n")},
		"docs/adr/7.md": {Data: []byte("# Seven\n")},
	}
	for _, name := range copied {
		files[name] = &fstest.MapFile{Data: []byte("{}")}
	}
	return build(files, []page{
		{Path: "/docs/one", Name: "One", Source: "docs/one.md", Below: []page{{Path: "/docs/errors", Name: "Errors"}}},
		{Path: "/docs/other", Name: "Other", Source: "OTHER.md"},
	})
}

func TestAPageIsMadeOfItsDocument(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"the title":                     {"", "<title>One &amp; all – pagelift</title>"},
		"a heading in the contents":     {"## Here & there\n", `<li><a href="#here--there">Here &amp; there</a></li>`},
		"a link to a document":          {"[Read](../OTHER.md)\n", `<a href="/docs/other">Read</a>`},
		"a link into a document":        {"[Read](../OTHER.md#a-place)\n", `<a href="/docs/other#a-place">Read</a>`},
		"a link that is a file's name":  {"[OTHER.md](../OTHER.md)\n", `<a href="/docs/other">Other</a>`},
		"a link on the page":            {"## Here\n\n[Read](#here)\n", `<a href="#here">Read</a>`},
		"a link to a file that is kept": {"[the schema](schema/document-1.json)\n", `<a href="/docs/schema/document-1.json">`},
		"a link to another file":        {"[seven](adr/7.md)\n", `<a href="` + repository + `docs/adr/7.md">seven</a>`},
		"a link elsewhere":              {"[far](https://example.org/a)\n", `<a href="https://example.org/a">far</a>`},
		"the name of a document":        {"`OTHER.md` says so\n", `<a href="/docs/other">Other</a> says so`},
		"the name of another file":      {"see `docs/adr/7.md`\n", `<a href="` + repository + `docs/adr/7.md"><code>docs/adr/7.md</code></a>`},
		"the name of a page":            {"see `/docs/errors`\n", `<a href="/docs/errors"><code>/docs/errors</code></a>`},
		"a name in a link":              {"[see `OTHER.md`](#here)\n\n## Here\n", `<a href="#here">see <code>OTHER.md</code></a>`},
		"a file that is not there":      {"write `out.md`\n", `write <code>out.md</code>`},
		"program text":                  {"```sh\na < b\n```\n", `<pre tabindex="0"><code>a &lt; b` + "\n</code></pre>"},
		"a wide table": {"## About \"it\"\n\n| a | b | |\n|---|---|---|\n| c | d | e |\n",
			`<div class="scroll" role="group" aria-label="Table: About &quot;it&quot;" tabindex="0">`},
		"the head of a table":  {"| a | |\n|---|---|\n| c | d |\n", "<tr>\n<th scope=\"col\">a</th>\n<td></td>\n</tr>"},
		"the head of a row":    {"| a | b |\n|---|---|\n| c | d |\n", "<tr>\n<th scope=\"row\">c</th>\n<td>d</td>\n</tr>"},
		"a head without words": {"| | |\n|---|---|\n| c | d |\n", "<table>\n<tbody>\n<tr>\n<th scope=\"row\">c</th>"},
		"what is next":         {"", `<a href="/docs/errors" rel="next">Next: Errors</a>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, err := small(t, "# One & all\n\n"+c.text)
			require.NoError(t, err)
			require.Contains(t, string(files["one.html"]), c.want)
		})
	}
}

func TestADocumentIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"a link to nothing":       {"# One\n\n[Read](nothing.md)\n", "docs/one.md: link to nothing.md"},
		"an anchor of nothing":    {"# One\n\n[Read](#nothing)\n", "docs/one.md: /docs/one has no anchor #nothing"},
		"one of another document": {"# One\n\n[Read](../OTHER.md#nothing)\n", "docs/one.md: /docs/other has no anchor #nothing"},
		"HTML in a line":          {"# One\n\na <b>c</b>\n", "it has HTML"},
		"HTML in a block":         {"# One\n\n<div>\n</div>\n", "it has HTML"},
		"an image":                {"# One\n\n![a](b.png)\n", "it has an image"},
		"no title":                {"One\n", "it does not begin with a title"},
		"more than may be":        {"# One\n\n" + strings.Repeat("many words\n", siteBytes/10), "the site has"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := small(t, c.text)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestTheIndexHasEachSectionAndWord(t *testing.T) {
	t.Parallel()
	files, err := small(t, "# One\n\nSome of it, `invalid_id`.\n\n## Here\n\n| a | Head |\n|---|---|\n| c | cell |\n\n    some --code 2\n\nsome more\n")
	require.NoError(t, err)
	var got [][]string
	require.NoError(t, json.Unmarshal(files["search.json"], &got))
	require.Equal(t, [][]string{
		{"/docs/one", "One", "", "one some of it invalid id"},
		{"/docs/one#here", "One", "Here", "here head cell some code 2 more"},
		{"/docs/other", "Other", "", "the other"},
		{"/docs/other#a-place", "Other", "A place", "place how bold it is"},
	}, got)
}

// TestTheFirstPageLeadsToAll: the list of what there is to read leaves out nothing.
func TestTheFirstPageLeadsToAll(t *testing.T) {
	t.Parallel()
	files, err := build(os.DirFS(repositoryRoot), site)
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(files["start.html"]), "<main")
	main, _, _ := strings.Cut(rest, "</main>")
	for _, p := range flat(site)[1:] {
		require.Contains(t, main, `href="`+p.Path+`"`, p.Name)
	}
}

func TestWhatIsStaleIsNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string][]byte{"a.html": []byte("a"), "b/c.json": []byte("c"), "d.html": []byte("d")}
	require.ErrorContains(t, compare(files), "a.html\n  b/c.json\n  d.html", "there is nothing yet")
	require.NoError(t, write(files))
	require.NoError(t, compare(files))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a.html"), []byte("A"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "more.html"), nil, 0o600))
	require.NoError(t, os.Remove(filepath.Join(folder, "d.html")))
	err := compare(files)
	require.ErrorContains(t, err, "\n  a.html\n  d.html\n  more.html")
	require.NotContains(t, err.Error(), "c.json")
	require.NoError(t, write(files))
	require.NoError(t, compare(files), "what is no part of it is gone")
}

package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestParagraphs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages []*pageBuilder
		want  string
	}{
		"lines are joined with a space": {
			[]*pageBuilder{page(1).block(body, "one", "two")},
			"P: one two\n",
		},
		"lines of a script without spaces are joined without": {
			[]*pageBuilder{page(1).block(body, "漢字", "仮名")},
			"P: 漢字仮名\n",
		},
		"a sentence goes on over the page": {
			[]*pageBuilder{page(1).block(body, "The sentence goes on and"), page(2).block(body, "ends over the page.")},
			"P: The sentence goes on and <page-2>ends over the page.\n",
		},
		"a word goes on over the page": {
			[]*pageBuilder{page(1).block(body, "The sentence goes on with a hy-"), page(2).block(body, "phen over the page.")},
			"P: The sentence goes on with a hy<page-2>phen over the page.\n",
		},
		"a sentence goes on over the column": {
			[]*pageBuilder{page(1).block(body, "The sentence goes on and").at(220, 60).in(1).block(body, "ends in the next column.")},
			"P: The sentence goes on and ends in the next column.\n",
		},
		"small print at the foot of a column is passed over": {
			[]*pageBuilder{page(1).text().block(body, "A column of running text is long enough to be known", "for it, so that what stands under it is told apart", "from it, and its sentence goes on and").
				at(50, 500).block(small, "Copyright by those who wrote it.").at(320, 60).in(1).block(body, "ends in the next column.")},
			"P: A column of running text is long enough to be known for it, so that what stands under it is told apart from it, and its sentence goes on and ends in the next column.\n" +
				"P: Copyright by those who wrote it.\n",
		},
		"a sentence that ends is not joined": {
			[]*pageBuilder{page(1).block(body, "The sentence ends."), page(2).block(body, "iPhones are sold here.")},
			"P: The sentence ends.\nP: iPhones are sold here.\n",
		},
		"a capital begins another": {
			[]*pageBuilder{page(1).block(body, "No full stop here"), page(2).block(body, "Another begins.")},
			"P: No full stop here\nP: Another begins.\n",
		},
		"long text that stops in a full line goes on with a capital": {
			[]*pageBuilder{page(1).block(body, breaksOff("it was the neuroscientist")...), page(2).block(body, "Anna Fuchs who found them first.")},
			"P: " + strings.Join(breaksOff("it was the neuroscientist"), " ") + " <page-2>Anna Fuchs who found them first.\n",
		},
		"justified columns side by side go on with a capital": {
			[]*pageBuilder{page(1).block(body, justified...).at(220, 120).in(1).block(body, "Peninsula, where they were", "customarily used.")},
			"P: " + strings.Join(justified, " ") + " Peninsula, where they were customarily used.\n",
		},
		"ragged columns side by side do not": {
			[]*pageBuilder{page(1).block(body, breaksOff("it was the neuroscientist")...).at(220, 120).in(1).block(body, "Peninsula, where they were", "customarily used.")},
			"P: " + strings.Join(breaksOff("it was the neuroscientist"), " ") + "\nP: Peninsula, where they were customarily used.\n",
		},
		"not with one line that ends no sentence, such as a running head": {
			[]*pageBuilder{page(1).block(body, breaksOff("it was the neuroscientist")...), page(2).block(body, "Presentation of Findings")},
			"P: " + strings.Join(breaksOff("it was the neuroscientist"), " ") + "\nP: Presentation of Findings\n",
		},
		"not behind a short last line": {
			[]*pageBuilder{page(1).block(body, breaksOff("it was then")...), page(2).block(body, "Anna Fuchs who found them first.")},
			"P: " + strings.Join(breaksOff("it was then"), " ") + "\nP: Anna Fuchs who found them first.\n",
		},
		"not behind the mark of a note": {
			[]*pageBuilder{page(1).block(body, breaksOff("they were found at last.^12^")...), page(2).block(body, "Anna Fuchs found them first.")},
			"P: " + strings.Join(breaksOff("they were found at last.12"), " ") + "\nP: Anna Fuchs found them first.\n",
		},
		"not with a line that is indented": {
			[]*pageBuilder{page(1).block(body, breaksOff("it was the neuroscientist")...), page(2).block(body, "  Anna Fuchs who found them", "first of all.")},
			"P: " + strings.Join(breaksOff("it was the neuroscientist"), " ") + "\nP: Anna Fuchs who found them first of all.\n",
		},
		"another size begins another": {
			[]*pageBuilder{page(1).text().block(body, "The sentence goes on and"), page(2).text().at(50, 60).block(small, "does not go on in small print")},
			"P: The sentence goes on and\nP: does not go on in small print\n",
		},
		"paragraphs of one column are not joined": {
			[]*pageBuilder{page(1).block(body, "Here a line shows how wide the column is.", "Then one ends early").block(body, "and the next is set apart.")},
			"P: Here a line shows how wide the column is. Then one ends early\nP: and the next is set apart.\n",
		},
		"a tall letter does not tear a full line from the next": {
			[]*pageBuilder{page(1).block(body, "The sentence goes on and").block(body, "on.")},
			"P: The sentence goes on and on.\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, dump(build(t, c.pages...)))
		})
	}
}

func TestHyphens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		other, first, second, want string
	}{
		"a broken word is joined":                                 {"", "an exam-", "ple of it", "an example of it"},
		"a soft hyphen goes":                                      {"", "an exam\u00ad", "ple of it", "an example of it"},
		"a compound found elsewhere keeps its hyphen":             {"a well-known fact", "a well-", "known one", "a well-known one"},
		"a word found elsewhere is joined":                        {"an example here", "an exam-", "ple of it", "an example of it"},
		"the commoner form wins":                                  {"reenter reenter re-enter", "to re-", "enter it", "to reenter it"},
		"names keep their hyphen":                                 {"", "Jean-", "Paul said", "Jean-Paul said"},
		"numbers keep their hyphen":                               {"", "the UTF-", "8 text", "the UTF-8 text"},
		"capitals keep their hyphen":                              {"", "the X-", "ray of it", "the X-ray of it"},
		"a second hyphen of a compound stays":                     {"", "a state-of-the-", "art one", "a state-of-the-art one"},
		"a capital goes on with a compound":                       {"", "die Debian-", "Distribution hier", "die Debian-Distribution hier"},
		"years go on without a space":                             {"", "from 1990–", "1995 on", "from 1990–1995 on"},
		"a hyphen for the rest of a compound keeps its space":     {"an example exam-ple", "Vor-", "und Nachteile", "Vor- und Nachteile"},
		"compounds of one kind keep their hyphen":                 {"multi-user multi-purpose", "a multi-", "level one", "a multi-level one"},
		"a break behind a slash leaves no hyphen":                 {"", "all of GNU/-", "Linux here", "all of GNU/Linux here"},
		"a word that is only part of another counts as not found": {"reading", "an over-", "read one", "an overread one"},
		"half of a name is joined when the name is found":         {"JavaScript", "in Java-", "Script here", "in JavaScript here"},
		"capitals are joined when the word is found":              {"VACUUM", "run VAC-", "UUM now", "run VACUUM now"},
		"an ending is no word of its own":                         {"", "a UNIX-", "tation one", "a UNIXtation one"},
		"adjectives of compounds keep their hyphen":               {"an exam-ple example", "an architecture-", "specific one", "an architecture-specific one"},
		"a long word found alone ends a compound":                 {"it depends", "the reverse-", "depends field", "the reverse-depends field"},
		"two words that English closes up are joined":             {"a guide and lines", "the guide-", "lines here", "the guidelines here"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := build(t, page(1).block(body, "Elsewhere: "+c.other+".").block(body, c.first, c.second))
			require.Contains(t, dump(doc), "P: "+c.want+"\n")
		})
	}
}

func TestInlineStyles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		look look
		text string
		want string
	}{
		"text in one style is one span":          {body, "plain words here", "P: plain words here\n"},
		"emphasis is kept, spaces outside of it": {body, "some *bold words* and _italic_ ones", "P: some *bold words* and _italic_ ones\n"},
		"emphasis inside a word needs no space":  {body, "un_believ_able", "P: un_believ_able\n"},
		"bold is the base of a heading":          {large, "A _fine_ heading", "H1: A _fine_ heading\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := build(t, page(1).text().block(large, "One").text().block(c.look, c.text))
			require.Contains(t, dump(doc), c.want)
		})
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	p := page(1).text().block(large, "On foxes").text().
		block(body, "see {0:this} and {1:that}", "{1:place,} {2:not this}, {3:the top} or {4:elsewhere}").block(large, "On dogs")
	p.Links = []layout.Link{
		{URI: "https://example.org/a b?x=[1]"},
		{Target: &layout.Target{Page: 1, At: layout.Point{X: -1, Y: -1}}},
		{URI: "javascript:alert(1)"},
		{Target: &layout.Target{Page: 1, At: layout.Point{X: 50, Y: p.Blocks[1].Box.Y0 - 2}}},
		{Target: &layout.Target{Page: 7}},
	}
	require.Contains(t, dump(build(t, p)),
		"P: see [this](https://example.org/a%20b?x=%5B1%5D) and [that place](#page-1), not this, [the top](#on-foxes) or elsewhere\n")
}

func TestPrintedAddressesAreNoSecondLinks(t *testing.T) {
	t.Parallel()
	p := page(1)
	p.Page.Links = []layout.Link{{URI: "https://iana.org/a"}, {URI: "https://iana.org/a"}, {URI: "https://iana.org/b"}}
	p.block(body, "The {0:Registry} ({1:https://iana.org/a}) and {2:https://iana.org/b} are open.")
	doc := build(t, p)
	var links []string
	for n := range doc.Root.All() {
		if n.Role == semantic.Link {
			links = append(links, n.Children[0].Text)
		}
	}
	require.Equal(t, []string{"Registry", "https://iana.org/b"}, links)
}

func TestAddressesOfLinksAreNotTornByLineEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ uri, first, second, want string }{
		"inside a name":       {"https://sso.iana.org", "{0:https://sso.iana.}", "{0:org} is open", "[https://sso.iana.org](https://sso.iana.org) is open"},
		"behind a directory":  {"https://iana.org/a/Bugs", "{0:https://iana.org/a/}", "{0:Bugs}.", "[https://iana.org/a/Bugs](https://iana.org/a/Bugs)."},
		"not two plain words": {"https://iana.org/ab", "{0:a}", "{0:b} here", "[a b](https://iana.org/ab) here"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1)
			p.Page.Links = []layout.Link{{URI: c.uri}}
			require.Contains(t, dump(build(t, p.block(body, "See "+c.first, c.second))), "P: See "+c.want+"\n")
		})
	}
}

func TestOnlySafeSchemesAreLinked(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]string{
		"HTTP://example.org/":          "http://example.org/",
		"mailto:a@example.org":         "mailto:a@example.org",
		"tel:+123":                     "tel:+123",
		"ftp://example.org/x":          "ftp://example.org/x",
		"www.example.org":              "http://www.example.org",
		"http://[::1]/%zz":             "http://[::1]/%25zz",
		"http:///path":                 "",
		"javascript:alert(1)":          "",
		" java\nscript:alert(1)":       "",
		"data:text/html,<script>":      "",
		"file:///etc/passwd":           "",
		"relative/path.html":           "",
		"https:":                       "",
		"https://example.org/#a#b":     "https://example.org/#a%23b",
		"https://example.org/\"<>\x01": "https://example.org/%22%3C%3E%01",
		"https://a.fox@example.org":    "mailto:a.fox@example.org",
		"http://a.fox@example.org/":    "mailto:a.fox@example.org",
		"http://a:b@example.org:8/c@d": "http://example.org:8/c@d",
		"https://a@example.org/b":      "https://example.org/b",
		"ftp://a@example.org":          "ftp://example.org",
		"https://@example.org":         "https://example.org",
		"https://a@b@example.org":      "https://example.org",
		"https://a@":                   "",
		"https://a@/b":                 "",
	} {
		p := page(1).block(body, "{0:x}")
		p.Links = []layout.Link{{URI: uri}}
		doc := build(t, p)
		got := ""
		for n := range doc.Root.All() {
			if n.Role == semantic.Link {
				got = n.Attr.Href
			}
		}
		require.Equal(t, want, got, uri)
	}
}

// justified is a paragraph whose lines are equally long, the last one too.
var justified = []string{"Foxes are animals that live", "mostly in the wood and come", "to the town by night, where", "nobody knew of them; and it", "was then that they saw them", "on the coast of the Arabian"}

// breaksOff returns a paragraph of several lines. They are as long as last may be in most tests.
func breaksOff(last string) []string {
	return []string{"Foxes are animals that live", "mostly in the wood and come", "to the town now and then,", "where nobody knew of them;", "of those who looked for them", last}
}

package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// onPage returns a node of page 1.
func onPage(role semantic.Role, kids ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Page: 1, Children: kids}
}

func TestSurvey(t *testing.T) {
	t.Parallel()
	described, captioned, labelled := onPage(semantic.Figure), onPage(semantic.Figure, onPage(semantic.Caption)), onPage(semantic.Figure, onPage(semantic.P))
	described.Attr = &semantic.Attr{Alt: "A fox"}
	control := func(confidence float32) *semantic.Node {
		n := onPage(semantic.Form)
		n.Attr = &semantic.Attr{Alt: "Name", Confidence: confidence}
		return n
	}
	root := onPage(semantic.DocumentRole,
		onPage(semantic.H), onPage(semantic.Title), onPage(semantic.L), onPage(semantic.TOC),
		described, captioned, labelled,
		onPage(semantic.Table, onPage(semantic.TBody, onPage(semantic.TR, onPage(semantic.TH), onPage(semantic.TD)))),
		onPage(semantic.Table, onPage(semantic.TR, onPage(semantic.TD, onPage(semantic.Table, onPage(semantic.TR, onPage(semantic.TH)))))),
		onPage(semantic.P, onPage(semantic.Strong,
			control(0), control(.8), control(.2))),
		onPage(semantic.Artifact, onPage(semantic.Table)),
	)
	s := survey{inline: true}
	s.block(root)
	one := a11y.Occurrences{Count: 1, Pages: []int{1}}
	require.Equal(t, survey{
		inline: true, headings: 2, lists: 2, grids: 3, pictures: map[int32]int{1: 3},
		figures:  a11y.Inventory{Total: 3, Missing: one},
		tables:   a11y.Inventory{Total: 3, Missing: one},
		controls: a11y.Inventory{Total: 3, Missing: one, Doubtful: one},
	}, s)
}

func TestALinkWithoutTextIsKeptWhereTheTagsHaveIt(t *testing.T) {
	t.Parallel()
	link := onPage(semantic.Link)
	link.Attr = &semantic.Attr{Href: "https://example.org/"}
	picture := onPage(semantic.Figure)
	picture.Attr = &semantic.Attr{Href: "https://example.org/picture"}
	tree := &semantic.Document{Root: onPage(semantic.DocumentRole, onPage(semantic.P, link), picture)}
	for _, structure := range []a11y.Structure{a11y.FromTags, a11y.FromBoth, a11y.FromLayout} {
		a := &assessment{source: a11y.Source{Structure: structure}}
		tagged := structure != a11y.FromLayout
		require.Equal(t, tagged, a.kept(linkTarget{uri: "https://example.org/"}, tree), structure)
		require.Equal(t, tagged, a.kept(linkTarget{page: 3}, tree), structure)
		require.True(t, a.kept(linkTarget{uri: "https://example.org/picture"}, tree), structure)
		require.False(t, a.kept(linkTarget{uri: "https://example.com/"}, tree), structure)
	}
}

func TestUnreadableGlyphs(t *testing.T) {
	t.Parallel()
	c := &layout.Content{
		Strings: []string{"", "ffi"},
		Glyphs:  []layout.Glyph{{Char: 'a'}, {Char: ^0}, {Char: ^1}, {Char: 0xE001}, {Char: 0xFFFD}, {Char: 0x10FFFD}, {Char: 0xFB01}, {Char: 0x1F600}},
		Runs:    []layout.Run{{First: 0, Count: 3, Flags: layout.Unmapped}, {First: 3, Count: 5}},
	}
	require.Equal(t, 4, unreadable(c))
	c.Runs[0].Flags = 0
	require.Equal(t, 3, unreadable(c), "a glyph that means nothing is not unknown")
}

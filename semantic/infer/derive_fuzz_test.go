package infer_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// FuzzDerive reads documents with structure trees that may be wrong in any way: elements name parents that are
// none, and content that is not there, that another element claims, or that is left out. No
// letter of the pages is lost or doubled, and each ID is there once.
func FuzzDerive(f *testing.F) {
	f.Add("Heading\nText that is longer and goes on-\nline after line.\n\n• one\n• two\n\f1. one\n2. two\n\n\fEnd", []byte{0, 7, 1, 12, 0, 8, 1, 0, 2, 9, 4, 1, 4, 2, 9, 200, 30})
	f.Add("One\n\nTwo\n\nThree\fFour\n\nFive", []byte{3, 0, 14, 1, 15, 2, 16, 3, 4, 4, 4, 9, 9, 9, 17, 5, 6, 7, 8, 9, 10, 11, 255})
	f.Fuzz(func(t *testing.T, text string, tree []byte) {
		if !utf8.ValidString(text) || len(text) > 1<<11 || len(tree) > 1<<10 {
			return
		}
		pages, _ := pagesOf(text, uint64(len(tree)))
		for i, p := range pages {
			markAll(p.Page, uint64(i+len(text)))
		}
		doc := buildFrom(t, semantic.Source{Structure: structureFrom(tree, len(pages))}, pages...)
		var want, got strings.Builder
		for _, p := range pages {
			want.WriteString(p.Text)
		}
		ids := map[string]bool{}
		for n := range doc.Root.All() {
			got.WriteString(n.Text)
			if n.Attr != nil && n.Attr.ID != "" {
				require.False(t, ids[n.Attr.ID], "id %q", n.Attr.ID)
				ids[n.Attr.ID] = true
			}
		}
		wanted, gotten := counts(want.String()), counts(got.String())
		for r, n := range gotten {
			require.LessOrEqual(t, n, wanted[r], "%q", r)
		}
		for r, n := range wanted {
			if !inLabel(r) {
				require.Equal(t, n, gotten[r], "%q in %s", r, doc.Tagging.Reason)
			}
		}
	})
}

// markAll cuts the spans of a page and puts each piece under a mark of its own.
func markAll(p *layout.Page, seed uint64) {
	next := func(n uint64) uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed >> 33 % n
	}
	var spans []layout.Span
	for i := range p.Lines {
		l := &p.Lines[i]
		old := slices.Clone(p.LineSpans(i))
		l.FirstSpan = int32(len(spans))
		for _, span := range old {
			cut := span.Start + int32(next(uint64(span.End-span.Start)+1))
			for cut < span.End && !utf8.RuneStart(p.Text[cut]) {
				cut++
			}
			for _, to := range []int32{cut, span.End} {
				if piece := span; to > span.Start {
					piece.End, piece.Mark = to, int32(len(p.Marks))
					spans, span.Start = append(spans, piece), to
					p.Marks = append(p.Marks, layout.Mark{Parent: int32(next(3)) - 1, MCID: int32(next(24)) - 1})
				}
			}
		}
		l.SpanCount = int32(len(spans)) - l.FirstSpan
	}
	p.Spans = spans
}

// fuzzRoles are the types that structureFrom knows.
var fuzzRoles = []string{
	"Document", "Sect", "Div", "NonStruct", "P", "H1", "H", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "Caption",
	"Figure", "Formula", "TOC", "TOCI", "Note", "Code", "Span", "Link", "Em", "Quote", "BlockQuote", "Reference", "Form", "Strange",
}

// fuzzAttributes are attributes of other standards that elements may have.
var fuzzAttributes = []semantic.Attribute{
	{Owner: "ARIA-1.1", Key: "role", Values: []string{"note"}},
	{Owner: "HTML-4.01", Key: "colspan", Values: []string{"3"}}, {Owner: "HTML-5.00", Key: "headers", Values: []string{"a", "\x03 b"}},
	{Owner: "HTML", Key: "dir", Values: []string{"RTL"}}, {Owner: "CSS-2", Key: "font-weight", Values: []string{"900"}},
	{Owner: "CSS-3", Key: "list-style-type", Values: []string{"upper-roman"}}, {Owner: "HTML-5.00", Key: "title", Values: []string{"\xff"}},
}

// structureFrom makes a tree: each byte is an element, a piece of content, or both.
func structureFrom(tree []byte, pages int) *semantic.Structure {
	s := &semantic.Structure{Marked: true}
	held := make([][]semantic.Kid, len(tree)+1)
	for i, b := range tree {
		e := semantic.Element{Role: fuzzRoles[int(b)%len(fuzzRoles)], Parent: int32(i) - 1 - int32(b>>6), Object: int32(b)}
		if b == 255 {
			e.Parent = int32(len(tree))
		}
		if b&7 == 3 {
			e.Properties = &semantic.Properties{ID: string(b), Lang: "de", Alt: "x"}
		}
		if b&7 == 5 {
			e.Properties = &semantic.Properties{
				Attributes: fuzzAttributes[int(b>>3)%3:],
				Files:      []semantic.AssociatedFile{{Relationship: []string{"Alternative", "Supplement"}[b>>7], MediaType: "image/png", Data: "x", Width: float32(b >> 4), Height: 1}},
			}
		}
		s.Elements = append(s.Elements, e)
		if e.Parent >= 0 && int(e.Parent) < len(tree) {
			held[e.Parent] = append(held[e.Parent], semantic.Kid{Element: int32(i), MCID: -1})
		}
		held[i] = append(held[i], semantic.Kid{Element: -1, Page: int32(int(b>>3)%(pages+1)) + int32(b>>7), MCID: int32(b % 25)})
		if b&15 == 9 {
			held[i] = append(held[i], semantic.Kid{Element: int32(b >> 4), MCID: -1, Object: int32(b & 3)})
		}
	}
	for i := range s.Elements {
		s.Elements[i].FirstKid, s.Elements[i].KidCount = int32(len(s.Kids)), int32(len(held[i]))
		s.Kids = append(s.Kids, held[i]...)
	}
	return s
}

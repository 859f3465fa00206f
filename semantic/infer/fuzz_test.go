package infer_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// FuzzBuild makes pages from bytes. Whatever stands on them, no letter is
// lost or doubled, anchors are unique, and headings skip no level.
func FuzzBuild(f *testing.F) {
	f.Add("Heading\nText that is longer and goes on-\nline after line.\n\n• one\n• two\n\f1. one\n2. two\n\n\fEnd", uint64(0x123456789))
	f.Add("The Book 1\n\nText\n\fThe Book 2\n\nmore\n\fThe Book 3\n\nend", uint64(7))
	f.Add("1.1.1 A\n\n1 B\n\n(a) c\n\n(b) d\n\niv) e\n\nChapter\n\nChapter 2", uint64(0xfedcba9876543210))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if !utf8.ValidString(text) || len(text) > 1<<12 {
			return
		}
		pages, outline := pagesOf(text, seed)
		doc := buildFrom(t, semantic.Source{Outline: outline, Title: text}, pages...)
		var want, got strings.Builder
		for _, p := range pages {
			for i := range p.Lines {
				want.WriteString(p.LineText(i))
			}
		}
		ids, level := map[string]bool{}, 0
		for n := range doc.Root.All() {
			got.WriteString(n.Text)
			if n.Attr != nil && n.Attr.ID != "" {
				require.False(t, ids[n.Attr.ID], "id %q", n.Attr.ID)
				ids[n.Attr.ID] = true
			}
			if n.Role == semantic.H || n.Role == semantic.Title {
				require.LessOrEqual(t, int(n.Level), level+1)
				level = int(n.Level)
			}
		}
		wanted, gotten := counts(want.String()), counts(got.String())
		for r, n := range gotten {
			require.LessOrEqual(t, n, wanted[r], "%q", r)
		}
		for r, n := range wanted {
			if !inLabel(r) {
				require.Equal(t, n, gotten[r], "%q", r)
			}
		}
	})
}

// inLabel reports whether r may stand in the label of a list item. The list shows labels
// again, so they are not in the text.
func inLabel(r rune) bool {
	return strings.ContainsRune("ivxlcIVXLC", r) || unicode.IsDigit(r) || r <= 'z' && unicode.IsLetter(r)
}

// counts counts letters and digits.
func counts(s string) map[rune]int {
	m := map[rune]int{}
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			m[r]++
		}
	}
	return m
}

// pagesOf sets text on pages: form feeds end pages, empty lines end blocks. The seed chooses
// looks and places.
func pagesOf(text string, seed uint64) ([]*pageBuilder, []semantic.OutlineItem) {
	var pages []*pageBuilder
	var outline []semantic.OutlineItem
	looks := []look{body, bold, large, huge, small, {size: 10, kind: layout.Verbatim}, {size: 10, rtl: true}, {size: 10, kind: layout.Grid}}
	next := func(n uint64) uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed >> 33 % n
	}
	for i, sheet := range strings.Split(text, "\f") {
		p := page(i+1).at(50, float32(20+next(3)*20))
		for _, block := range strings.Split(sheet, "\n\n") {
			var lines []string
			for line := range strings.SplitSeq(strings.NewReplacer("*", "", "_", "", "{", "", "^", "", "~", "").Replace(block), "\n") {
				if line = strings.Join(strings.Fields(line), " "); line != "" {
					lines = append(lines, line)
				}
			}
			if len(lines) == 0 {
				continue
			}
			if next(4) == 0 {
				outline = append(outline, semantic.OutlineItem{Title: lines[0], Target: layout.Target{Page: i + 1}})
			}
			p.in(int32(next(2))).block(looks[next(uint64(len(looks)))], lines...)
			p.at(50+float32(next(4)*10), p.y+float32(next(40)))
		}
		pages = append(pages, p)
	}
	return pages, outline
}

// BenchmarkBuild builds a book of 200 pages with something for every rule.
func BenchmarkBuild(b *testing.B) {
	var pages []*layout.Page
	size := 0
	for n := range 200 {
		p := page(n+1).at(50, 40).block(body, "The Fox Book").at(50, 80).block(large, "A heading").text()
		for range 6 {
			p.text().block(body, "• one item that is longer", "• another with hyphen-", "ation in it", "• and a last *one*")
		}
		p.at(200, 580).block(body, "17")
		pages = append(pages, p.Page)
		size += len(p.Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		_, err := infer.Build(b.Context(), semantic.Source{Pages: pages}, infer.Options{})
		require.NoError(b, err)
	}
}

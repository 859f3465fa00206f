package analyze_test

import (
	"context"
	"encoding/binary"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

// fuzzChars are what fuzzed pages are written with. Each but the spaces stands
// for itself in the text, whatever the place it is painted at, since none is
// composed with another: so what goes in can be counted when it comes out.
var fuzzChars = []rune("abcXYZ019.-,(\u2022日本한אבגابجЖ \u3000\u00A0")

// fuzzContent builds a page from bytes, twelve for a run: place, size, turn,
// flags, length and the characters it begins with.
func fuzzContent(data []byte) *page {
	p := newPage()
	p.addMark(layout.Mark{Parent: -1, MCID: 3, Artifact: true})
	p.Links = []layout.Link{{Areas: []layout.Rect{{X0: 100, Y0: 100, X1: 300, Y1: 200}}}}
	for ; len(data) >= 12; data = data[12:] {
		x := float32(binary.LittleEndian.Uint16(data)) / 100
		y := float32(binary.LittleEndian.Uint16(data[2:])) / 80
		how := run{font: int32(data[4] & 3), turn: int(data[4]>>2) & 3, mark: int32(data[4] >> 7), space: float32(int8(data[5])) / 16}
		if data[6]&1 != 0 {
			how.flags = layout.RunFlags(1) << (data[7] & 15)
		}
		size := 1 + float32(data[6]>>1)/4
		var text []rune
		for i := range int(data[8]&15) + 1 {
			text = append(text, fuzzChars[(int(data[9])+i*int(data[10]&3))%len(fuzzChars)])
		}
		p.show(x, y, size, string(text), how)
		if data[11]&1 != 0 {
			p.rule(x, x+float32(data[11]), y+1)
		}
	}
	return p
}

func FuzzAnalyze(f *testing.F) {
	f.Add([]byte("\x10\x20\x10\x20\x00\x00\x14\x00\x0f\x00\x01\x01"))
	f.Add([]byte(strings.Repeat("\x10\x20\x10\x20\x00\x00\x14\x00\x0f\x00\x01\x01", 4)))
	f.Add([]byte("\x10\x20\x10\x20\x04\x20\x15\x08\x0f\x0e\x01\x01\x10\x20\x18\x20\x80\xf0\x24\x00\x0f\x12\x03\x00"))
	f.Add([]byte("\x00\x10\x00\x20\x00\x00\x20\x00\x0f\x11\x01\x01\x00\x40\x00\x20\x00\x00\x20\x00\x0f\x03\x01\x00\x00\x10\x40\x20\x00\x00\x20\x00\x07\x09\x01\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 12*400 {
			return
		}
		p := fuzzContent(data)
		got, err := analyze.Page(context.Background(), &p.Content, analyze.Options{})
		require.NoError(t, err)
		other := slices.Clone(data)
		slices.Reverse(other)
		_, err = analyze.Page(context.Background(), &fuzzContent(other).Content, analyze.Options{})
		require.NoError(t, err)
		again, err := analyze.Page(context.Background(), &p.Content, analyze.Options{})
		require.NoError(t, err)
		require.Equal(t, got, again, "the same page gives the same result, whatever page came between")
		checkRanges(t, got)
		checkCharacters(t, p, got)
	})
}

// TestAnalyzeForgetsOtherPages reads pages of a few lines in two orders. Storage is reused from page to
// page; its former content must not be.
func TestAnalyzeForgetsOtherPages(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	pages := make([]*page, 300)
	for i := range pages {
		p := newPage()
		y := float32(100)
		for range 2 + random.Intn(5) {
			text := strings.Repeat("ab ", 1+random.Intn(2)*random.Intn(12))
			p.show(72, y, float32(8+2*random.Intn(3)), strings.TrimSpace(text), run{})
			y += float32(8 + random.Intn(30))
		}
		pages[i] = p
	}
	read := func(order []int) []*layout.Page {
		out := make([]*layout.Page, len(pages))
		for _, i := range order {
			got, err := analyze.Page(t.Context(), &pages[i].Content, analyze.Options{})
			require.NoError(t, err)
			out[i] = got
		}
		return out
	}
	want := read(random.Perm(len(pages)))
	for range 4 {
		for i, got := range read(random.Perm(len(pages))) {
			require.Equal(t, want[i], got, "page %d", i)
		}
	}
}

// checkRanges checks that all indexes of a page point into it and that its lines
// and words follow each other.
func checkRanges(t *testing.T, p *layout.Page) {
	t.Helper()
	end := int32(0)
	for i := range p.Lines {
		l := &p.Lines[i]
		require.Equal(t, end, l.Start, "lines follow each other")
		require.Less(t, l.Start, l.End)
		end = l.End
		require.Less(t, int(l.Style), len(p.Styles))
		at := l.Start
		for _, sp := range p.LineSpans(i) {
			require.Equal(t, at, sp.Start, "spans cover the line")
			require.Less(t, sp.Start, sp.End)
			require.Less(t, int(sp.Style), len(p.Styles))
			require.Less(t, int(sp.Mark), len(p.Marks))
			require.Less(t, int(sp.Link), len(p.Links))
			at = sp.End
		}
		require.Equal(t, l.End, at)
		at = l.Start
		for n, w := range p.LineWords(i) {
			if n > 0 {
				gap := p.Text[at:w.Start]
				require.NotEmpty(t, gap)
				require.Empty(t, strings.Trim(gap, " "), "spaces between words")
				require.True(t, len(gap) == 1 || p.Styles[l.Style].Mono, "one of them, but in program text")
			} else {
				require.Equal(t, at, w.Start)
			}
			require.NotContains(t, p.Text[w.Start:w.End], " ")
			require.LessOrEqual(t, w.Box.X0, w.Box.X1)
			require.LessOrEqual(t, w.Box.Y0, w.Box.Y1)
			at = w.End
		}
		require.Equal(t, l.End, at)
	}
	require.Equal(t, len(p.Text), int(end))
	lines := int32(0)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		require.Equal(t, lines, b.FirstLine, "blocks follow each other")
		lines += b.LineCount
	}
	require.Equal(t, len(p.Lines), int(lines))
}

// checkCharacters checks that each painted character that can be seen is in the
// text: never more often than it is painted, and no less often than it is painted
// at places clearly apart from each other.
func checkCharacters(t *testing.T, p *page, got *layout.Page) {
	t.Helper()
	painted, apart := map[rune]int{}, map[rune]int{}
	seen := map[rune]map[[2]int]bool{}
	for _, r := range p.Runs {
		if r.Flags&layout.Unseen != 0 {
			continue
		}
		for _, g := range p.Glyphs[r.First : r.First+r.Count] {
			c := g.Char
			if unicode.IsSpace(c) {
				continue
			}
			painted[c]++
			// Repetitions are nearer than half an em of the largest size there is.
			const cell = 40
			place := [2]int{int(g.X / cell), int(g.Y / cell)}
			if seen[c] == nil {
				seen[c] = map[[2]int]bool{}
			}
			if place[0]%2 == 0 && place[1]%2 == 0 && !seen[c][place] {
				seen[c][place] = true
				apart[c]++
			}
		}
	}
	found := map[rune]int{}
	for _, c := range got.Text {
		found[c]++
		// Brackets may be mirrored in right-to-left text.
		if c == ')' {
			found['(']++
			delete(found, ')')
		}
	}
	delete(found, ' ')
	for c, n := range found {
		require.LessOrEqual(t, n, painted[c], "%q", c)
	}
	for c, n := range apart {
		require.GreaterOrEqual(t, found[c], n, "%q", c)
	}
}

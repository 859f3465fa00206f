package analyze_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

func pageOf(t *testing.T, p *page) *layout.Page {
	t.Helper()
	got, err := analyze.Page(context.Background(), &p.Content, analyze.Options{})
	require.NoError(t, err)
	return got
}

// lines is the text of all lines, each on its own.
func lines(p *layout.Page) []string {
	var out []string
	for i := range p.Lines {
		out = append(out, p.LineText(i))
	}
	return out
}

// blocks is the text of each block, its lines joined by a space.
func blocks(p *layout.Page) []string {
	var out []string
	for i := range p.Blocks {
		var text []string
		for n := range p.BlockLines(&p.Blocks[i]) {
			text = append(text, p.LineText(n))
		}
		out = append(out, strings.Join(text, " "))
	}
	return out
}

func TestTextOfOneLine(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		paint func(p *page)
		want  string
	}{
		"space glyphs part words": {func(p *page) {
			p.show(72, 100, 10, "plain text here")
		}, "plain text here"},
		"gaps part words where the font has no space": {func(p *page) {
			p.words(72, 100, 10, "set by moving the pen", run{font: noSpace})
		}, "set by moving the pen"},
		"kerning does not part a word": {func(p *page) {
			x := p.show(72, 100, 10, "T")
			x = p.show(x-0.8, 100, 10, "otal")
			p.show(x+0.6, 100, 10, "ly")
		}, "Totally"},
		"a space taken back by the pen is none": {func(p *page) {
			p.show(72, 100, 10, "one ")
			p.show(72+width("one", 10)+0.1, 100, 10, "word")
		}, "oneword"},
		"a letter-spaced heading is one word": {func(p *page) {
			p.show(72, 100, 12, "HEADING", run{space: 5})
		}, "HEADING"},
		"letters parted by space glyphs are one word": {func(p *page) {
			p.show(72, 100, 12, "H E A D I N G")
		}, "HEADING"},
		"letter-spaced words part at the wider gap": {func(p *page) {
			p.show(72, 100, 12, "H E A D I N G   T W O")
		}, "HEADING TWO"},
		"character spacing is not a gap": {func(p *page) {
			p.show(72, 100, 12, "wide set words", run{char: 3})
		}, "wide set words"},
		"no space between ideographs": {func(p *page) {
			x := p.show(72, 100, 10, "日本")
			p.show(x+3, 100, 10, "語文。")
		}, "日本語文。"},
		"a no-break space is a space": {func(p *page) {
			p.show(72, 100, 10, "10\u00A0km")
		}, "10 km"},
		"text painted twice appears once": {func(p *page) {
			p.show(72, 100, 10, "Shadow text")
			p.show(72.4, 100.4, 10, "Shadow text")
		}, "Shadow text"},
		"glyphs painted twice one by one appear once": {func(p *page) {
			x := float32(72)
			for _, r := range "fell" {
				p.show(x, 100, 10, string(r))
				x = p.show(x+0.2, 100, 10, string(r))
			}
		}, "fell"},
		"an accent painted before its letter": {func(p *page) {
			x := p.show(72, 100, 10, "r", run{font: noSpace})
			p.show(x, 100, 10, "\u00B4", run{font: noSpace})
			x = p.show(x, 100, 10, "esum", run{font: noSpace})
			p.show(x, 100, 10, "\u00B4", run{font: noSpace})
			p.show(x, 100, 10, "e", run{font: noSpace})
		}, "résumé"},
		"an accent raised over a capital": {func(p *page) {
			p.show(72, 97.5, 10, "\u00B4", run{font: noSpace})
			p.show(72, 100, 10, "Ecole", run{font: noSpace})
		}, "École"},
		"a dotless i under its accent": {func(p *page) {
			x := p.show(72, 100, 10, "na", run{font: noSpace})
			p.show(x-0.9, 100, 10, "\u00A8", run{font: noSpace})
			p.show(x, 100, 10, "\u0131ve", run{font: noSpace})
		}, "naïve"},
		"a combining mark after its letter": {func(p *page) {
			p.show(72, 100, 10, "cafe\u0301 noir")
		}, "café noir"},
		"a combining mark before its letter": {func(p *page) {
			p.show(72.5, 98, 10, "\u0300")
			p.show(70, 100, 10, "era")
		}, "èra"},
		"a combining mark before a letter that has no such form": {func(p *page) {
			x := p.show(72, 100, 10, "to install ") + 0.8
			x = p.show(p.show(x, 100, 10, "("), 100, 10, " ")
			p.show(x+2, 98, 10, "\u0300")
			p.show(x, 100, 10, "foo’)")
		}, "to install (`foo’)"},
		"a backquote beside a letter": {func(p *page) {
			x := p.show(72, 100, 10, "call")
			p.show(x-0.5, 100, 10, "`e'", run{font: mono})
		}, "call`e'"},
		"a cedilla under its letter": {func(p *page) {
			x := p.show(72, 100, 10, "gar", run{font: noSpace})
			p.show(x, 100, 10, "c", run{font: noSpace})
			p.show(x, 100, 10, "\u00B8", run{font: noSpace})
			p.show(x+5, 100, 10, "on", run{font: noSpace})
		}, "garçon"},
		"ActualText stands for its glyphs": {func(p *page) {
			m := p.addMark(layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "fi"})
			x := p.show(72, 100, 10, "of")
			x = p.show(x, 100, 10, "X", run{mark: m})
			p.show(x, 100, 10, "ce")
		}, "office"},
		"an empty ActualText leaves nothing": {func(p *page) {
			m := p.addMark(layout.Mark{Parent: -1, MCID: -1, HasActual: true})
			x := p.show(72, 100, 10, "see")
			x = p.show(x, 100, 10, "#", run{mark: m})
			p.show(x, 100, 10, "saw")
		}, "see saw"},
		"ActualText over several runs appears once": {func(p *page) {
			m := p.addMark(layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "two words"})
			x := p.show(72, 100, 10, "ab", run{mark: m})
			x = p.show(x, 100, 10, "cd", run{mark: m})
			p.show(x, 100, 10, " end")
		}, "two words end"},
		"a soft hyphen of ActualText where no word is broken": {func(p *page) {
			m := p.addMark(layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "\u00AD"})
			x := p.show(72, 100, 10, "the ")
			p.show(x, 100, 10, " ", run{mark: m})
			x = p.show(x, 100, 10, "PDF ")
			p.show(x, 100, 10, " ", run{mark: m})
			p.show(x, 100, 10, "Association")
		}, "the PDF Association"},
		"a soft hyphen of ActualText on a word": {func(p *page) {
			m := p.addMark(layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "\u00AD"})
			x := p.show(72, 100, 10, "the ")
			x = p.show(x, 100, 10, "PDF", run{mark: m})
			p.show(x, 100, 10, " Association")
		}, "the PDF Association"},
		"a superscript stays with its word": {func(p *page) {
			x := p.show(72, 100, 10, "area in m")
			x = p.show(x, 96.4, 7, "2")
			p.show(x+2.5, 100, 10, "here")
		}, "area in m2 here"},
		"the lowered letter of a logo": {func(p *page) {
			x := p.show(72, 100, 10, "T", run{font: noSpace})
			x = p.show(x-1.67, 102.15, 10, "E", run{font: noSpace})
			p.show(x-1.25, 100, 10, "X", run{font: noSpace})
		}, "TEX"},
		"text is in form C": {func(p *page) {
			p.show(72, 100, 10, "5 k\u2126 in \u212B")
		}, "5 kΩ in Å"},
		"controls leave nothing": {func(p *page) {
			p.show(72, 100, 10, "a\u0001b\u202Ec\uFEFFd")
		}, "abcd"},
		"a tab is a space": {func(p *page) {
			p.show(72, 100, 10, "a\tb")
		}, "a b"},
		"a rotated line": {func(p *page) {
			p.show(300, 100, 10, "read downwards now", run{turn: 1})
		}, "read downwards now"},
		"a line upside down": {func(p *page) {
			p.show(300, 100, 10, "upside down", run{turn: 2})
		}, "upside down"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			require.Equal(t, c.want, pageOf(t, p).Text)
		})
	}
}

func TestGlyphsShownOneByOneReadAsIfShownTogether(t *testing.T) {
	t.Parallel()
	together, apart := newPage(), newPage()
	for i, line := range []string{"each glyph by itself", "some programs do it so"} {
		y := 100 + 12*float32(i)
		together.show(72, y, 10, line, run{font: int32(i)})
		x := float32(72)
		for _, r := range line {
			x = apart.show(x, y, 10, string(r), run{font: int32(i)})
		}
	}
	require.Equal(t, pageOf(t, together), pageOf(t, apart))
}

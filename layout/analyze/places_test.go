package analyze_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

func TestPlacesLeadFromTextToGlyphs(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(200, 100, 10, "second half") // painted before the first
	p.show(72, 100, 10, "The first and")
	p.words(72, 112, 10, "set by moving the pen", run{font: noSpace})
	p.show(72, 124, 10, "caf´e") // the accent after its letter
	mark := p.addMark(layout.Mark{Parent: -1, MCID: -1, ActualText: "gon", HasActual: true})
	x := p.show(72, 136, 10, "poly")
	p.show(x, 136, 10, "xyz", run{mark: mark})
	got, err := analyze.Page(t.Context(), &p.Content, analyze.Options{KeepPlaces: true})
	require.NoError(t, err)
	require.NotEmpty(t, got.Lines)
	var words []string // the glyphs of a word are one place
	for i := range got.Lines {
		l := &got.Lines[i]
		at, shown := l.Start, ""
		for _, place := range got.LinePlaces(i) {
			require.GreaterOrEqual(t, place.Start, at)
			require.Empty(t, strings.TrimSpace(got.Text[at:place.Start]))
			at = place.End
			text := got.Text[place.Start:place.End]
			shown += text
			own := ""
			for _, g := range p.Glyphs[place.Glyph : place.Glyph+place.Count] {
				own += string(g.Char)
			}
			switch g := p.Glyphs[place.Glyph]; {
			case text == "gon":
				require.EqualValues(t, 3, place.Count)
				words = append(words, text)
			case place.Count > 1:
				require.Equal(t, own, text)
				words = append(words, text)
			default:
				require.True(t, string(g.Char) == text || text == "é" && g.Char == 'e', "%q for %q", g.Char, text)
			}
		}
		require.Empty(t, strings.TrimSpace(got.Text[at:l.End]))
		require.Positive(t, utf8.RuneCountInString(shown))
	}
	require.Equal(t, []string{"The", "first", "and", "second", "half", "set", "by", "moving", "the", "pen", "caf´e", "poly", "gon"}, words)
	without, err := analyze.Page(t.Context(), &p.Content, analyze.Options{})
	require.NoError(t, err)
	require.Empty(t, without.Places)
	require.Equal(t, without.Text, got.Text)
}

package recognise_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/layout"
)

// sheet is a page that a test builds and has judged.
type sheet struct{ layout.Content }

func newSheet() *sheet { return &sheet{layout.Content{Width: 600, Height: 800}} }

// text adds a run of text at height y.
func (s *sheet) text(y float32, text string, flags layout.RunFlags) *sheet {
	run := layout.Run{First: int32(len(s.Glyphs)), Flags: flags, Clip: -1}
	for i, r := range text {
		s.Glyphs = append(s.Glyphs, layout.Glyph{X: float32(i), Y: y, Char: r, Code: uint32(r)})
	}
	run.Count = int32(len(s.Glyphs)) - run.First
	s.Runs = append(s.Runs, run)
	return s
}

// unmapped adds n glyphs without Unicode, of so many different codes.
func (s *sheet) unmapped(n, codes int) *sheet {
	s.Strings = append(s.Strings, "")
	run := layout.Run{First: int32(len(s.Glyphs)), Count: int32(n), Flags: layout.Unmapped, Clip: -1}
	for i := range n {
		s.Glyphs = append(s.Glyphs, layout.Glyph{Y: 400, Char: ^int32(len(s.Strings) - 1), Code: uint32(i % codes)})
	}
	s.Runs = append(s.Runs, run)
	return s
}

// image adds an image that covers a share of the page from its top.
func (s *sheet) image(share float32) *sheet {
	s.Images = append(s.Images, layout.Image{Box: layout.Rect{X1: 600, Y1: 800 * share}, Clip: -1})
	return s
}

// letters adds n shapes of one curve each.
func (s *sheet) letters(n int) *sheet {
	for range n {
		s.Paths = append(s.Paths, layout.Path{First: int32(len(s.Segments)), Count: 2, Op: layout.Fill})
		s.Segments = append(s.Segments, layout.Segment{Verb: layout.MoveTo}, layout.Segment{Verb: layout.CurveTo})
	}
	return s
}

const prose = "The harbour of Kestrelby reviews the temporary vessel, in 1999."

func TestJudge(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		page   *sheet
		reason string
		drop   bool
	}{
		"an empty page":                            {newSheet(), "", false},
		"text":                                     {newSheet().text(300, prose, 0), "", false},
		"a picture":                                {newSheet().image(1), "it is a picture without text", false},
		"a picture and a stamp in the margin":      {newSheet().image(1).text(790, prose+prose, 0), "it is a picture without text", false},
		"a picture and the text read from it":      {newSheet().image(1).text(300, prose, layout.Covered|layout.Transcript), "", false},
		"a picture over a template":                {newSheet().image(1).text(300, prose, layout.Covered), "it is a picture without text", false},
		"a picture and text that cannot be seen":   {newSheet().image(1).text(300, prose, layout.OffPage), "it is a picture without text", false},
		"a ground of text":                         {newSheet().image(1).text(300, prose, 0), "", false},
		"a slide of photographs with a title":      {newSheet().image(0.85).text(300, "Thank you", 0), "", false},
		"a receipt":                                {newSheet().image(0.3), "it has a picture and no text", false},
		"a receipt and a word":                     {newSheet().image(0.3).text(300, "Receipt", 0), "", false},
		"a logo":                                   {newSheet().image(0.05), "", false},
		"an image that cannot be seen":             {&sheet{layout.Content{Width: 600, Height: 800, Images: []layout.Image{{Box: layout.Rect{X1: 600, Y1: 800}, Clip: -1, Flags: layout.OffPage}}}}, "", false},
		"text as shapes":                           {newSheet().letters(100), "its text is painted as shapes", false},
		"a poster of shapes with a name in text":   {newSheet().letters(400).text(300, "by Ann", 0), "its text is painted as shapes", false},
		"a plot with labels":                       {newSheet().letters(100).text(300, "1 2 3 4 5 6", 0), "", false},
		"a drawing":                                {newSheet().letters(20), "", false},
		"glyphs without Unicode":                   {newSheet().unmapped(60, 20).text(300, "12", 0), "97 % of its characters have no Unicode", true},
		"a few bullets without Unicode":            {newSheet().unmapped(10, 10).text(300, prose, 0), "", false},
		"a plot whose points are glyphs":           {newSheet().unmapped(2000, 2).text(300, prose, 0), "", false},
		"private characters":                       {newSheet().text(300, strings.Repeat("\uf001\uf002\uf003\uf004\uf005", 20), 0), "100 % of its characters have no Unicode", true},
		"an encoding that is not named":            {newSheet().text(300, strings.Repeat("Ä¿¡¡¼¹ØÓÚ£±", 9), 0), "its text is in an encoding that the font does not name", true},
		"a listing indented by spaces of no break": {newSheet().text(300, strings.Repeat("\u00a0\u00a0\u00a0i()", 40), 0), "", false},
		"a table of contents":                      {newSheet().text(300, "Introduction"+strings.Repeat(".", 200)+"17", 0), "", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, recognise.Verdict{Reason: c.reason, Drop: c.drop}, recognise.Judge(&c.page.Content))
		})
	}
}

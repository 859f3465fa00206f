package analyze_test

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// page builds a Content as a producer would: runs of glyphs whose advances are
// those of a plain font, half an em but for a few narrow letters.
type page struct {
	layout.Content
}

// The fonts of every test page.
const (
	roman = iota
	bold
	mono
	noSpace // a font without a space glyph, as TeX has them
)

func newPage() *page {
	return &page{layout.Content{
		Page: 1, Width: 612, Height: 792,
		Fonts: []*layout.Font{
			{Name: "Text-Roman", Ascent: 0.75, Descent: -0.25, Space: 0.25, Serif: true},
			{Name: "Text-Bold", Ascent: 0.75, Descent: -0.25, Space: 0.25, Bold: true},
			{Name: "Code", Ascent: 0.75, Descent: -0.25, Space: 0.5, Mono: true},
			{Name: "CMR10", Ascent: 0.75, Descent: -0.25, Serif: true},
		},
		Paints: []layout.Paint{{FillAlpha: 1, StrokeAlpha: 1, LineWidth: 0.5}},
	}}
}

// advance is the width of r in ems.
func advance(r rune) float32 {
	switch {
	case r == ' ', r == 0xA0:
		return 0.25
	case strings.ContainsRune("iljt.,:;!'|()-", r):
		return 0.3
	case r < 0x20 && r != '\t', r >= 0x202A && r <= 0x202E, r == 0xFEFF, r >= 0x300 && r <= 0x36F, r >= 0x5B0 && r <= 0x5C7, r >= 0x64B && r <= 0x652:
		return 0
	case r >= 0x2E80:
		return 1
	}
	return 0.5
}

// run is what show may vary; the zero value is plain.
type run struct {
	font  int32
	mark  int32 // +1, so that the zero value has none
	turn  int   // quarter turns clockwise
	flags layout.RunFlags
	space float32 // added between glyphs without telling, points
	char  float32 // character spacing, told
}

// show adds a run of text at x, y and returns where the pen is then.
func (p *page) show(x, y, size float32, text string, how ...run) float32 {
	var h run
	if len(how) > 0 {
		h = how[0]
	}
	dx, dy := [...]float32{1, 0, -1, 0}[h.turn], [...]float32{0, 1, 0, -1}[h.turn]
	r := layout.Run{
		First: int32(len(p.Glyphs)), Font: h.font, Clip: -1, Mark: h.mark - 1, Size: size,
		Em:    [4]float32{size * dx, size * dy, size * dy, -size * dx},
		Flags: h.flags, CharSpace: h.char,
	}
	vertical := h.flags&layout.VerticalMode != 0
	if vertical {
		dx, dy = 0, 1
	}
	for _, c := range text {
		w := advance(c) * size
		if vertical {
			w = size
		}
		p.Glyphs = append(p.Glyphs, layout.Glyph{X: x, Y: y, Advance: w, Char: c, Code: uint32(c)})
		x += dx * (w + h.space + h.char)
		y += dy * (w + h.space + h.char)
	}
	r.Count = int32(len(p.Glyphs)) - r.First
	p.Items = append(p.Items, layout.Item{Kind: layout.KindRun, Index: int32(len(p.Runs))})
	p.Runs = append(p.Runs, r)
	return x + y*dy
}

// width is how wide show sets text.
func width(text string, size float32) float32 {
	w := float32(0)
	for _, r := range text {
		w += advance(r) * size
	}
	return w
}

// words shows text without space glyphs, moving the pen instead.
func (p *page) words(x, y, size float32, text string, how run) {
	for _, w := range strings.Fields(text) {
		x = p.show(x, y, size, w, how) + 0.3*size
	}
}

// flow sets text in lines of the given measure, justified but for the last, and
// returns the baseline of the line after it.
func (p *page) flow(x, y, measure, size float32, text string) float32 {
	line := ""
	set := func(last bool) {
		words := strings.Fields(line)
		space := 0.25 * size
		if slack := measure - width(line, size); !last && len(words) > 1 {
			space += slack / float32(len(words)-1)
		}
		at := x
		for _, w := range words {
			at = p.show(at, y, size, w, run{font: noSpace}) + space
		}
		y += 1.2 * size
	}
	for _, w := range strings.Fields(text) {
		if line != "" && width(line+" "+w, size) > measure {
			set(false)
			line = ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	if line != "" {
		set(true)
	}
	return y
}

// addMark adds a marked-content sequence and returns its value for run.mark.
func (p *page) addMark(m layout.Mark) int32 {
	p.Marks = append(p.Marks, m)
	return int32(len(p.Marks))
}

// rule adds a stroked level line.
func (p *page) rule(x0, x1, y float32) {
	p.Paths = append(p.Paths, layout.Path{
		First: int32(len(p.Segments)), Count: 2, Box: layout.Rect{X0: x0, Y0: y, X1: x1, Y1: y},
		Op: layout.Stroke, Clip: -1, Mark: -1,
	})
	p.Segments = append(p.Segments,
		layout.Segment{Verb: layout.MoveTo, P: [3]layout.Point{{X: x0, Y: y}}},
		layout.Segment{Verb: layout.LineTo, P: [3]layout.Point{{X: x1, Y: y}}})
}

const lorem = "The river that runs through the valley has been known to the people of the upper villages for many " +
	"hundreds of years. Its water is cold even in the height of summer and the fish that live in it are small " +
	"but plentiful. Nobody has ever built a bridge across the gorge because the walls are too steep and the " +
	"stone is too soft to carry the weight of an arch. In winter the gorge fills with snow and the river " +
	"disappears under it for weeks at a time until the first warm wind of the year comes up from the south."

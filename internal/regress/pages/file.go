package pages

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"reflect"

	"github.com/pagelift/pagelift/layout"
)

// The file of a case is JSON, packed. What a page has thousands of stands in columns of whole
// numbers, each as its difference from what is to be expected: from the one before it, for a glyph
// from where the pen is, and from the width and the code that its character had before.

// perPoint is how many units of a file a point has, and perEm how many an em has. Finer
// places than these no page shows.
const (
	perPoint = 100
	perEm    = 1000
)

// filed is a case in its file.
type filed struct {
	Case
	Items    []itemColumns
	Glyphs   []glyphColumns
	Segments []segmentColumns
	Shapes   []map[int]map[uint32]shape // of each page and font
}

// itemColumns are the painted things of a page.
type itemColumns struct{ Kind, Index []int }

// glyphColumns are the glyphs of a page.
type glyphColumns struct{ X, Y, Advance, Char, Code []int }

// segmentColumns are the steps of the paths of a page, with the points that they use.
type segmentColumns struct{ Verb, X, Y []int }

// shape is what the program of a font knows about a glyph.
type shape struct {
	Ink  *[4]float32      `json:",omitempty"`
	Math *layout.MathChar `json:",omitempty"`
}

// shapes is the layout.Shapes of a font of a case.
type shapes map[uint32]shape

// Ink implements layout.Shapes.
func (s shapes) Ink(code uint32) (layout.Rect, bool) {
	if ink := s[code].Ink; ink != nil {
		return layout.Rect{X0: ink[0], Y0: ink[1], X1: ink[2], Y1: ink[3]}, true
	}
	return layout.Rect{}, false
}

// Math implements layout.Shapes.
func (s shapes) Math(code uint32) (layout.MathChar, bool) {
	if m := s[code].Math; m != nil {
		return *m, true
	}
	return layout.MathChar{}, false
}

// Read reads a case from its file.
func Read(path string) (*Case, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return decode(src)
}

// decode reads a case from the bytes of its file.
func decode(src []byte) (*Case, error) {
	r, err := gzip.NewReader(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	var f filed
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return nil, err
	}
	for i, c := range f.Pages {
		c.Items, c.Glyphs, c.Segments = f.Items[i].items(), f.Glyphs[i].glyphs(c.Runs), f.Segments[i].segments()
		for j, font := range c.Fonts {
			if known := f.Shapes[i][j]; known != nil && font != nil {
				font.Shapes = shapes(known)
			}
		}
	}
	return &f.Case, nil
}

// Encode returns the bytes of the file of a case, in which places are as fine as the file has them.
func Encode(c *Case) ([]byte, error) {
	f := filed{Case: *c}
	f.Pages = nil
	for _, page := range c.Pages {
		f.Items = append(f.Items, itemsOf(page.Items))
		f.Glyphs = append(f.Glyphs, columnsOf(page))
		f.Segments = append(f.Segments, stepsOf(page.Segments))
		known := map[int]map[uint32]shape{}
		for i, font := range page.Fonts {
			if s, ok := font.Shapes.(shapes); ok {
				known[i] = s
			}
		}
		f.Shapes = append(f.Shapes, known)
		bare := *page
		bare.Items, bare.Glyphs, bare.Segments, bare.Warnings = nil, nil, nil, nil
		f.Pages = append(f.Pages, &bare)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(&f)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func itemsOf(items []layout.Item) (c itemColumns) {
	for _, it := range items {
		c.Kind, c.Index = append(c.Kind, int(it.Kind)), append(c.Index, int(it.Index))
	}
	differences(c.Index)
	return c
}

func (c itemColumns) items() []layout.Item {
	sums(c.Index)
	items := make([]layout.Item, len(c.Kind))
	for i := range items {
		items[i] = layout.Item{Kind: layout.Kind(c.Kind[i]), Index: int32(c.Index[i])}
	}
	return items
}

// A pen is what is to be expected of the next glyph.
type pen struct {
	x, y int
	seen map[letter][2]int // the advance and the code that a character had last
}

// eachGlyph calls f with every glyph of a page, in the order in which they stand, and the number of its font.
func eachGlyph(runs []layout.Run, n int, f func(i, font int)) {
	at := 0
	for r := range runs {
		for ; at < int(runs[r].First+runs[r].Count) && at < n; at++ {
			f(at, int(runs[r].Font))
		}
	}
	for ; at < n; at++ { // glyphs of no run
		f(at, -1)
	}
}

func columnsOf(p *layout.Content) (c glyphColumns) {
	next := pen{seen: map[letter][2]int{}}
	eachGlyph(p.Runs, len(p.Glyphs), func(i, font int) {
		g := &p.Glyphs[i]
		x, y, advance, key := units(g.X), units(g.Y), units(g.Advance), letter{font, g.Char}
		was := next.seen[key]
		c.X, c.Y = append(c.X, x-next.x), append(c.Y, y-next.y)
		c.Advance, c.Code = append(c.Advance, advance-was[0]), append(c.Code, int(g.Code)-was[1])
		c.Char = append(c.Char, int(g.Char))
		next.x, next.y, next.seen[key] = x+advance, y, [2]int{advance, int(g.Code)}
	})
	return c
}

func (c glyphColumns) glyphs(runs []layout.Run) []layout.Glyph {
	glyphs := make([]layout.Glyph, len(c.X))
	next := pen{seen: map[letter][2]int{}}
	eachGlyph(runs, len(glyphs), func(i, font int) {
		key := letter{font, rune(c.Char[i])}
		was := next.seen[key]
		x, y, advance, code := next.x+c.X[i], next.y+c.Y[i], was[0]+c.Advance[i], was[1]+c.Code[i]
		glyphs[i] = layout.Glyph{X: points(x), Y: points(y), Advance: points(advance), Char: rune(c.Char[i]), Code: uint32(code)}
		next.x, next.y, next.seen[key] = x+advance, y, [2]int{advance, code}
	})
	return glyphs
}

func stepsOf(segments []layout.Segment) (c segmentColumns) {
	for i := range segments {
		s := &segments[i]
		c.Verb = append(c.Verb, int(s.Verb))
		for _, p := range s.P[:pointsOf(s.Verb)] {
			c.X, c.Y = append(c.X, units(p.X)), append(c.Y, units(p.Y))
		}
	}
	differences(c.X)
	differences(c.Y)
	return c
}

func (c segmentColumns) segments() []layout.Segment {
	sums(c.X)
	sums(c.Y)
	segments := make([]layout.Segment, len(c.Verb))
	at := 0
	for i := range segments {
		s := &segments[i]
		s.Verb = layout.Verb(c.Verb[i])
		for j := range s.P[:pointsOf(s.Verb)] {
			s.P[j] = layout.Point{X: points(c.X[at]), Y: points(c.Y[at])}
			at++
		}
	}
	return segments
}

// pointsOf returns how many points a step has.
func pointsOf(v layout.Verb) int {
	switch v {
	case layout.CurveTo:
		return 3
	case layout.Close:
		return 0
	}
	return 1
}

func units(v float32) int    { return int(math.Round(float64(v) * perPoint)) }
func points(v int) float32   { return float32(v) / perPoint }
func ems(v float32) float32  { return float32(math.Round(float64(v)*perEm) / perEm) }
func fine(v float32) float32 { return points(units(v)) }

// differences replaces each number but the first by what it is more than the one before it.
func differences(column []int) {
	for i := len(column) - 1; i > 0; i-- {
		column[i] -= column[i-1]
	}
}

// sums undoes differences.
func sums(column []int) {
	for i := 1; i < len(column); i++ {
		column[i] += column[i-1]
	}
}

// round makes every number of a value as fine as the file of a case has it: matrices and the
// measures of fonts by perEm, all others by perPoint.
func round(v reflect.Value, to func(float32) float32) {
	switch v.Kind() {
	case reflect.Float32:
		if f := float32(v.Float()); !math.IsInf(float64(f), 0) && !math.IsNaN(float64(f)) {
			v.SetFloat(float64(to(f)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			round(v.Elem(), to)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			round(v.Index(i), to)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[layout.Matrix]() || v.Type() == reflect.TypeFor[layout.Font]() {
			to = ems
		}
		for i := range v.NumField() {
			as := to
			if v.Type().Field(i).Name == "Em" {
				as = ems
			}
			round(v.Field(i), as)
		}
	default: // holds no number, or none that is a place
	}
}

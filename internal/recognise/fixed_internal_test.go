package recognise

import (
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pitch is the advance of typeset letters of fixed width, in pixels.
const pitch = 14

// typeset paints text as bars, each as wide as its letter. They stand in the cells of a typewriter or
// side by side. It returns the line that an engine reads there.
func typeset(img *image.Gray, text string, x, y int, fixed bool) line {
	var words []word
	x0 := x
	for i, part := range strings.Split(text, " ") {
		if i > 0 {
			x += pitch
		}
		box := image.Rectangle{}
		for _, r := range part {
			ink := int(10*breadth(r)) - 4 // 2 to 11
			at := x + 2
			if fixed {
				at = x + (pitch-ink)/2
			}
			bar := image.Rect(at, y, at+ink, y+18)
			fill(img, bar, square)
			box = box.Union(bar)
			x += pitch
			if !fixed {
				x = at + ink + 2
			}
		}
		if part != "" {
			words = append(words, word{text: part, box: box})
		}
	}
	l := row(words...)
	l.box.Min.X = min(l.box.Min.X, x0)
	return l
}

func TestTypeOfFixedWidthIsKnownByItsSteps(t *testing.T) {
	t.Parallel()
	type given struct {
		text      string
		fixed     bool
		paragraph int32
	}
	const f, p = true, false
	cases := map[string]struct {
		lines []given
		want  []bool
	}{
		"a program": {
			[]given{{"for item in files", f, 0}, {"    }", f, 0}, {"    write(item)", f, 0}, {"The list is written as it is", p, 1}},
			[]bool{true, true, true, false},
		},
		"running text":           {[]given{{"The harbour will still be filled in winter", p, 0}, {"while little is known of it", p, 0}}, []bool{false, false}},
		"one short line":         {[]given{{"make install", f, 0}}, []bool{false}},
		"two short lines":        {[]given{{"make install", f, 0}, {"Then this", p, 1}, {"install firmly", f, 2}}, []bool{true, false, true}},
		"numbers":                {[]given{{"120451 230915 451209 871203", f, 0}, {"120451 230915 451209 871203", f, 0}}, []bool{false, false}},
		"a name in a paragraph":  {[]given{{"The list of all files is in", p, 0}, {"/share/documents/mailing/lists.text", f, 0}, {"since last winter", p, 0}}, []bool{false, false, false}},
		"a command between such": {[]given{{"The list of all files is in", p, 0}, {"find documents mailing lists", f, 1}, {"since last winter", p, 2}}, []bool{false, true, false}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := sheet(900, 300)
			w := &words{}
			for i, g := range c.lines {
				l := typeset(img, g.text, 20, 20+40*i, g.fixed)
				l.paragraph = g.paragraph
				w.lines = append(w.lines, l)
			}
			k := newInk(img)
			w.findFixed(&k)
			var got []bool
			for i := range w.lines {
				got = append(got, w.lines[i].pitch > 0)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestWordsOfFixedWidthStandInTheirCells(t *testing.T) {
	t.Parallel()
	img := sheet(900, 300)
	w := &words{lines: []line{typeset(img, "for item in all files", 20, 20, true), typeset(img, "    write(item)", 20, 60, true)}}
	w.lines[0].words[2].text, w.lines[0].words[2].chars = "inside", 6 // more than there is room for
	k := newInk(img)
	w.findFixed(&k)
	at := func(l, i int) [2]int { return [2]int{w.lines[l].words[i].box.Min.X, w.lines[l].words[i].box.Max.X} }
	require.Equal(t, [2]int{20, 20 + 3*pitch}, at(0, 0))
	require.Equal(t, [2]int{20 + 4*pitch, 20 + 8*pitch}, at(0, 1))
	require.Less(t, at(0, 2)[1], at(0, 3)[0], "words that do not fit keep their places")
	require.Equal(t, [2]int{20 + 4*pitch, 20 + 15*pitch}, at(1, 0))
}

// A hostile engine may say anything: boxes in any order, letters that are not there.
func FuzzFixed(f *testing.F) {
	f.Add("for item in files", int16(20), int16(3), true)
	f.Add("The harbour", int16(-3), int16(900), false)
	f.Fuzz(func(t *testing.T, text string, x, width int16, fixed bool) {
		img := sheet(400, 60)
		bounds := img.Rect
		l := typeset(img, text[:min(len(text), 40)], 20, 20, fixed)
		l.words = append(l.words, word{text: text, chars: len([]rune(text)), box: image.Rect(int(x), 10, int(x)+int(width), 40).Intersect(bounds)})
		w := &words{}
		for _, v := range l.words {
			v.box = v.box.Intersect(bounds)
			if v.chars > 0 && v.chars <= mostChars && !v.box.Empty() {
				w.lines = append(w.lines, row(v, v))
			}
		}
		k := newInk(img)
		w.findFixed(&k)
		for i := range w.lines {
			for _, v := range w.lines[i].words {
				require.Less(t, v.box.Min.X, v.box.Max.X)
				require.Greater(t, v.box.Min.X, -mostChars*bounds.Dx())
				require.Less(t, v.box.Max.X, mostChars*bounds.Dx())
			}
		}
	})
}

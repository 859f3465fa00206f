package recognise

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
)

func TestWordsWhoseBoxesMeetAreParted(t *testing.T) {
	t.Parallel()
	words := func(first, second string, direction ocr.Direction, ends int) line {
		return line{direction: direction, words: []word{
			{text: first, box: image.Rect(0, 0, ends, 20)}, {text: second, box: image.Rect(62, 0, 77, 20)}, {text: "single", box: image.Rect(98, 0, 180, 20)},
		}}
	}
	const em = 40 // .12 of which are 5 pixels
	for name, c := range map[string]struct {
		line line
		gaps []int
	}{
		"they nearly meet":    {words("had", "a", ocr.LeftToRight, 60), []int{6, 21}},
		"one lies on another": {words("had", "a", ocr.LeftToRight, 65), []int{5, 21}},
		"apart":               {words("had", "a", ocr.LeftToRight, 55), []int{7, 21}},
		"ideographs":          {words("\u4e8c", "\u4e00", ocr.LeftToRight, 60), []int{2, 21}},
		"in columns":          {words("had", "a", ocr.TopToBottom, 60), []int{2, 21}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := c.line
			l.part(em)
			for i, gap := range c.gaps {
				require.Equal(t, gap, l.words[i+1].box.Min.X-l.words[i].box.Max.X)
			}
		})
	}
}

// inked returns a picture with these stretches of ink across it, and their word.
func inked(text string, runs ...[2]int) (*ink, *word) {
	img := image.NewGray(image.Rect(0, 0, 200, 20))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for _, r := range runs {
		for y := range 20 {
			for x := r[0]; x < r[1]; x++ {
				img.Pix[y*img.Stride+x] = 0
			}
		}
	}
	k := newInk(img)
	return &k, &word{text: text, chars: len(text), box: image.Rect(runs[0][0], 0, runs[len(runs)-1][1], 20)}
}

func TestWordsWithASpaceInThePictureAreParted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		runs [][2]int
		want string // "" for one word
	}{
		"a run for each letter":   {"hada", [][2]int{{0, 10}, {12, 22}, {24, 34}, {42, 52}}, "had a"},
		"letters that touch":      {"hada", [][2]int{{0, 22}, {24, 34}, {42, 52}}, "had a"},
		"one word":                {"hada", [][2]int{{0, 10}, {12, 22}, {24, 34}, {36, 46}}, ""},
		"letters set apart":       {"hada", [][2]int{{0, 10}, {16, 26}, {32, 42}, {50, 60}}, ""},
		"a speck beside the word": {"had", [][2]int{{0, 22}, {24, 34}, {44, 47}}, ""},
		"a number":                {"1001", [][2]int{{0, 10}, {12, 22}, {24, 34}, {42, 52}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, v := inked(c.text, c.runs...)
			a, b, ok := v.split(k, 10)
			require.Equal(t, c.want != "", ok)
			if ok {
				require.Equal(t, c.want, a.text+" "+b.text)
				require.Less(t, a.box.Max.X, b.box.Min.X)
			}
		})
	}
}

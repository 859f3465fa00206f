package convert_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// letters are outlines of capitals, 7 units high and 5 wide.
var letters = map[rune]string{
	'V': "0 7 m 2 0 l 3 0 l 5 7 l 4 7 l 2.5 1.5 l 1 7 l h ",
	'A': "0 0 m 2 7 l 3 7 l 5 0 l 4 0 l 3.5 2 l 1.5 2 l 1 0 l h ",
	'L': "0 0 m 0 7 l 1 7 l 1 1 l 4 1 l 4 0 l h ",
	'U': "0 7 m 0 0 l 5 0 l 5 7 l 4 7 l 4 1 l 1 1 l 1 7 l h ",
	'E': "0 0 m 0 7 l 4 7 l 4 6 l 1 6 l 1 4 l 3 4 l 3 3 l 1 3 l 1 1 l 4 1 l 4 0 l h ",
	'-': "0 3 m 4 3 l 4 4 l 0 4 l h ",
}

// drawn returns a word drawn as outlines, each letter as a path of its own, 7 times scale high.
func drawn(x, y, scale float64, word string) string {
	var b strings.Builder
	for i, r := range word {
		fmt.Fprintf(&b, "q %g 0 0 %g %g %g cm %sf Q\n", scale, scale, x+6*scale*float64(i), y, letters[r])
	}
	return b.String()
}

// inOnePath returns a word drawn as one path.
func inOnePath(x, y float64, word string) string {
	return fmt.Sprintf("q 1 0 0 1 %g %g cm %sf Q\n", x, y, shifted(word))
}

var number = regexp.MustCompile(`(-?[0-9.]+) (-?[0-9.]+) ([ml]) `)

// shifted returns the outlines of word, side by side.
func shifted(word string) string {
	var b strings.Builder
	for i, r := range word {
		b.WriteString(number.ReplaceAllStringFunc(letters[r], func(s string) string {
			var x, y float64
			var op string
			_, _ = fmt.Sscan(s, &x, &y, &op)
			return fmt.Sprintf("%g %g %s ", x+6*float64(i), y, op)
		}))
	}
	return b.String()
}

// amid returns a page with text above and below a drawing.
func amid(content string) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	pdf.AddPage(testkit.Page{Fonts: fonts, Content: text("R", 10, 72, 740, "Text above what is drawn here.") + content + text("R", 10, 72, 600, "Text below what is drawn here.")})
	return pdf.Bytes()
}

// plainTags returns the tags of HTML without attributes.
func plainTags(html string) string {
	return regexp.MustCompile(`<(\w+)[^>]*>`).ReplaceAllString(html, "<$1>")
}

func TestWordsThatAreDrawnAreSeen(t *testing.T) {
	t.Parallel()
	line := func(word string) []byte {
		return amid(text("R", 10, 72, 700, "The drawn") + word + text("R", 10, 152, 700, "is among the words."))
	}
	rule := "0.5 w 72 690 200 20 re S 172 690 m 172 710 l S 72 670 200 20 re S 172 670 m 172 690 l S\n"
	cases := map[string]struct {
		document []byte
		want     string // stands in the HTML
	}{
		"in a line":              {line(drawn(119, 700, 1, "VALUE")), "The drawn <img> is among the words."},
		"in a line, one path":    {line(inOnePath(119, 700, "VALUE")), "The drawn <img> is among the words."},
		"at the end of a line":   {amid(text("R", 10, 72, 700, "The drawn") + drawn(119, 700, 1, "VALUE")), "The drawn <img></p>"},
		"a line of its own":      {amid(drawn(72, 700, 1.5, "VALUE")), "here.</p><figure><img></figure><p>Text below"},
		"two lines":              {amid(drawn(72, 700, 1, "VALUE") + drawn(72, 688, 1, "LAVA")), "here.</p><figure><img></figure><p>Text below"},
		"a fraction":             {line(drawn(119, 704.5, .6, "VAL") + "118 702 12 0.5 re f " + drawn(119, 696, .6, "LUE")), "The drawn <img> is among the words."},
		"a difference":           {line(drawn(119, 700, 1, "V-LE")), "The drawn <img> is among the words."},
		"alone in a cell":        {amid(rule + text("R", 10, 76, 696, "Name") + text("R", 10, 176, 696, "Sign") + text("R", 10, 76, 676, "Value") + drawn(176, 676, 1, "VALUE")), "Value</td><td><img></td>"},
		"on a panel":             {amid("0.9 0.9 0.5 rg 70 690 200 24 re f 0 g " + drawn(80, 698, 1.2, "VALUE")), "here.</p><figure><img></figure><p>Text below"},
		"in a frame of the page": {amid("20 20 572 752 re 24 24 564 744 re S " + drawn(72, 700, 1.5, "VALUE")), "here.</p><figure><img></figure><p>Text below"},
		"behind an upright bar":  {amid("72 690 4 24 re f " + drawn(80, 698, 1.2, "VALUE")), "here.</p><figure><img></figure><p>Text below"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(c.document), convert.DefaultOptions())
			require.NoError(t, err)
			require.Contains(t, plainTags(result.HTML), c.want)
			require.Equal(t, 1, strings.Count(result.HTML, "<img"))
		})
	}
}

func TestWhatIsDrawnAroundTextIsNoWord(t *testing.T) {
	t.Parallel()
	wave := "72 698 m"
	for i := range 20 {
		x := 72 + 6*float64(i)
		wave += fmt.Sprintf(" %g 696 %g 700 %g 698 c", x+2, x+4, x+6)
	}
	dot := func(y float64) string {
		return fmt.Sprintf("q 1 0 0 1 72 %g cm 0 2 m 2 4 l 4 2 l 2 0 l 1 1 l 3 1 l 2 2 l h f Q\n", y)
	}
	items := ""
	for i := range 4 {
		items += dot(700-14*float64(i)) + text("R", 10, 84, 700-14*float64(i), fmt.Sprintf("The item of number %d in a list.", i))
	}
	for name, content := range map[string]string{
		"a wavy underline":   wave + " S " + text("R", 10, 72, 700, "Words over a wave are wrong."),
		"bullets":            items,
		"a shadow of a word": "0.8 g " + drawn(73, 699, 1, "VALUE") + "0 g " + text("R", 10, 72, 700, "VALUE of a thing"),
		"white on white":     "1 g " + drawn(72, 700, 1, "VALUE") + "0 g ",
		"a rounded frame":    "q 0.5 w 80 690 m 200 690 l 205 690 205 695 205 700 c 205 710 200 712 195 712 c 80 712 l 75 712 72 708 72 704 c 72 695 75 690 80 690 c h S Q " + text("R", 10, 84, 698, "Framed words"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(amid(content)), convert.DefaultOptions())
			require.NoError(t, err)
			require.NotContains(t, result.HTML, "<img")
		})
	}
}

func TestARunningHeadThatIsDrawnIsSeenOnce(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	for i := range 4 {
		pdf.AddPage(testkit.Page{Fonts: fonts, Content: drawn(72, 770, 1, "VALUE") + text("R", 10, 72, 700, fmt.Sprintf("The text of page %d stands below its head.", i+1))})
	}
	result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), convert.DefaultOptions())
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(result.HTML, "<img"))
}

package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

const signFonts = fonts + " /C << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"

// signs returns a page with these contents and annotations.
func signs(content string, objects ...string) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	list := ""
	for _, o := range objects {
		list += fmt.Sprintf("%d 0 R ", pdf.Add(o))
	}
	pdf.AddPage(testkit.Page{Content: content, Fonts: signFonts, Extra: "/Annots [" + list + "]"})
	return pdf.Bytes()
}

func TestNothingIsStruckOutButWhatThePageStrikesOut(t *testing.T) {
	t.Parallel()
	fee := text("C", 10, 72, 700, "The fee is one hundred and fifty a year.")
	cases := map[string]struct {
		document []byte
		want     string // "" if nothing is struck out
	}{
		"the bar of a fraction": {signs(text("R", 10, 72, 700, "The share is") + text("R", 7, 132, 704, "13") + text("R", 7, 132, 695.5, "24") +
			"0.5 w 131 702 m 141 702 l S " + text("R", 10, 144, 700, "of everything that was there.")), ""},
		"an underline of the line above": {signs(text("R", 16, 72, 708, "The heading") + "0.5 w 72 706 m 148 706 l S " + text("C", 9, 72, 697, "Text right below.")), ""},
		"a line through words":           {signs(fee + "0.5 w 138 702.6 m 228 702.6 l S "), "<s>one hundred and</s>"},
		"a line painted as a rectangle":  {signs(fee + "138 702.3 90 0.6 re f "), "<s>one hundred and</s>"},
		"an annotation": {signs(fee, "<< /Type /Annot /Subtype /StrikeOut /Rect [138 697 228 710] /C [1 0 0] /QuadPoints [138 710 228 710 138 697 228 697] >>"),
			"<s>one hundred and</s>"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(c.document), convert.DefaultOptions())
			require.NoError(t, err)
			if c.want == "" {
				require.NotContains(t, result.HTML, "<s>")
			} else {
				require.Contains(t, result.HTML, c.want)
			}
		})
	}
}

// tickable returns a square of 9 points with a mark drawn in it.
func tickable(x, y float64, mark string) string {
	return fmt.Sprintf("q 1 0 0 1 %g %g cm 0 0 9 9 re S %s Q\n", x, y, mark)
}

// comb returns boxes with a letter in each. step is the distance of their left edges.
func comb(x, step float64, letters string) string {
	content := ""
	for i := range letters {
		content += tickable(x, 698, "") + text("R", 9, x+1.3, 699.5, letters[i:i+1])
		x += step
	}
	return content
}

// circle returns a round path of radius r, painted with op.
func circle(x, y, r float64, op string) string {
	k := 0.5523 * r
	return fmt.Sprintf("%g %g m %g %g %g %g %g %g c %g %g %g %g %g %g c %g %g %g %g %g %g c %g %g %g %g %g %g c h %s\n", x+r, y,
		x+r, y+k, x+k, y+r, x, y+r, x-k, y+r, x-r, y+k, x-r, y, x-r, y-k, x-k, y-r, x, y-r, x+k, y-r, x+r, y-k, x+r, y, op)
}

// sides returns a square of 9 points, drawn with four lines.
func sides(x, y float64) string {
	return fmt.Sprintf("q 1 0 0 1 %g %g cm .5 w 0 0 m 9 0 l S 9 0 m 9 9 l S 9 9 m 0 9 l S 0 9 m 0 0 l S Q\n", x, y)
}

// framed returns a square of 9 points, painted in white inside a black one.
func framed(x, y float64) string {
	return fmt.Sprintf("q 1 0 0 1 %g %g cm 0 g 0 0 9 9 re f 1 g .8 .8 7.4 7.4 re f Q\n", x, y)
}

func TestNothingVanishesInTickedBoxes(t *testing.T) {
	t.Parallel()
	const cross, tick, full = "0 0 m 9 9 l S 0 9 m 9 0 l S", "1.5 4.5 m 4 1.5 l 8 9.5 l S", "2 2 5 5 re f"
	asked := text("R", 11, 72, 700, "Do you agree?")
	answers := text("R", 11, 174, 700, "Yes") + text("R", 11, 224, 700, "No")
	row := func(x, y float64, box, label string) string {
		return tickable(x, y, box) + text("R", 11, x+14, y+2, label)
	}
	rules := ""
	for _, y := range []int{610, 640, 670, 700} {
		rules += fmt.Sprintf("0.5 w 70 %d m 370 %d l S\n", y, y)
	}
	for _, x := range []int{70, 170, 270, 370} {
		rules += fmt.Sprintf("0.5 w %d 610 m %d 700 l S\n", x, x)
	}
	nothingVanishes(t, map[string]vanishing{
		"crossed":               {document: signs(asked + tickable(160, 698, cross) + tickable(210, 698, "") + answers), want: []string{"Do you agree? ☒ Yes ☐ No"}},
		"crossed in one stroke": {document: signs(asked + tickable(160, 698, "1 1 m 8 8 l 1 8 m 8 1 l S") + tickable(210, 698, "") + answers), want: []string{"Do you agree? ☒ Yes ☐ No"}},
		"ticked":                {document: signs(asked + tickable(160, 698, "") + tickable(210, 698, tick) + answers), want: []string{"Do you agree? ☐ Yes ☑ No"}},
		"filled":                {document: signs(asked + tickable(160, 698, full) + tickable(210, 698, "") + answers), want: []string{"Do you agree? ☑ Yes ☐ No"}},
		"round": {document: signs(asked + circle(164, 703, 4.5, "S") + circle(214, 703, 4.5, "S") + circle(214, 703, 2, "f") + answers),
			want: []string{"Do you agree? ○ Yes ◉ No"}},
		"of four lines": {document: signs(asked + sides(160, 698) + "160 698 m 169 707 l S 160 707 m 169 698 l S " + sides(210, 698) + answers),
			want: []string{"Do you agree? ☒ Yes ☐ No"}},
		"white in a dark square": {document: signs(asked + framed(160, 698) + "1 w 162 700 m 167 705 l S 162 705 m 167 700 l S " + framed(210, 698) + answers),
			want: []string{"Do you agree? ☒ Yes ☐ No"}},
		"a letter typed into it": {document: signs(asked + tickable(160, 698, "") + text("R", 9, 161.3, 699.5, "X") + tickable(210, 698, "") + answers),
			want: []string{"Do you agree? ☒ Yes ☐ No"}},
		"two letters are text": {document: signs(asked + tickable(160, 698, "") + text("R", 5, 161, 700, "XI") + tickable(210, 698, "") + answers),
			want: []string{"XI", "Yes ☐ No"}},
		"a box for each letter":                      {document: signs(text("R", 11, 72, 700, "Postcode") + comb(122, 11, "XAX4")), want: []string{"Postcode X A X 4"}, absent: []string{"<u>", "☒"}},
		"boxes that touch":                           {document: signs(text("R", 11, 72, 700, "Postcode") + comb(122, 9, "XAX4")), want: []string{"Postcode X A X 4"}, absent: []string{"<u>", "☒"}},
		"a comb to be filled in":                     {document: signs(text("R", 11, 72, 700, "Postcode") + comb(122, 11, "    ") + text("R", 11, 172, 700, "and town")), want: []string{"Postcode", "and town"}, absent: []string{"☐"}},
		"one that is crossed beside one that is not": {document: signs(text("R", 11, 72, 700, "Member") + tickable(122, 698, cross) + tickable(134, 698, "")), want: []string{"Member ☒"}},
		"two between their words":                    {document: signs(text("R", 11, 72, 700, "Yes") + tickable(100, 698, cross) + tickable(112, 698, "") + text("R", 11, 128, 700, "No")), want: []string{"Yes ☒ ☐ No"}},
		"in a list": {document: signs(row(72, 698, cross, "I am a member") + row(72, 680, "", "I am a guest") + row(72, 662, tick, "I am neither")),
			want: []string{"☒ I am a member", "☐ I am a guest", "☑ I am neither"}},
		"in a table": {document: signs(rules + text("R", 11, 80, 680, "Question") + text("R", 11, 180, 680, "Answer") + text("R", 11, 280, 680, "Remark") +
			text("R", 11, 80, 650, "Member") + row(180, 648, cross, "Yes") + row(220, 648, "", "No") + text("R", 11, 280, 650, "since May") +
			text("R", 11, 80, 620, "Guest") + row(180, 618, "", "Yes") + row(220, 618, cross, "No") + text("R", 11, 280, 620, "never")),
			want: []string{"Member", "☒ Yes ☐ No", "since May", "☐ Yes ☒ No", "never"}},
	})
}

// symbols returns a page with /S as its font.
func symbols(font, content string) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	pdf.AddPage(testkit.Page{Content: content, Fonts: signFonts + " /S << /Type /Font " + font + " >>"})
	return pdf.Bytes()
}

func TestNothingVanishesInSymbolFonts(t *testing.T) {
	t.Parallel()
	options := text("S", 11, 72, 700, "T") + text("R", 11, 86, 700, "Yes") + text("S", 11, 120, 700, "\xa3") + text("R", 11, 134, 700, "No")
	arrow := text("R", 11, 72, 700, "Press Start") + text("S", 11, 132, 700, "\xd5") + text("R", 11, 148, 700, "Settings to begin.")
	nothingVanishes(t, map[string]vanishing{
		"boxes of Wingdings 2": {document: symbols("/Subtype /TrueType /BaseFont /ABCDEF+Wingdings2 /Encoding /WinAnsiEncoding", options), want: []string{"☒ Yes □ No"}},
		"an arrow of Dingbats": {document: symbols("/Subtype /Type1 /BaseFont /ZapfDingbatsITC", arrow), want: []string{"Press Start → Settings to begin."}},
	})
}

// TestBulletsThatSayYesOrNoStay, if the document has both kinds: what is included, and what is not.
func TestBulletsThatSayYesOrNoStay(t *testing.T) {
	t.Parallel()
	sheet := func(marks string) string {
		content := text("R", 11, 72, 730, "The price of the journey covers some things and does not cover others:")
		for i, label := range []string{"breakfast", "dinner", "drinks", "the ferry"} {
			y := 700 - 16*float64(i)
			content += text("S", 11, 72, y, marks[i:i+1]) + text("R", 11, 90, y, label)
		}
		return content
	}
	list := func(pages ...string) []byte {
		pdf := &testkit.PDF{Catalog: "/Lang (en)"}
		for _, marks := range pages {
			pdf.AddPage(testkit.Page{Content: sheet(marks), Fonts: signFonts + " /S << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>"})
		}
		return pdf.Bytes()
	}
	nothingVanishes(t, map[string]vanishing{
		"crosses on the next page": {document: list("3333", "7878"), want: []string{"✓ breakfast", "✓ the ferry", "✗ breakfast"}},
		"ticks and crosses":        {document: list("3378"), want: []string{"✓ breakfast", "✓ dinner", "✗ drinks", "✘ the ferry"}},
		"nothing but ticks":        {document: list("3333"), want: []string{"breakfast", "dinner", "drinks", "the ferry"}, absent: []string{"✓"}},
	})
	result, err := convert.Convert(t.Context(), bytes.NewReader(list("3378")), convert.DefaultOptions())
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(result.HTML, "<ul"), result.HTML)
}

// proof returns a page with a proof that ends in this sign, and a paragraph after it.
func proof(sign string) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	pdf.AddPage(testkit.Page{
		Content: text("R", 10, 72, 700, "Proof. Let us take any two of them that are not equal and call the greater one of them the first one.") +
			text("R", 10, 72, 688, "Then the difference is positive by what was shown above and so it is at least one, which we use below.") +
			text("R", 10, 72, 676, "It follows that the claim is true for all of them.") + sign +
			text("R", 10, 72, 652, "The next paragraph goes on with something else and it is as wide as the one before it, which was so."),
		Fonts: signFonts + " /S << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>" +
			" /Q << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [ 65 /uni25A1 ] >> >>",
	})
	return pdf.Bytes()
}

func TestNothingVanishesAtTheEndOfProofs(t *testing.T) {
	t.Parallel()
	const open, filled = "for all of them. □ The next paragraph", "for all of them. ■ The next paragraph"
	list := []string{"<ul>", "<li>"}
	nothingVanishes(t, map[string]vanishing{
		"an open square at the edge": {document: proof(text("Q", 10, 532, 676, "A")), want: []string{open}, absent: list},
		"a square in the line":       {document: proof(text("Q", 10, 300, 676, "A")), want: []string{open}, absent: list},
		"a square of Dingbats":       {document: proof(text("S", 10, 532, 676, "n")), want: []string{filled}, absent: list},
		"a square that is stroked":   {document: proof("0.5 w 532 676 6 6 re S "), want: []string{open}, absent: list},
		"a square that is filled":    {document: proof("532 676 6 6 re f "), want: []string{filled}, absent: list},
		"a square of four rules": {
			document: proof("532 676 0.4 6 re f 532 676 6 0.4 re f 532 681.6 6 0.4 re f 537.6 676 0.4 6 re f "),
			want:     []string{open}, absent: list,
		},
		"a square alone": {document: proof(text("Q", 10, 532, 630, "A")), want: []string{"□"}, absent: list},
	})
}

func TestCodeIsToldByEqualAdvances(t *testing.T) {
	t.Parallel()
	widths := strings.Repeat(" 600", 95)
	page := func(base string) []byte {
		pdf := &testkit.PDF{Catalog: "/Lang (en)"}
		pdf.AddPage(testkit.Page{
			Content: text("R", 11, 72, 700, "The program begins with the function of all programs:") +
				text("M", 10, 72, 680, "int main(void) {") + text("M", 10, 96, 668, "return first(will);") + text("M", 10, 72, 656, "}") +
				text("R", 11, 72, 630, "It ends with the brace."),
			Fonts: signFonts + " /M << /Type /Font /Subtype /Type1 /BaseFont /" + base + " /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [" + widths + "] >>",
		})
		return pdf.Bytes()
	}
	for _, base := range []string{"NimbusMonL-Regu", "ABCDEF+NimbusMonoPS-Regular", "ABCDEF+Unheard", "ABCDEF+f-0-0"} {
		result, err := convert.Convert(t.Context(), bytes.NewReader(page(base)), convert.DefaultOptions())
		require.NoError(t, err)
		require.Contains(t, result.HTML, "<pre><code>int main(void) {", base)
	}
}

func TestFewLettersOfOneWidthAreNoCode(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	pdf.AddPage(testkit.Page{
		Content: text("R", 11, 72, 700, "The totals of the year are these, and they are counted in tons:") + text("M", 11, 72, 680, "1,204 TONS 12.5"),
		Fonts: signFonts + " /M << /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Unheard /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [" +
			strings.Repeat(" 556", 24) + strings.Repeat(" 0", 20) + " 700 700 700" + strings.Repeat(" 0", 4) + " 700" + strings.Repeat(" 0", 43) + "] >>",
	})
	result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), convert.DefaultOptions())
	require.NoError(t, err)
	require.NotContains(t, result.HTML, "<code>")
}

// TestWordsDrawnLetterByLetterAreSeen on a panel, even if hardly any of their strokes is bent or slanted.
func TestWordsDrawnLetterByLetterAreSeen(t *testing.T) {
	t.Parallel()
	letter := map[rune]string{
		'H': "0 0 m 4 0 l 4 8 l 8 8 l 8 0 l 12 0 l 12 20 l 8 20 l 8 12 l 4 12 l 4 20 l 0 20 l h f ",
		'I': "0 0 m 12 0 l 12 4 l 8 4 l 8 16 l 12 16 l 12 20 l 0 20 l 0 16 l 4 16 l 4 4 l 0 4 l h f ",
		'L': "0 0 m 12 0 l 12 4 l 4 4 l 4 20 l 0 20 l h f ",
		'N': "0 0 m 4 0 l 4 12 l 8 0 l 12 0 l 12 20 l 8 20 l 8 8 l 4 20 l 0 20 l h f ",
		'T': "4 0 m 8 0 l 8 16 l 12 16 l 12 20 l 0 20 l 0 16 l 4 16 l h f ",
	}
	panel := ".1 .5 .9 rg 72 500 240 160 re f 1 g "
	drawn := func(word string) (s string) {
		for i, r := range word {
			s += fmt.Sprintf("q 1 0 0 1 %d 638 cm %s Q ", 90+18*i, letter[r])
		}
		return s
	}
	for name, c := range map[string]struct {
		content string
		want    string
	}{
		"a word":         {panel + drawn("NILLTITLI"), "<img "},
		"a mere letter":  {panel + drawn("N"), ""},
		"a mere surface": {panel, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(signs(text("R", 10, 72, 700, "Text above it.")+c.content)), convert.DefaultOptions())
			require.NoError(t, err)
			if c.want == "" {
				require.NotContains(t, result.HTML, "<img ")
			} else {
				require.Contains(t, result.HTML, c.want)
			}
		})
	}
}

package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func TestFlagsOfTextThatIsNotSeen(t *testing.T) {
	t.Parallel()
	const show = " BT /F1 10 Tf 20 50 Td (Ab) Tj ET "
	var strips string
	for y := range 100 {
		strips += fmt.Sprintf("q 100 0 0 1 0 %d cm /Im Do Q ", y)
	}
	const hidden, visible = "3 Tr" + show + "0 Tr", " BT /F1 10 Tf 10 5 Td (other words) Tj ET "
	// A scan with 50 letters clipped to nothing, and that much text stamped on it.
	stamped := func(stamp string) string {
		return "q 100 0 0 100 0 0 cm /Fax Do Q q 0 0 0 0 re W n BT /F1 1 Tf 20 50 Td (" + strings.Repeat("words", 10) + ") Tj ET Q BT /F1 10 Tf 20 80 Td (" + stamp + ") Tj ET"
	}
	cases := map[string]struct {
		src  string
		want layout.RunFlags
	}{
		"plain":                               {show, 0},
		"render mode 3":                       {"3 Tr" + show, layout.Invisible},
		"render mode 7":                       {"7 Tr" + show, layout.Invisible},
		"render mode 7 painted through":       {"q 7 Tr" + show + "1 0 0 rg 0 0 100 100 re f Q", 0},
		"no opacity":                          {"/Clear gs" + show, layout.Invisible},
		"no opacity of the stroke alone":      {"/NoStroke gs" + show, 0},
		"off the page":                        {"500 0 0 500 0 0 cm" + show, layout.OffPage},
		"beside the clip":                     {"50 0 50 40 re W n" + show, layout.Clipped},
		"nearly all beside the clip":          {"0 0 21 100 re W n" + show, layout.Clipped},
		"under a clip without a path":         {"W n" + show, 0},
		"half beside the clip":                {"0 0 27 100 re W n" + show, 0},
		"tiny":                                {".01 0 0 .01 20 50 cm" + show, layout.Tiny},
		"too small to be read":                {".04 0 0 .04 20 50 cm" + show, layout.Tiny},
		"very small":                          {".06 0 0 .06 20 50 cm" + show, 0},
		"white on paper":                      {"1 g" + show, layout.SameAsPaper},
		"nearly white on paper":               {".995 g" + show, layout.SameAsPaper},
		"light gray on paper":                 {".9 g" + show, 0},
		"white on black":                      {"10 40 60 30 re f 1 g" + show, 0},
		"black on black":                      {"10 40 60 30 re f" + show, layout.SameAsPaper},
		"white on a white box":                {"1 g 10 40 60 30 re f" + show, layout.SameAsPaper},
		"white on a path":                     {"10 40 m 90 40 l 50 90 l f 1 g" + show, 0},
		"white on a wide line":                {"30 w 10 55 m 90 55 l S 1 g" + show, 0},
		"white partly on black":               {"10 40 15 30 re f 1 g" + show, 0},
		"black between black rulings":         {"10 45 60 1 re f 10 65 60 1 re f" + show, 0},
		"white stroked text":                  {"1 Tr 1 G" + show, layout.SameAsPaper},
		"white on black in render mode 2":     {"2 Tr 1 g 0 G" + show, 0},
		"under a later box":                   {show + "1 g 10 40 60 30 re f", layout.Covered},
		"under a box that covers part":        {show + "1 g 10 40 15 30 re f", 0},
		"under a box that is not opaque":      {show + "/Half gs 1 g 10 40 60 30 re f", 0},
		"under a box that multiplies":         {show + "/Multiply gs 1 1 0 rg 10 40 60 30 re f", 0},
		"under a box clipped away":            {show + "80 80 9 9 re W n 1 g 10 40 60 30 re f", 0},
		"under a round clip":                  {show + "0 0 m 90 0 l 50 90 l h W n 1 g 10 40 60 30 re f", 0},
		"above a box":                         {".5 g 10 40 60 30 re f 0 g" + show, 0},
		"under a small image":                 {show + "q 60 0 0 30 10 40 cm /Im Do Q", layout.Covered},
		"under a stencil":                     {show + "q 60 0 0 30 10 40 cm /St Do Q", 0},
		"under an image with a mask":          {show + "q 60 0 0 30 10 40 cm /Mk Do Q", 0},
		"under a picture without it":          {show + "q 100 0 0 100 0 0 cm /Im Do Q", layout.Covered},
		"under a scan":                        {show + "q 100 0 0 100 0 0 cm /Fax Do Q", layout.Covered | layout.Transcript},
		"under the white ground of a scan":    {"3 Tr" + show + "1 g 0 0 100 100 re f q 100 0 0 100 0 0 cm /Im Do Q", layout.Invisible | layout.Covered | layout.Transcript},
		"invisible on a scan":                 {"q 100 0 0 100 0 0 cm /Im Do Q 3 Tr" + show, layout.Invisible | layout.Transcript},
		"invisible on a scan in strips":       {"q 100 0 0 50 0 0 cm /Im Do Q q 100 0 0 50 0 50 cm /Im Do Q 3 Tr" + show, layout.Invisible | layout.Transcript},
		"white under a picture":               {"1 g" + show + "q 100 0 0 100 0 0 cm /Im Do Q", layout.SameAsPaper | layout.Covered | layout.Transcript},
		"white on strips thinner than a line": {strips + " 1 g" + show, layout.SameAsPaper | layout.Transcript},
		"clipped to nothing on a scan":        {"q 100 0 0 100 0 0 cm /Fax Do Q 0 0 0 0 re W n" + show, layout.Clipped | layout.Transcript},
		"invisible under a box on a scan":     {"q 100 0 0 100 0 0 cm /Fax Do Q 3 Tr" + show + "10 40 60 30 re f", layout.Invisible | layout.Covered},
		"invisible on most of a page":         {"q 100 0 0 60 0 20 cm /Im Do Q" + hidden + visible, layout.Invisible | layout.Transcript},
		"invisible on less than half of it":   {"q 100 0 0 40 0 30 cm /Im Do Q" + hidden + visible, layout.Invisible},
		"invisible on a receipt":              {"q 40 0 0 30 10 40 cm /Im Do Q" + hidden, layout.Invisible | layout.Transcript},
		"invisible on a stamp":                {"q 40 0 0 20 10 45 cm /Im Do Q" + hidden, layout.Invisible},
		"clipped on a scan with four letters": {stamped("four"), layout.Clipped | layout.Transcript},
		"clipped on a scan with a word":       {stamped("stamps"), layout.Clipped},
		"under a panel and a picture":         {show + "1 g 0 0 100 100 re f q 100 0 0 60 0 40 cm /Im Do Q", layout.Covered},
		"in a font of layers under a picture": {strings.ReplaceAll(show, "F1", "F2") + "q 100 0 0 100 0 0 cm /Im Do Q", layout.Covered | layout.Transcript},
		"invisible beside a small image":      {"q 10 0 0 10 0 0 cm /Im Do Q 3 Tr" + show, layout.Invisible},
		"white on an image":                   {"q 60 0 0 30 10 40 cm /Im Do Q 1 g" + show, 0},
		"white, its box clipped":              {"q 80 80 9 9 re W n 10 40 60 30 re f Q 1 g" + show, layout.SameAsPaper},
		"under a cover in a faint group":      {show + "/Half gs /Cover Do", 0},
		"under a cover in a group":            {show + "/Cover Do", layout.Covered},
		"in a group without opacity":          {"/Clear gs /Words Do", layout.Invisible},
		"in a group that is as it should be":  {"/Words Do", 0},
		"white under another, black over it":  {show + "1 g 10 40 60 30 re f 0 g", layout.Covered},
		"white on black under a white border": {"10 40 60 30 re f 1 G 11 41 58 28 re S 1 g" + show, 0},
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			image := "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
			im := file.AddStream(image, "\x00")
			fax := file.AddStream("/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 1", "\x00")
			mk := file.AddStream(image+fmt.Sprintf(" /SMask %d 0 R", im), "\x00")
			st := file.AddStream("/Subtype /Image /Width 1 /Height 1 /ImageMask true", "\x00")
			group := "/Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency >>"
			cover := file.AddStream(group, "1 g 10 40 60 30 re f")
			words := file.AddStream(group, show)
			file.AddPage(testkit.Page{
				Content: want.src, MediaBox: "0 0 100 100",
				Fonts: "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F2 << /Type /Font /Subtype /Type1 /BaseFont /GlyphLessFont >>",
				Resources: fmt.Sprintf(`/XObject << /Im %d 0 R /Fax %d 0 R /Mk %d 0 R /St %d 0 R /Cover %d 0 R /Words %d 0 R >>
					/ExtGState << /Half << /ca .5 >> /Clear << /ca 0 >> /NoStroke << /CA 0 >> /Multiply << /BM /Multiply >> >>`,
					im, fax, mk, st, cover, words),
			})
			c := read(t, file)
			require.Equal(t, want.want, c.Runs[0].Flags)
		})
	}
}

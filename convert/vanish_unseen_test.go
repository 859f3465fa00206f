package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// sheetLines are the lines on the pages of these tests.
var sheetLines = []string{
	"Dear Sir, we have received your letter of the third",
	"of this month and thank you for the enclosed sheets.",
	"They will be returned by the end of next week at the",
	"latest, together with our answer to your questions.",
}

// picturePage builds a page of a picture and of text, 612 points by 792.
type picturePage struct {
	testkit.PDF

	paper byte // shade of the picture's background
	ink   byte // shade of the letters on it; the same as paper: there are none
	bits  int  // of a sample: 8, or 1
	parts int  // number of strips of the picture
	box   [4]float64

	xobjects   strings.Builder
	properties string // of marked content
}

// gradient is a shading without its ShadingType and its Coords. It extends beyond its ends.
const (
	gradient = "/ColorSpace /DeviceRGB /Function " + dusk + " /Extend [true true]"
	dusk     = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 .9 .8] /C1 [.8 .9 1] >>"
)

// shadings are gradients of a page. Only the first one paints all of the page.
const shadings = "/Dusk << /ShadingType 2 /Coords [200 0 400 0] " + gradient + " >>" +
	" /Short << /ShadingType 2 /Coords [200 0 400 0] /ColorSpace /DeviceRGB /Function " + dusk + " >>" +
	" /Point << /ShadingType 2 /Coords [200 0 200 0] " + gradient + " >>" +
	" /Nowhere << /ShadingType 2 " + gradient + " >>" +
	" /Gray << /ShadingType 2 /Coords [200 0 400 0] /ColorSpace /DeviceGray /Function " + dusk + " /Extend [true true] >>" +
	" /Colorless << /ShadingType 2 /Coords [200 0 400 0] /ColorSpace /DeviceRGB /Extend [true true] >>" +
	" /Askew << /ShadingType 2 /Coords [200 0 400 0] /BBox [0 0 600 20] " + gradient + " >>"

// newPicture returns a sheet of gray paper all over the page, with the letter on it.
func newPicture() *picturePage {
	return &picturePage{paper: 225, ink: 40, bits: 8, parts: 1, box: [4]float64{0, 0, 612, 792}}
}

// inked reports whether the letter has ink at a point of the page, measured from the top: strokes two points wide
// and seven high, where its words are.
func inked(x, y int) bool {
	for i, line := range sheetLines {
		base := 92 + 24*i
		if y > base-8 && y <= base && x >= 72 && x < 72+6*len(line) {
			return line[(x-72)/6] != ' ' && x%6 < 2
		}
	}
	return false
}

// paint paints the picture, strip by strip.
func (p *picturePage) paint() string {
	const width, height = 612, 792
	var b strings.Builder
	for part := range p.parts {
		top, end := height*part/p.parts, height*(part+1)/p.parts
		var samples []byte
		for y := top; y < end; y++ {
			row := make([]byte, width)
			for x := range row {
				if row[x] = p.paper; inked(x, y) {
					row[x] = p.ink
				}
			}
			samples = append(samples, packed(row, p.bits)...)
		}
		n := p.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent %d /ColorSpace /DeviceGray", width, end-top, p.bits), string(samples))
		fmt.Fprintf(&p.xobjects, "/I%d %d 0 R ", part, n)
		w, h := p.box[2]-p.box[0], p.box[3]-p.box[1]
		fmt.Fprintf(&b, "q %.3f 0 0 %.3f %.3f %.3f cm /I%d Do Q\n", w, h*float64(end-top)/height, p.box[0], p.box[3]-h*float64(end)/height, part)
	}
	return b.String()
}

func packed(row []byte, bits int) []byte {
	if bits == 8 {
		return row
	}
	out := make([]byte, (len(row)+7)/8)
	for x, v := range row {
		out[x/8] |= v >> 7 << (7 - x%8)
	}
	return out
}

// sheetWords returns the operators that show the letter where the picture has it. set precedes them.
func sheetWords(set string) string {
	var b strings.Builder
	for i, line := range sheetLines {
		fmt.Fprintf(&b, "q BT %s /F1 12 Tf 72 %d Td (%s) Tj ET Q\n", set, 700-24*i, line)
	}
	return b.String()
}

// template is text of a slide, at a place where the picture has nothing.
const template = "BT /F1 30 Tf 90 420 Td (Click to add a title) Tj ET BT /F1 18 Tf 90 300 Td (Second level of the outline) Tj ET\n"

// document returns the page with this content.
func (p *picturePage) document(content ...string) []byte {
	p.AddPage(testkit.Page{
		Content: strings.Join(content, "\n"),
		Resources: "/XObject << " + p.xobjects.String() + " >> /ExtGState << /Clear << /ca 0 >> /Faint << /ca .01 >> >>" +
			" /Shading << " + shadings + " >>" + p.properties,
	})
	return p.Bytes()
}

// around returns a page with a picture, and what is painted before and after it.
func around(p *picturePage, before, after string) []byte {
	return p.document(before, p.paint(), after)
}

// switchedOff returns a page with a picture and a hidden layer.
func switchedOff(p *picturePage, layer string) []byte {
	group := p.Add("<< /Type /OCG /Name (Words) >>")
	p.Catalog = fmt.Sprintf("/OCProperties << /OCGs [%d 0 R] /D << /OFF [%d 0 R] >> >>", group, group)
	p.properties = fmt.Sprintf(" /Properties << /Layer %d 0 R >>", group)
	return around(p, "", "/OC /Layer BDC "+layer+" EMC")
}

func TestNothingVanishesInTextLayers(t *testing.T) {
	t.Parallel()
	quiet := []string{"ocr_recommended", "page_pictured", "page_lost"}
	strips, fax, sheet := newPicture(), newPicture(), newPicture()
	strips.parts, fax.parts, fax.bits, fax.paper, fax.ink = 48, 1, 1, 255, 0
	sheet.box = [4]float64{0, 396, 612, 792}
	half := func() *picturePage {
		p := newPicture()
		p.box = [4]float64{0, 500, 400, 792} // .24 of the page: a receipt on a sheet
		return p
	}
	const stamp = "BT /F1 8 Tf 200 12 Td (Published by the Society of Letters, downloaded on Monday) Tj ET\n"
	cases := map[string]vanishing{
		"white over the picture":            {document: around(newPicture(), "", sheetWords("1 g"))},
		"white under the picture":           {document: around(newPicture(), sheetWords("1 g"), "")},
		"in the colour of the paper":        {document: around(newPicture(), "", sheetWords(".882 g"))},
		"in that colour, under the picture": {document: around(newPicture(), sheetWords(".882 g"), "")},
		"invisible over":                    {document: around(newPicture(), "", sheetWords("3 Tr"))},
		"invisible under":                   {document: around(newPicture(), sheetWords("3 Tr"), "")},
		"clear over":                        {document: around(newPicture(), "", sheetWords("/Clear gs"))},
		"faint over":                        {document: around(newPicture(), "", sheetWords("/Faint gs"))},
		"a clip that nothing passes":        {document: around(newPicture(), "", "0 0 0 0 re W n "+sheetWords(""))},
		"render mode 7":                     {document: around(newPicture(), "", sheetWords("7 Tr"))},
		"black under":                       {document: around(newPicture(), sheetWords(""), "")},
		"black under a white ground":        {document: around(newPicture(), sheetWords("")+"1 g 0 0 612 792 re f", "")},
		"black under a fax":                 {document: around(fax, sheetWords(""), "")},
		"white on strips":                   {document: around(strips, "", sheetWords("1 g"))},
		"white on a receipt":                {document: around(half(), "", sheetWords("1 g"))},
		"in a layer that is switched off":   {document: switchedOff(newPicture(), sheetWords(""))},
		"tagged":                            {document: around(newPicture(), "", "/P << /MCID 0 >> BDC "+sheetWords("1 g")+" EMC")},
	}
	for name, c := range cases {
		if name != "white on a receipt" { // a part of its words stands beside it
			c.want = sheetLines
			c.quiet = append([]string{"hidden_text"}, quiet...)
		}
		cases[name] = c
	}
	stamped := vanishing{document: around(newPicture(), sheetWords("1 g"), stamp), want: sheetLines, quiet: quiet} // which is page furniture
	cases["a stamp is all that is seen"] = stamped
	nothingVanishes(t, cases)
}

func TestNothingVanishesUnderPictures(t *testing.T) {
	t.Parallel()
	slide, blank := newPicture(), newPicture()
	blank.ink = blank.paper
	const panel = "1 g 0 0 612 792 re f\n"
	const title = "0 g BT /F1 24 Tf 90 150 Td (What the slide says) Tj ET\n"
	cases := map[string]vanishing{
		"a template under a picture":       {document: around(slide, template, ""), absent: []string{"Click to add"}, want: nil, warnings: []string{"hidden_text", "ocr_recommended"}},
		"a template under a gradient":      {document: newPicture().document(template, "/Dusk sh", title), absent: []string{"Click to add"}, want: []string{"What the slide says"}, warnings: []string{"hidden_text"}},
		"another text, switched off":       {document: switchedOff(newPicture(), template), absent: []string{"Click to add"}},
		"and a title on it":                {document: around(newPicture(), template, title), absent: []string{"Click to add"}, want: []string{"What the slide says"}, warnings: []string{"hidden_text"}},
		"words under an empty picture":     {document: around(blank, sheetWords(""), ""), absent: []string{"Dear Sir"}, warnings: []string{"hidden_text"}},
		"a template under a panel":         {document: newPicture().document(template, panel, title), absent: []string{"Click to add"}, want: []string{"What the slide says"}, warnings: []string{"hidden_text"}},
		"words of a scan under a bar":      {document: around(newPicture(), "", sheetWords("3 Tr")+"0 g 60 670 400 20 re f"), absent: []string{"enclosed"}, want: []string{sheetLines[0], sheetLines[2]}},
		"text over a picture is text":      {document: around(newPicture(), "", title), want: []string{"What the slide says"}},
		"a caption in white on a picture":  {document: around(newPicture(), "", "1 g "+title[4:]), want: []string{"What the slide says"}},
		"white text on paper is no layer":  {document: newPicture().document(title, sheetWords("1 g")), want: []string{"What the slide says"}, absent: []string{"Dear Sir"}, warnings: []string{"hidden_text"}},
		"clipped text beside what is seen": {document: around(newPicture(), "", title+"0 0 0 0 re W n "+sheetWords("")), want: []string{"What the slide says"}},
	}
	for name, paint := range map[string]string{
		"a gradient that ends": "/Short sh", "a gradient of one point": "/Point sh", "a gradient without a place": "/Nowhere sh",
		"a gradient of too many colours": "/Gray sh", "a gradient without colours": "/Colorless sh",
		"a gradient cut by a box that stands askew": "q .7 .7 -.7 .7 100 100 cm /Askew sh Q", "a clear gradient": "q /Clear gs /Dusk sh Q",
	} {
		cases["text under "+name] = vanishing{document: newPicture().document(template, paint, title), want: []string{"Click to add", "What the slide says"}, quiet: []string{"hidden_text"}}
	}
	nothingVanishes(t, cases)
}

func TestNoPageLosesBothItsWordsAndItsPicture(t *testing.T) {
	t.Parallel()
	plain := func(content string) []byte { return newPicture().document(content) }
	lines := "1 w " + strings.Repeat("50 100 m 560 100 l S 1 0 0 1 0 24 cm ", 20)
	shading := newPicture().document("/Pattern cs 0 0 612 792 re W n /S sh")
	for name, c := range map[string]struct {
		document []byte
		pictures int // of the page
		codes    string
		adjust   func(*convert.Options)
	}{
		"a page of lines":              {document: plain(lines), pictures: 1, codes: "page_pictured"},
		"and nobody wants images":      {document: plain(lines), codes: "page_lost", adjust: func(o *convert.Options) { o.ExtractImages = false }},
		"a blank page":                 {document: plain("")},
		"a page painted white":         {document: plain("1 g 0 0 612 792 re f")},
		"a page of spaces":             {document: plain("BT /F1 12 Tf 72 700 Td (   ) Tj ET")},
		"white on white":               {document: plain(sheetWords("1 g")), codes: "hidden_text"},
		"all of it clipped":            {document: plain("0 0 0 0 re W n 0 0 612 792 re f " + sheetWords("")), codes: "hidden_text"},
		"a shading that is not there":  {document: shading, codes: "resource_missing"},
		"a picture that is shown":      {document: around(newPicture(), "", ""), pictures: 1, codes: "ocr_recommended"},
		"words":                        {document: plain(sheetWords(""))},
		"a page that looks as it does": {document: plain(lines), codes: "page_pictured", pictures: 1, adjust: func(o *convert.Options) { o.PreserveFormatting = true }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := convert.DefaultOptions()
			options.AccessibilityCheck = false
			if c.adjust != nil {
				c.adjust(&options)
			}
			result, err := convert.Convert(t.Context(), bytes.NewReader(c.document), options)
			require.NoError(t, err)
			var codes []string
			for _, w := range result.Warnings {
				if w.Code != "content_damaged" {
					codes = append(codes, w.Code)
				}
			}
			require.Equal(t, c.codes, strings.Join(codes, " "), result.Warnings)
			require.Equal(t, c.pictures, strings.Count(result.HTML, "<img"))
			again := options
			again.Workers = 3
			other, err := convert.Convert(t.Context(), bytes.NewReader(c.document), again)
			require.NoError(t, err)
			require.Equal(t, result.HTML, other.HTML)
		})
	}
}

func TestEachPageOfAScanHasItsPicture(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	for n := range 5 { // all at the same place, like pictures that repeat on each page
		samples := bytes.Repeat([]byte{255}, 100*100)
		samples[n] = 0
		img := p.AddStream("/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray", string(samples))
		p.AddPage(testkit.Page{Content: "612 0 0 792 0 0 cm /I Do", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", img)})
	}
	result, err := convert.Convert(t.Context(), bytes.NewReader(p.Bytes()), convert.DefaultOptions())
	require.NoError(t, err)
	require.Equal(t, 5, strings.Count(result.HTML, "<img"))
	for _, w := range result.Warnings {
		require.Equal(t, "ocr_recommended", w.Code)
	}
}

// spanLooks returns the looks of the pieces of text of a facsimile.
const spanLooks = `JSON.stringify([...document.querySelectorAll('.pg span')].filter(e => !e.children.length).map(e => ({
	text: e.textContent, color: getComputedStyle(e).color, x: e.getBoundingClientRect().x, width: e.getBoundingClientRect().width})))`

func TestTheLayerOfAScanIsSelectedWhereItsWordsStand(t *testing.T) {
	t.Parallel()
	v := newVisitor(t)
	options := convert.DefaultOptions()
	options.PreserveFormatting = true
	made, err := convert.Convert(t.Context(), bytes.NewReader(around(newPicture(), sheetWords("1 g"), "")), options)
	require.NoError(t, err)
	v.shows(made)
	var spans []struct {
		Text, Color string
		X, Width    float64
	}
	require.NoError(t, json.Unmarshal([]byte(v.is(spanLooks)), &spans))
	all := ""
	for _, s := range spans {
		if strings.TrimSpace(s.Text) == "" {
			continue
		}
		all += s.Text
		require.Equal(t, "rgba(0, 0, 0, 0)", s.Color, s.Text)
		require.Positive(t, s.Width)
	}
	for _, line := range sheetLines {
		require.Contains(t, all, line)
	}
}

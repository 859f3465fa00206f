package content

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// An annotation may show text without having an appearance. Viewers choose its look, so these are ours: the text
// size if none is given, the leading, the width of a character in ems, and the space to the edge of the annotation
// in points.
const (
	freeTextSize    = 12
	freeTextLeading = 1.2
	freeTextAdvance = 0.5
	freeTextMargin  = 2
)

// freeText sets the text of a free text annotation (clause 12.5.6.6) line by line in its rectangle.
func (in *interp) freeText(a *pdf.Annotation, base *matrix) {
	text := a.Contents
	if text == "" {
		rich := in.r.doc.FieldReader(in.b.ctx).Texts(a.Dict.Raw("RC"))
		text = plainText(strings.Join(rich, ""))
	}
	size := cmp.Or(sizeOf(in.r.doc, a.Dict.Raw("DA")), freeTextSize)
	box := base.bounds(a.Rect)
	room := int((float64(box.Width()) - 2*freeTextMargin) / (freeTextAdvance * size))
	y := float64(box.Y0) + freeTextMargin + size
	for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) {
		for line = strings.TrimSpace(line); line != "" && !in.b.stopped; {
			var first string
			first, line = breakLine(line, max(room, 1))
			in.plainRun(first, float64(box.X0)+freeTextMargin, y, size)
			y += freeTextLeading * size
		}
	}
}

// breakLine returns as much of line as has room, but at least one word, and the rest.
func breakLine(line string, room int) (first, rest string) {
	end, count := len(line), 0
	for i, r := range line {
		if unicode.IsSpace(r) && (count <= room || end == len(line)) {
			end = i
		}
		if count++; count > room && end < len(line) {
			return line[:end], strings.TrimLeftFunc(line[end:], unicode.IsSpace)
		}
	}
	return line, ""
}

// plainRun adds a run of upright text without a font. Its baseline begins at x, y of the page.
func (in *interp) plainRun(text string, x, y, size float64) {
	c := in.c
	if !in.b.item() || len(c.Glyphs)+len(text) > limits.Glyphs || !usable(x, y) {
		return
	}
	in.gs = initialState(identity)
	first, left := len(c.Glyphs), x
	for _, r := range text {
		c.Glyphs = append(c.Glyphs, layout.Glyph{X: coord(x), Y: coord(y), Advance: coord(freeTextAdvance * size), Char: r, Code: uint32(r)})
		x += freeTextAdvance * size
	}
	run := layout.Run{
		First: int32(first), Count: int32(len(c.Glyphs) - first), Font: -1, Paint: in.paint(false), Clip: -1, Mark: -1,
		Em: [4]float32{coord(size), 0, 0, coord(-size)}, Size: coord(size), Origin: layout.FromAnnotation,
	}
	box := layout.Rect{X0: coord(left), Y0: coord(y - size), X1: coord(x), Y1: coord(y)}
	c.Items = append(c.Items, layout.Item{Kind: layout.KindRun, Index: int32(len(c.Runs))})
	c.Runs = append(c.Runs, run)
	in.boxes = append(in.boxes, box)
}

// sizeOf returns the text size in a default appearance, or 0 if it has none.
func sizeOf(doc *pdf.Document, appearance pdf.Object) float64 {
	da, _ := doc.Bytes(appearance)
	words := strings.Fields(string(da[:min(len(da), maxAppearance)]))
	for i, w := range words {
		if w == "Tf" && i > 0 {
			if size, err := strconv.ParseFloat(words[i-1], 64); err == nil && size >= 1 && size < 1000 {
				return size
			}
		}
	}
	return 0
}

// maxAppearance is how many bytes of a default appearance are read. It only names a font and a colour.
const maxAppearance = 1 << 10

// plainText returns the text of a rich text string (clause 12.7.4.4). It has line ends where paragraphs end.
func plainText(rich string) string {
	d := xml.NewDecoder(strings.NewReader(rich))
	d.Strict = false
	var b strings.Builder
	for {
		t, err := d.Token()
		if err != nil {
			return b.String()
		}
		switch t := t.(type) {
		case xml.CharData:
			if utf8.Valid(t) {
				b.Write(t)
			}
		case xml.EndElement:
			if t.Name.Local == "p" || t.Name.Local == "br" {
				b.WriteByte('\n')
			}
		}
	}
}

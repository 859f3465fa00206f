package inspect

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// maxMarks bounds the elements of one picture: a browser draws as many in about a second.
const maxMarks = 50_000

// drawing is an SVG picture of one page in page space. The first error stays.
type drawing struct {
	w     *bufio.Writer
	marks int
}

// draw writes a picture of a page of this size.
func draw(w io.Writer, width, height float32, paint func(*drawing)) error {
	d := &drawing{w: bufio.NewWriter(w)}
	fmt.Fprintf(d.w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f" font-family="sans-serif">`+"\n"+
		`<rect width="100%%" height="100%%" fill="#fff"/>`+"\n", width, height)
	paint(d)
	if d.marks > maxMarks {
		fmt.Fprintf(d.w, `<text x="4" y="12" font-size="10" fill="#c00">%d marks are not drawn</text>`+"\n", d.marks-maxMarks)
	}
	d.w.WriteString("</svg>\n")
	return d.w.Flush()
}

// room reports whether one more mark may be drawn.
func (d *drawing) room() bool {
	d.marks++
	return d.marks <= maxMarks
}

// minSide keeps hairlines visible.
const minSide = 0.3

// box draws r, lightly filled; the browser shows title when the pointer rests on it.
func (d *drawing) box(r layout.Rect, color, title string) { d.rect(r, color, ".12", title) }

// frame draws r without a fill, so that what is inside stays readable.
func (d *drawing) frame(r layout.Rect, color, title string) { d.rect(r, color, "0", title) }

func (d *drawing) rect(r layout.Rect, color, opacity, title string) {
	if !d.room() {
		return
	}
	fmt.Fprintf(d.w, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" fill-opacity="%s" stroke="%s" stroke-width=".6"><title>%s</title></rect>`+"\n",
		r.X0, r.Y0, max(r.Width(), minSide), max(r.Height(), minSide), color, opacity, color, escape(title))
}

// text writes s with its baseline beginning at p.
func (d *drawing) text(p layout.Point, size float32, color, s string) {
	if d.room() {
		fmt.Fprintf(d.w, `<text x="%.1f" y="%.1f" font-size="%.1f" fill="%s">%s</text>`+"\n", p.X, p.Y, size, color, escape(s))
	}
}

// stretched is text that is pressed or pulled to the width it has on the page.
func (d *drawing) stretched(p layout.Point, size, width float32, s string) {
	if d.room() {
		fmt.Fprintf(d.w, `<text x="%.1f" y="%.1f" font-size="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
			p.X, p.Y, size, max(width, minSide), escape(s))
	}
}

// number is a label in a filled disc at the upper left corner of r.
func (d *drawing) number(r layout.Rect, color string, n int) {
	if d.room() {
		fmt.Fprintf(d.w, `<g><circle cx="%.1f" cy="%.1f" r="6" fill="%s"/><text x="%.1f" y="%.1f" font-size="7" fill="#fff" text-anchor="middle">%d</text></g>`+"\n",
			r.X0, r.Y0, color, r.X0, r.Y0+2.5, n)
	}
}

// escape is s as text of XML. Characters that XML cannot hold, which fonts without
// a sound mapping give, become U+FFFD; escaping for HTML would let them through.
func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder does not fail
	return b.String()
}

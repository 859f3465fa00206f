package htmlout

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// place writes where n stands: data-page is the page on which it begins, and data-box has left, top, right and
// bottom there, in points. If n continues elsewhere, further boxes follow. A box on another page has the number of
// that page before it.
//
//	<p id="n3a58e9732d49" data-page="3" data-box="72 700 540 742;4:72 60 540 88">
func (w *writer) place(n *semantic.Node) {
	id, places := w.places(n)
	if n.Attr == nil || n.Attr.ID == "" {
		w.id(id)
	}
	if len(places) == 0 {
		return
	}
	w.count("data-page", places[0].Page, 0)
	var b strings.Builder
	for i, p := range places {
		if i > 0 {
			b.WriteByte(';')
		}
		if p.Page != places[0].Page {
			b.WriteString(strconv.Itoa(p.Page) + ":")
		}
		b.WriteString(boxText(p.Box))
	}
	w.attr("data-box", b.String())
}

// boxText returns a box, rounded to a tenth of a point, which is a thirtieth of a millimetre.
func boxText(r layout.Rect) string {
	var b []byte
	for i, v := range [...]float32{r.X0, r.Y0, r.X1, r.Y1} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, float64(v), 'f', 1, 32)
		b = []byte(strings.TrimSuffix(string(b), ".0"))
	}
	return string(b)
}

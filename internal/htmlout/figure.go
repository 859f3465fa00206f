package htmlout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// figure writes a picture, the text inside it and its caption. If the picture has no file, the text that the
// document gives for it is written instead.
func (w *writer) figure(n *semantic.Node) {
	picture, shown := w.pictureOf(n)
	if !shown && altOf(n) == "" && len(n.Children) == 0 && n.Text == "" {
		return
	}
	w.captioned(n, func(n *semantic.Node) {
		if shown {
			w.linkedImage(n, picture)
			w.line()
		} else if alt := altOf(n); alt != "" {
			w.alternative("div", n)
			w.line()
		}
		w.writeBeside(n)
		w.description(n)
		if !shown || len(n.Children) == 0 {
			w.mixed(n)
		} else {
			w.inPicture(n)
		}
	})
}

// inPicture writes what is in a figure besides its picture. Text that the picture shows is written apart from
// other text. Readers have it in the picture; those who listen, search or copy have it here.
func (w *writer) inPicture(n *semantic.Node) {
	shows := isPictured
	if isDrawn(n.Attr.Figure) {
		shows = isNotUsable
	}
	text := n.Text
	for i := 0; i < len(n.Children); {
		shown, from := shows(n.Children[i]), i
		for i < len(n.Children) && shows(n.Children[i]) == shown {
			i++
		}
		run := &semantic.Node{Role: n.Role, Text: text, Attr: n.Attr, Children: n.Children[from:i]}
		if text = ""; shown {
			w.strLine(`<div class="labels">`)
		}
		if w.mixed(run); shown {
			w.strLine("</div>")
		}
	}
}

// isDrawn reports whether the file of f shows the text in it.
func isDrawn(f *layout.Figure) bool {
	return f.Graphic != nil || slices.ContainsFunc(f.Pieces, isDrawn)
}

// isPictured reports whether the picture of a figure shows the text of its child n.
func isPictured(n *semantic.Node) bool {
	return n != nil && n.Attr != nil && n.Attr.Subtype == semantic.Pictured
}

// isNotUsable reports whether n holds neither a control nor a link. Those must be visible where they can be used.
func isNotUsable(n *semantic.Node) bool {
	if n != nil {
		for c := range n.All() {
			if c.Role == semantic.Form || c.Role == semantic.Link && c.Attr != nil {
				return false
			}
		}
	}
	return true
}

// pictureOf returns the file that shows n. ok is false if there is none.
func (w *writer) pictureOf(n *semantic.Node) (p Picture, ok bool) {
	if n.Attr == nil {
		return Picture{}, false
	}
	return w.file(n.Attr.Figure)
}

// file returns the file that shows f. ok is false if there is none.
func (w *writer) file(f *layout.Figure) (p Picture, ok bool) {
	if w.picture == nil || f == nil {
		return Picture{}, false
	}
	return w.picture(f)
}

// writeBeside writes the pictures beside the first one. The first one has the name of all of them.
func (w *writer) writeBeside(n *semantic.Node) {
	if n.Attr == nil || n.Attr.Figure == nil {
		return
	}
	for _, f := range n.Attr.Figure.Beside {
		if p, ok := w.file(f); ok {
			w.img("", "", "", "", f, p)
			w.line()
		}
	}
}

// linkedImage writes the picture of n with its link.
func (w *writer) linkedImage(n *semantic.Node, p Picture) {
	if n.Attr.Href == "" || w.inLink {
		w.image(n, p, "")
		return
	}
	w.pictureLeads(n.Attr.Href)
	w.str("<a")
	w.writeTarget(n.Attr.Href, "", "", "")
	w.str(">")
	w.image(n, p, "")
	w.str("</a>")
}

// image writes the picture of n. Names that the document does not give are marked as such.
func (w *writer) image(n *semantic.Node, p Picture, style string) {
	class := ""
	if n.Attr.Subtype == semantic.Unnamed {
		class = "unnamed"
	}
	w.img(class, style, altOf(n), n.Attr.AltSource, n.Attr.Figure, p)
}

// img writes a picture of f. Space is reserved for it until it has been loaded. Pictures of the first page are
// loaded at once, because a reader sees them at once and browsers start lazy ones only after they have laid out
// the page. All others are loaded when they come near the screen.
func (w *writer) img(class, style, alt, source string, f *layout.Figure, p Picture) {
	w.str("<img")
	w.awaitedID()
	if p.NeedsPaper {
		class = strings.TrimLeft(class+" ink", " ")
	}
	w.attr("class", w.atPlace(class, f.Box))
	w.attr("src", AssetFolder+"/"+p.Name)
	w.str(` alt="`)
	if readable(alt) {
		w.value(alt)
	}
	w.str(`"`)
	if style == "" && w.pages == nil {
		p.Width, p.Height = enlarged(p.Width), enlarged(p.Height)
	}
	w.count("width", p.Width, 0)
	w.count("height", p.Height, 0)
	w.attr("style", style)
	w.attr("data-alt-source", source)
	if w.pagesBegun > 1 {
		w.str(` loading="lazy"`)
	}
	w.str(` decoding="async">`)
}

// enlarged returns the size of a picture among text that is larger than on its page. Documents are set in 10
// points, 13.3 px; pages of the web in 16 px and more.
func enlarged(pixels int) int { return (pixels*12 + 5) / 10 }

// countBeside returns how many of nodes, from the first on, are figures that stand side by side on their page. It
// returns 0 if the first is not a figure, and 1 if that stands alone.
//
//	+------+  +--------+
//	|      |  |        |    two
//	|      |  +--------+
//	+------+   Figure 2
//	Figure 1
func (w *writer) countBeside(nodes []*semantic.Node) int {
	n := 0
	for n < len(nodes) && n < besidesMost && w.isShownFigure(nodes[n]) && (n == 0 || isBeside(nodes[n-1], nodes[n])) {
		n++
	}
	return n
}

// besidesMost is the most figures in one row. More of them are a pattern.
const besidesMost = 4

// isShownFigure reports whether n is a figure with a file and a position.
func (w *writer) isShownFigure(n *semantic.Node) bool {
	if n == nil || n.Role != semantic.Figure || w.pages != nil || n.Attr == nil || n.Attr.Box == (layout.Rect{}) || isInline(n) {
		return false
	}
	_, shown := w.pictureOf(n)
	return shown
}

// isBeside reports whether figure b stands beside a: they share at least half of the height of the lower one, and
// nothing of their width.
func isBeside(a, b *semantic.Node) bool {
	r, s := a.Attr.Box, b.Attr.Box
	common := min(r.Y1, s.Y1) - max(r.Y0, s.Y0)
	return a.Page == b.Page && common >= min(r.Height(), s.Height())/2 && (r.X1 <= s.X0 || s.X1 <= r.X0)
}

// inlineFigure writes a picture inside a line, and the text inside it.
func (w *writer) inlineFigure(n *semantic.Node) {
	wrapped := w.hasCommon(n)
	if wrapped {
		w.open("span", n)
	}
	switch picture, shown := w.pictureOf(n); {
	case !shown:
		w.alternative("span", n)
	case w.pages != nil:
		w.image(n, picture, "")
	default:
		w.image(n, picture, styleInLine(n.Attr.Figure))
	}
	w.inlines(n)
	if wrapped {
		w.close("span")
	}
}

// styleInLine returns the style of a picture among words. The picture grows with the words, and stands on their
// line as it does on the page.
func styleInLine(f *layout.Figure) string {
	n := f.Inset
	if n == nil || !(n.Size > 0) {
		return ""
	}
	style := fmt.Sprintf("height:%gem", round(f.Box.Height()/n.Size))
	if rise := round((n.Baseline - f.Box.Y1) / n.Size); rise != 0 {
		style += fmt.Sprintf(";vertical-align:%gem", rise)
	}
	return style
}

// round rounds v to a twentieth. A letter of usual size does not have that many pixels.
func round(v float32) float64 { return math.Round(float64(v)*20) / 20 }

// captioned writes n as a figure: the function inside writes its content, and its caption is the first or the last
// child, as figcaption requires.
func (w *writer) captioned(n *semantic.Node, inside func(*semantic.Node)) {
	tag := "div"
	if w.semantic && (n.Attr == nil || n.Attr.Subtype != semantic.Decorative) {
		tag = "figure"
	}
	w.open(tag, n)
	w.line()
	caption := childOf(n, semantic.Caption)
	first := caption != nil && n.Children[0] == caption && (len(n.Children) > 1 || standsAbove(caption, n))
	if first {
		w.figureCaption(caption)
	}
	if caption != nil {
		n = &semantic.Node{Role: n.Role, Text: n.Text, Attr: n.Attr, Children: slices.DeleteFunc(slices.Clone(n.Children), func(c *semantic.Node) bool { return c == caption })}
	}
	inside(n)
	if caption != nil && !first {
		w.figureCaption(caption)
	}
	w.close(tag)
	w.line()
}

// standsAbove reports whether caption stands above the picture n on its page. If the caption is the only child of
// n, its order among the children cannot tell.
func standsAbove(caption, n *semantic.Node) bool {
	return caption.Attr != nil && n.Attr != nil && caption.Attr.Box != (layout.Rect{}) &&
		caption.Attr.Box.Y1 <= n.Attr.Box.Center().Y
}

// alternative writes the alternative text of the picture of n. The style sheet shows it: as text of the document
// it would be read twice, and look like text of the page.
func (w *writer) alternative(tag string, n *semantic.Node) {
	alt := altOf(n)
	if !readable(alt) {
		return
	}
	class := "alt"
	if f := n.Attr.Figure; f != nil {
		class = w.atPlace(class, f.Box)
	}
	w.str("<")
	w.str(tag)
	w.awaitedID()
	w.attr("class", class)
	w.str(` role="img"`)
	w.attr("aria-label", alt)
	w.attr("data-alt-source", n.Attr.AltSource)
	w.str(">")
	w.close(tag)
}

// descriptionNames are the names of the long description of a picture, by language.
var descriptionNames = map[string]string{
	"cs": "Popis obrázku", "da": "Beskrivelse af billedet", "de": "Beschreibung des Bildes", "es": "Descripción de la imagen",
	"fi": "Kuvan kuvaus", "fr": "Description de l’image", "it": "Descrizione dell’immagine", "nb": "Beskrivelse av bildet",
	"nl": "Beschrijving van de afbeelding", "pl": "Opis obrazu", "pt": "Descrição da imagem", "sv": "Beskrivning av bilden",
}

// longAlternative is the number of characters from which everyone may read an alternative text. Nobody who looks
// at a picture sees its alternative, and a text this long is a description.
const longAlternative = 200

// description writes the long description of a picture, and a long alternative text, in a part that can be
// unfolded. Those who listen have the alternative already. In a facsimile there is no room for it.
func (w *writer) description(n *semantic.Node) {
	if n.Attr == nil || w.pages != nil {
		return
	}
	long := n.Attr.Long
	if _, shown := w.pictureOf(n); shown && n.Attr.Subtype != semantic.Unnamed && utf8.RuneCountInString(n.Attr.Alt) >= longAlternative {
		long = strings.TrimSuffix(n.Attr.Alt+"\n"+long, "\n")
	}
	if long == "" {
		return
	}
	base, _, _ := strings.Cut(w.lang, "-")
	w.str("<details")
	w.attr("data-alt-source", n.Attr.AltSource)
	w.str("><summary>")
	w.text(cmp.Or(descriptionNames[strings.ToLower(base)], "Description of the picture"))
	w.strLine("</summary>")
	for paragraph := range strings.SplitSeq(long, "\n") {
		w.str("<p>")
		w.text(paragraph)
		w.strLine("</p>")
	}
	w.strLine("</details>")
}

// figureCaption writes the caption of a figure.
func (w *writer) figureCaption(n *semantic.Node) {
	if w.semantic {
		w.open("figcaption", n)
	} else {
		w.str(`<div class="caption"`)
		w.common(n)
		w.str(">")
	}
	w.content(n)
	if w.semantic {
		w.strLine("</figcaption>")
	} else {
		w.strLine("</div>")
	}
}

// altOf returns the alternative text of a picture or formula.
func altOf(n *semantic.Node) string {
	if n.Attr == nil {
		return ""
	}
	return n.Attr.Alt
}

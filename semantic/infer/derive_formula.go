package infer

import (
	"cmp"
	"html"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// Formulas have their MathML in elements of that namespace, in an associated file, or in an
// attribute that Word writes and that is not documented.
const (
	mathMediaType = "application/mathml+xml"
	mathOwner     = "MSFT_Office"
	mathKey       = "MSFT_MathML"
)

// isInFormula reports whether element i in p is the element math of a formula.
func (t *tagTree) isInFormula(i, p int32) bool {
	return t.Elements[i].Space == semantic.MathMLSpace && (t.tags[p].kind == formulaTag || t.Elements[p].Space == semantic.MathMLSpace)
}

// formula makes the node of a formula that is a block.
func (w *deriver) formula(i int32) *semantic.Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(semantic.Formula, i)
	w.picture(n, i)
	w.d.describeFormula(n, i)
	n.Children = w.captionFirst(w.collectKids(i))
	return w.linked(i, n)
}

// describeFormula gives n the MathML of element i and its alternative text.
func (d *draft) describeFormula(n *semantic.Node, i int32) {
	t := d.tree
	if math := t.mathElement(i, 0); math >= 0 {
		var source strings.Builder
		d.writeMath(&source, math)
		attrOf(n).MathML = source.String()
	}
	e := &t.Elements[i]
	if e.Properties == nil {
		return
	}
	a := attrOf(n)
	a.Alt = t.alternative(i)
	for k := range e.Files {
		if f := &e.Files[k]; f.MediaType == mathMediaType {
			a.MathML = cmp.Or(a.MathML, f.Data)
		}
	}
	a.MathML = cmp.Or(a.MathML, e.Attribute(mathOwner, mathKey))
}

// mathSearch is how deep a formula is searched for the element math.
const mathSearch = 4

// mathElement returns the first element math at or under i, or -1.
func (t *tagTree) mathElement(i int32, depth int) int32 {
	e := &t.Elements[i]
	if e.Space == semantic.MathMLSpace {
		return i
	}
	if depth == mathSearch {
		return -1
	}
	for _, k := range t.kidsOf(i) {
		if kid := t.kid(i, k); kid >= 0 {
			if math := t.mathElement(kid, depth+1); math >= 0 {
				return math
			}
		}
	}
	return -1
}

// writeMath writes the MathML element i and what is in it as text.
func (d *draft) writeMath(out *strings.Builder, i int32) {
	t := d.tree
	e := &t.Elements[i]
	if t.tags[i].hidden || t.tags[i].depth >= maxTagDepth {
		return
	}
	if e.Space == semantic.MathMLSpace && isMathName(e.Role) {
		out.WriteString("<" + e.Role)
		if e.Properties != nil {
			for k := range e.Attributes {
				if a := &e.Attributes[k]; len(a.Values) == 1 && isMathName(a.Key) {
					out.WriteString(" " + a.Key + `="` + html.EscapeString(a.Values[0]) + `"`)
				}
			}
		}
		out.WriteString(">")
		defer out.WriteString("</" + e.Role + ">")
	}
	if e.Properties != nil && e.HasActualText {
		out.WriteString(html.EscapeString(e.ActualText))
		return
	}
	for n, k := range t.kidsOf(i) {
		if kid := t.kid(i, k); kid >= 0 {
			d.writeMath(out, kid)
		} else if c := t.kidContent[e.FirstKid+int32(n)]; c > 0 {
			out.WriteString(html.EscapeString(d.mathText(c - 1)))
		}
	}
}

// isMathName reports whether s can name an element or attribute of MathML.
func isMathName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

// mathText returns the text of content c, which lies in a formula.
func (d *draft) mathText(c int32) string {
	if d.mathTexts == nil {
		d.mathTexts = d.readMathTexts()
	}
	return string(d.mathTexts[c])
}

// readMathTexts collects the text of all content in elements of MathML.
func (d *draft) readMathTexts() map[int32][]byte {
	t := d.tree
	texts := map[int32][]byte{}
	for i := range d.sheets {
		s := &d.sheets[i]
		if s.Page == nil {
			continue
		}
		for k := range s.Spans {
			span := &s.Spans[k]
			if span.Mark < 0 || int(span.Mark) >= len(s.content) {
				continue
			}
			if c := s.content[span.Mark]; c >= 0 && t.Elements[t.content[c].elem].Space == semantic.MathMLSpace {
				texts[c] = append(texts[c], s.Text[span.Start:span.End]...)
			}
		}
	}
	return texts
}

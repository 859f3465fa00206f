package infer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// fieldInline is the state of an inliner for controls in its line.
type fieldInline struct {
	label  *fieldLabel
	sheet  *sheet
	inner  []*semantic.Node // nodes of the open label
	behind bool             // the last node is a control
}

// between adds the bytes [from, to) of the page's text. Controls with their
// labels, pictures and formulas may stand in it.
func (in *inliner) between(s *sheet, from, to int32, style semantic.TextStyle, href string) {
	forms := s.formsOf()
	if forms == nil && !s.pictures && !s.formulas {
		in.add(s, from, to, style, href)
		return
	}
	for from < to {
		if l := in.field.label; l != nil && (in.field.sheet != s || l.End <= from || l.Start > from) {
			in.closeLabel()
		}
		cut := to
		if forms != nil {
			if l := forms.labelAt(from); in.field.label == nil && l != nil && l.Start == from {
				in.openLabel(s, l)
			}
			cut = forms.nextCut(from, to)
		}
		if sign := strings.IndexAny(s.Text[from:cut], standIns); sign > 0 {
			cut = from + int32(sign)
		} else if sign == 0 {
			r, size := utf8.DecodeRuneInString(s.Text[from:])
			switch r {
			case layout.FieldSign:
				in.control(s, from)
			case layout.PictureSign:
				in.picture(s, from, href)
			default:
				in.formula(s, from, style, href)
			}
			from += int32(size)
			continue
		}
		in.add(s, from, cut, style, href)
		from = cut
	}
	if l := in.field.label; l != nil && l.End <= to {
		in.closeLabel()
	}
}

// standIns are the characters that stand for a control, a picture or a formula.
const standIns = string(layout.FieldSign) + string(layout.PictureSign) + string(layout.FormulaSign)

// labelAt returns the label that at lies in, or nil. Labels do not overlap.
func (f *sheetForms) labelAt(at int32) *fieldLabel {
	i, found := slices.BinarySearchFunc(f.labels, at, func(l fieldLabel, at int32) int { return cmp.Compare(l.Start, at) })
	if !found {
		i--
	}
	if i < 0 || f.labels[i].End <= at {
		return nil
	}
	return &f.labels[i]
}

// nextCut returns the first place behind from where a label begins or ends, or to.
func (f *sheetForms) nextCut(from, to int32) int32 {
	i, _ := slices.BinarySearchFunc(f.labels, from, func(l fieldLabel, at int32) int { return cmp.Compare(l.Start, at) })
	for k := max(0, i-1); k < min(len(f.labels), i+2); k++ {
		for _, at := range [...]int32{f.labels[k].Start, f.labels[k].End} {
			if at > from && at < to {
				to = at
			}
		}
	}
	return to
}

// openLabel begins the Label of a control. A Label never stands in a link: both do something
// when they are clicked.
func (in *inliner) openLabel(s *sheet, l *fieldLabel) {
	in.change(0, "")
	if in.space && in.started() {
		in.text, in.space = append(in.text, ' '), false
		in.flush()
	}
	in.flush()
	in.field.label, in.field.sheet = l, s
}

// closeLabel makes a Label of the nodes gathered for it.
func (in *inliner) closeLabel() {
	l := in.field.label
	if l == nil {
		return
	}
	in.flush()
	in.closeLink()
	in.field.label = nil
	if len(in.field.inner) == 0 {
		return
	}
	n := in.b.node(semantic.Label, nil)
	n.Attr = &semantic.Attr{Href: "#" + in.field.sheet.controlID(int(l.field))}
	n.Children = in.b.children(in.field.inner)
	in.field.inner = in.field.inner[:0]
	l.used = true
	in.nodes = append(in.nodes, n)
}

// control adds the control whose sign stands at a place of the text.
func (in *inliner) control(s *sheet, at int32) {
	i, found := slices.BinarySearchFunc(s.Fields, uint32(at), func(f layout.Field, at uint32) int { return cmp.Compare(uint32(f.At), at) })
	if !found {
		return
	}
	in.change(0, "")
	in.closeLabel()
	if in.started() {
		in.text = append(in.text, ' ')
	}
	in.flush()
	in.nodes = append(in.nodes, s.control(i))
	in.space, in.field.behind = true, true
}

// opensText reports whether a space stands between a control and text behind it: always, unless the
// text begins with a sign that ends a sentence or a bracket.
func opensText(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return !strings.ContainsRune(".,;:!?)]}", r)
}

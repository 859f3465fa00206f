package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// labelTagged is the Field.LabelWhy of labels from the structure tree: the Lbl in the
// Form of a control (Deriving HTML from PDF, clause 4.3.7).
const labelTagged = "the label that the document gives it"

// labelSteps is the most elements between the text of a label and its Lbl.
const labelSteps = 8

// labelSpace is the most bytes between two parts of a label: a space, or the end
// of a line and a space.
const labelSpace = 2

// tagLabel is the text of a Lbl on a page.
type tagLabel struct {
	layout.TextRange
	text   strings.Builder
	torn   bool // other text stands between its parts
	fields []int32
}

// labelFields gives the controls that the tree names the labels that it has for them. Other
// controls lose such text as a label. If a field has no name, the alternate text of its Form is
// the name.
func (c *tagCutter) labelFields(fields []layout.Field, found []fieldMark) {
	labels := c.fieldLabels(fields, found)
	if len(labels) == 0 {
		return
	}
	c.readLabels(labels)
	var ranges []layout.TextRange
	for _, l := range labels {
		if !l.torn && !l.Empty() {
			ranges = append(ranges, l.TextRange)
		}
	}
	slices.SortFunc(ranges, func(a, b layout.TextRange) int { return cmp.Compare(a.Start, b.Start) })
	for i := range fields {
		f := &fields[i]
		k, _ := slices.BinarySearchFunc(ranges, f.Label.Start, func(r layout.TextRange, at int32) int { return cmp.Compare(r.End, at+1) })
		if !f.Label.Empty() && k < len(ranges) && ranges[k].Start < f.Label.End {
			f.Label, f.LabelText, f.LabelWhy, f.Part = layout.TextRange{}, "", "", 0
		}
	}
	for _, l := range labels {
		for n, i := range l.fields {
			f := &fields[i]
			if l.text.Len() == 0 {
				continue
			}
			f.Label, f.LabelText, f.LabelWhy, f.Part = l.TextRange, l.text.String(), labelTagged, 0
			if l.torn {
				f.Label = layout.TextRange{}
			}
			if n > 0 {
				f.Part = n + 1
			}
		}
	}
}

// fieldLabels finds the Lbl of each control and returns the labels by Lbl.
func (c *tagCutter) fieldLabels(fields []layout.Field, found []fieldMark) map[int32]*tagLabel {
	var labels map[int32]*tagLabel
	labelOf := map[int32]int32{} // the Lbl of each Form; -1: none
	for _, m := range found {
		form := c.t.content[m.content].elem
		if c.t.tags[form].kind != formTag {
			continue
		}
		if e := &c.t.Elements[form]; e.Properties != nil && fields[m.field].Title == "" {
			fields[m.field].Title = e.Alt
		}
		label, known := labelOf[form]
		if !known {
			label = c.labelIn(form)
			labelOf[form] = label
		}
		if label < 0 {
			continue
		}
		if labels == nil {
			labels = map[int32]*tagLabel{}
		}
		if labels[label] == nil {
			labels[label] = &tagLabel{}
		}
		labels[label].fields = append(labels[label].fields, m.field)
	}
	return labels
}

// labelIn returns the first Lbl of an element, or -1.
func (c *tagCutter) labelIn(form int32) int32 {
	for _, k := range c.t.kidsOf(form) {
		if e := c.t.kid(form, k); e >= 0 && c.t.tags[e].kind == labelTag && !c.t.tags[e].hidden {
			return e
		}
	}
	return -1
}

// readLabels finds where the labels stand on the page.
func (c *tagCutter) readLabels(labels map[int32]*tagLabel) {
	for i := range c.p.Spans {
		span := &c.p.Spans[i]
		content := c.contentOf(span, c.marks)
		if content < 0 {
			continue
		}
		e := c.t.content[content].elem
		for n := 0; n < labelSteps && e >= 0 && labels[e] == nil; n++ {
			e = c.t.parent(e)
		}
		l := labels[e]
		if l == nil {
			continue
		}
		text := strings.TrimRight(c.p.Text[span.Start:span.End], " ")
		if text == "" {
			continue
		}
		if l.text.Len() == 0 {
			l.Start = span.Start
		} else if span.Start < l.End || span.Start > l.End+labelSpace {
			l.torn = true
		}
		l.End = span.Start + int32(len(text))
		l.text.WriteString(c.p.Text[span.Start:span.End])
		l.text.WriteByte(' ')
	}
}

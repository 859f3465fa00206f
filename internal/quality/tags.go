package quality

import (
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// place says where marked content stands: its page, the page or form that owns it, and its number there.
type place struct{ page, owner, mcid int32 }

// tags ties the structure tree to the text of the pages.
type tags struct {
	element map[place]int32  // the element that holds the content
	texts   map[place][]byte // the text of the content, some limits.ElementText bytes at most
	nested  []nesting        // what each element stands in
}

// nesting says what an element stands in.
type nesting struct {
	end     int32 // the index of the first element behind it that is not inside it; the list of elements is in depth-first order
	block   int32 // the nearest element that is more than a part of a line: the element itself, or one around it
	table   int32 // the nearest table: the element itself, or one around it; -1 if there is none
	heading bool  // it is a heading, or stands in one
	note    bool  // it is a note, or stands in one; notes are set at the foot of a page or the end of a text
	content bool  // it has marked content of its own, not only that of elements in it
}

// readTags fills c.tags: the marked content of each element, and the text of that content.
func (c *checker) readTags() {
	if c.Structure == nil {
		return
	}
	elements := c.Structure.Elements
	c.tags = tags{element: map[place]int32{}, texts: map[place][]byte{}, nested: make([]nesting, len(elements))}
	for i := range elements {
		for _, k := range c.Structure.KidsOf(&elements[i]) {
			if k.MCID >= 0 {
				c.tags.element[place{k.Page, k.Owner, k.MCID}] = int32(i)
				c.tags.nested[i].content = true
			}
		}
		if c.ended() {
			return
		}
	}
	c.nest()
	for _, p := range c.Pages {
		for i := range p.Lines {
			if c.ended() {
				return
			}
			for _, s := range p.LineSpans(i) {
				at, ok := c.placeOf(p, s.Mark)
				if text := c.tags.texts[at]; ok && len(text) < limits.ElementText {
					if len(text) > 0 && s.Start == p.Lines[i].Start {
						text = append(text, ' ')
					}
					c.tags.texts[at] = append(text, p.Text[s.Start:s.End]...)
				}
			}
		}
	}
}

// types checks that programs which read the document aloud know the types of the tags. PDF/UA-1 has the types of
// PDF 1.7 only. Those programs also know the types of PDF 2.0, such as Artifact and Aside, which writers use
// without naming the namespace.
func (c *checker) types() {
	if c.Structure == nil {
		return
	}
	for i := range c.Structure.Elements {
		if c.ended() {
			return
		}
		e := &c.Structure.Elements[i]
		if e.Space != semantic.UnknownSpace {
			c.holds(&tagTypes)
			continue
		}
		f := Finding{Message: fmt.Sprintf("neither PDF 1.7 nor PDF 2.0 has the type %.60s; use one that they have, or map this one to it in the role map", e.Role)}
		if c.resultOf(&tagTypes).Broken < limits.FindingPlaces { // finding the text takes time, so only what is reported has it
			f.Text, f.Page = c.textOf(int32(i))
		}
		c.breaks(&tagTypes, f)
	}
}

// nest fills c.tags.nested: what each element stands in.
func (c *checker) nest() {
	elements, nested := c.Structure.Elements, c.tags.nested
	for i := range elements {
		e, n := &elements[i], &nested[i]
		n.end, n.block, n.table = int32(i)+1, int32(i), -1
		if e.Parent >= 0 {
			around := &nested[e.Parent]
			n.table, n.heading, n.note = around.table, around.heading, around.note
			if !groupingRoles[elements[e.Parent].Role] && (inlineRoles[e.Role] || around.content) {
				n.block = around.block
			}
		}
		if isTable(e.Role) {
			n.table = int32(i)
		}
		n.heading = n.heading || isHeading(e.Role)
		n.note = n.note || e.Role == "Note" || e.Role == "FENote"
	}
	for i := len(elements) - 1; i >= 0; i-- {
		if parent := elements[i].Parent; parent >= 0 {
			nested[parent].end = max(nested[parent].end, nested[i].end)
		}
	}
}

// placeOf returns the place of the innermost numbered content around a mark, and whether there
// is one that an element holds.
func (c *checker) placeOf(p *layout.Page, mark int32) (place, bool) {
	for depth := 0; mark >= 0 && int(mark) < len(p.Marks) && depth < limits.MarkDepth; depth++ {
		m := &p.Marks[mark]
		at := place{int32(p.Number), m.Owner, m.MCID}
		if m.MCID >= 0 {
			_, ok := c.tags.element[at]
			return at, ok
		}
		mark = m.Parent
	}
	return place{}, false
}

// elementOf returns the element that holds the content of a mark, or -1.
func (c *checker) elementOf(p *layout.Page, mark int32) int32 {
	if at, ok := c.placeOf(p, mark); ok {
		return c.tags.element[at]
	}
	return -1
}

// artifact reports whether a mark, or one around it, says that its content is an artifact: something such as a
// page number, which stands in no element.
func artifact(p *layout.Page, mark int32) bool {
	for depth := 0; mark >= 0 && int(mark) < len(p.Marks) && depth < limits.MarkDepth; depth++ {
		if p.Marks[mark].Artifact {
			return true
		}
		mark = p.Marks[mark].Parent
	}
	return false
}

// textOf returns the text of an element and of all elements in it, cut at some limits.ElementText bytes, and the
// page on which it begins.
func (c *checker) textOf(element int32) (text string, page int) {
	var b strings.Builder
	last := min(c.tags.nested[element].end, element+limits.ElementParts)
	for i := element; i < last && b.Len() < limits.ElementText; i++ {
		for _, k := range c.Structure.KidsOf(&c.Structure.Elements[i]) {
			if page == 0 && k.Page > 0 {
				page = int(k.Page)
			}
			if b.Len() >= limits.ElementText {
				break
			}
			if k.MCID >= 0 {
				b.Write(c.tags.texts[place{k.Page, k.Owner, k.MCID}])
				b.WriteByte(' ')
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), page
}

// isHeading reports whether elements of a role are headings.
func isHeading(role string) bool {
	switch role {
	case "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title":
		return true
	}
	return false
}

// isTable reports whether elements of a role are tables.
func isTable(role string) bool { return role == "Table" }

// inlineRoles has the roles of elements that always stand inside a line. Elements of other roles, such as Formula
// and Figure, stand inside a line if the element around them has text of its own.
var inlineRoles = set("Span Link Reference Quote Em Strong Sub Annot Lbl Ruby RB RT RP Warichu WT WP BibEntry Code")

// groupingRoles has the roles of elements that never are a line of text, even if they have text of their own.
var groupingRoles = set("Document DocumentFragment Part Art Sect Div Aside NonStruct Private BlockQuote Index TOC L Table THead TBody TFoot TR")

// alternativeOf returns the beginning of the text that stands for an element: its alternative or its replacement
// text, or "".
func alternativeOf(e *semantic.Element) string {
	if e.Properties == nil {
		return ""
	}
	for _, text := range [...]string{e.Alt, e.ActualText} {
		if text = strings.TrimSpace(text[:min(len(text), limits.ElementText)]); text != "" {
			return strings.ToValidUTF8(text, "")
		}
	}
	return ""
}

package quality

import (
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// place is where marked content stands: a page or form, and its number there.
type place struct{ page, owner, mcid int32 }

// tags are the structure tree with what its content says.
type tags struct {
	element map[place]int32  // the element that holds the content
	texts   map[place][]byte // what the pages show of it, limits.ElementText at most
	nested  []nesting        // by element
}

// nesting is what an element stands in.
type nesting struct {
	end     int32 // the element behind all that is in it: those of a tree stand depth first
	block   int32 // the nearest element around it that is no part of a line; itself
	table   int32 // the nearest table that it is in, or is; -1: none
	heading bool  // it is in a heading, or is one
	note    bool  // in a note, which stands at the foot of a page or the end of a text
	content bool  // it holds content itself, not only by other elements
}

// readTags finds the content of the elements and its text.
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
		if c.over() {
			return
		}
	}
	c.nest()
	for _, p := range c.Pages {
		for i := range p.Lines {
			if c.over() {
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

// types asks whether readers know what the tags say. PDF/UA-1 knows the types of PDF 1.7 only; readers know those of
// PDF 2.0 too, which writers use without naming the namespace: an Artifact in the tree, an Aside.
func (c *checker) types() {
	if c.Structure == nil {
		return
	}
	for i := range c.Structure.Elements {
		if c.over() {
			return
		}
		e := &c.Structure.Elements[i]
		if e.Space != semantic.UnknownSpace {
			c.holds(&tagTypes)
			continue
		}
		f := Finding{Message: fmt.Sprintf("%.60s is no type that readers know", e.Role)}
		if c.resultOf(&tagTypes).Broken < limits.FindingPlaces { // those that are named; text takes time
			f.Text, f.Page = c.textOf(int32(i))
		}
		c.breaks(&tagTypes, f)
	}
}

// nest finds what each element stands in.
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

// placeOf is the innermost sequence with a number around a mark that an element holds.
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

// elementOf is the element that holds what a mark marks; -1: none.
func (c *checker) elementOf(p *layout.Page, mark int32) int32 {
	if at, ok := c.placeOf(p, mark); ok {
		return c.tags.element[at]
	}
	return -1
}

// artifact reports whether a mark says that what it marks is no content, which no element holds.
func artifact(p *layout.Page, mark int32) bool {
	for depth := 0; mark >= 0 && int(mark) < len(p.Marks) && depth < limits.MarkDepth; depth++ {
		if p.Marks[mark].Artifact {
			return true
		}
		mark = p.Marks[mark].Parent
	}
	return false
}

// textOf is the text of an element with all that is in it, limits.ElementText bytes or a few more, and
// the page on which it begins.
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

// isHeading reports whether a role is that of headings.
func isHeading(role string) bool {
	switch role {
	case "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title":
		return true
	}
	return false
}

// isTable reports whether a role is that of tables.
func isTable(role string) bool { return role == "Table" }

// inlineRoles are the roles of elements that always stand inside of a line. Others, such as Formula and
// Figure, stand in one where the element around them holds text of its own.
var inlineRoles = set("Span Link Reference Quote Em Strong Sub Annot Lbl Ruby RB RT RP Warichu WT WP BibEntry Code")

// groupingRoles are the roles of elements that are no line of text, whatever they hold.
var groupingRoles = set("Document DocumentFragment Part Art Sect Div Aside NonStruct Private BlockQuote Index TOC L Table THead TBody TFoot TR")

// alternativeOf is the beginning of what stands for an element in words; "" when nothing does.
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

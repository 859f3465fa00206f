package quality

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// place is where marked content stands: a page or form, and its number there.
type place struct{ page, owner, mcid int32 }

// tags are the structure tree with what its content says.
type tags struct {
	element map[place]int32  // the element that holds the content
	texts   map[place]string // what the pages show of it
}

// maxMarkNesting is how many marked-content sequences around a text are asked for their number.
const maxMarkNesting = 32

// readTags finds the content of the elements and its text.
func (c *checker) readTags() {
	if c.Structure == nil {
		return
	}
	c.tags = tags{element: map[place]int32{}, texts: map[place]string{}}
	for i := range c.Structure.Elements {
		for _, k := range c.Structure.KidsOf(&c.Structure.Elements[i]) {
			if k.MCID >= 0 {
				c.tags.element[place{k.Page, k.Owner, k.MCID}] = int32(i)
			}
		}
	}
	for _, p := range c.Pages {
		for i := range p.Lines {
			for _, s := range p.LineSpans(i) {
				if at, ok := c.placeOf(p, s.Mark); ok {
					text := c.tags.texts[at]
					if text != "" && s.Start == p.Lines[i].Start {
						text += " "
					}
					c.tags.texts[at] = text + p.Text[s.Start:s.End]
				}
			}
		}
	}
}

// placeOf is the innermost sequence with a number around a mark that an element holds.
func (c *checker) placeOf(p *layout.Page, mark int32) (place, bool) {
	for depth := 0; mark >= 0 && int(mark) < len(p.Marks) && depth < maxMarkNesting; depth++ {
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

// within reports whether an element is in one whose role passes, or is one.
func (c *checker) within(element int32, role func(string) bool) bool {
	for ; element >= 0; element = c.Structure.Elements[element].Parent {
		if role(c.Structure.Elements[element].Role) {
			return true
		}
	}
	return false
}

// maxElementText is how many bytes of the text of an element are read.
const maxElementText = 4000

// textOf is the text of an element with all that is in it, and the page on which it begins.
func (c *checker) textOf(element int32) (text string, page int) {
	var b strings.Builder
	for i := element; i < c.end(element) && b.Len() < maxElementText; i++ {
		for _, k := range c.Structure.KidsOf(&c.Structure.Elements[i]) {
			if page == 0 && k.Page > 0 {
				page = int(k.Page)
			}
			if k.MCID >= 0 {
				b.WriteString(c.tags.texts[place{k.Page, k.Owner, k.MCID}])
				b.WriteByte(' ')
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), page
}

// end is the element behind all that is in element: those of a tree stand depth first.
func (c *checker) end(element int32) int32 {
	i := element + 1
	for int(i) < len(c.Structure.Elements) && c.Structure.Elements[i].Parent >= element {
		i++
	}
	return i
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

// inlineRoles are the roles of elements inside of a line.
var inlineRoles = set("Span Link Reference Quote Em Strong Sub Annot Lbl Ruby RB RT RP Warichu WT WP BibEntry Code")

// blockOf is the nearest element around one that is no part of a line.
func (c *checker) blockOf(element int32) int32 {
	for element >= 0 && inlineRoles[c.Structure.Elements[element].Role] && c.Structure.Elements[element].Parent >= 0 {
		element = c.Structure.Elements[element].Parent
	}
	return element
}

// alternativeOf is what stands for an element in words; "" when nothing does.
func alternativeOf(e *semantic.Element) string {
	if e.Properties == nil {
		return ""
	}
	if alt := strings.TrimSpace(e.Alt); alt != "" {
		return alt
	}
	return strings.TrimSpace(e.ActualText)
}

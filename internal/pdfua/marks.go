package pdfua

import (
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// markState is what applies to the content of a marked-content sequence.
type markState struct {
	owner    *pdf.StructElement // nil: not tagged
	artifact bool
	lang     bool // the sequence, one around it, or the structure gives the language
}

// markState returns the state inside of mark. Outside of any sequence it is the zero state.
func (c *Checker) markState(mark int32) markState {
	if mark < 0 {
		return markState{}
	}
	return c.content.marks[mark]
}

// readMarks computes the states of the marked-content sequences of a page. A sequence follows those around it.
func (c *Checker) readMarks(page *pdf.Page, content *layout.Content) {
	at := place{page.Number, page.Ref.Num}
	c.content.marks = c.content.marks[:0]
	keys := map[int32]int{0: c.doc.Int(page.Dict.Raw("StructParents"), -1)}
	for i := range content.Marks {
		m := &content.Marks[i]
		around := c.markState(m.Parent)
		state := around
		if own := c.markOwner(m, keys); own != nil {
			c.test("7.1-t02", !around.artifact, at, "tagged content (%.40s) stands inside of an artifact", m.Tag)
			state.owner = own
			state.lang = state.lang || c.hasLang(own)
		}
		state.lang = state.lang || m.Lang != ""
		if m.Artifact {
			c.test("7.1-t01", state.owner == nil, at, "an artifact stands inside of tagged content")
			state.artifact = true
		}
		c.markTexts(m, state.lang, at)
		c.content.marks = append(c.content.marks, state)
	}
	c.paintedTwice(content, at)
}

// markOwner returns the structure element that a sequence belongs to, or nil when there is none. keys
// are the StructParents of the page and of the forms on it.
func (c *Checker) markOwner(m *layout.Mark, keys map[int32]int) *pdf.StructElement {
	if c.tree == nil || m.MCID < 0 {
		return nil
	}
	key, ok := keys[m.Owner]
	if !ok {
		key = c.doc.Int(c.doc.Dict(pdf.Ref{Num: int(m.Owner)}).Raw("StructParents"), -1)
		keys[m.Owner] = key
	}
	return c.tree.Content(key, int(m.MCID))
}

// hasLang reports whether e or an element around it names a language.
func (c *Checker) hasLang(e *pdf.StructElement) bool {
	for ; e != nil; e = e.Parent {
		if e.Lang != "" {
			return true
		}
	}
	return false
}

// markTexts checks the texts in the properties of a sequence.
func (c *Checker) markTexts(m *layout.Mark, lang bool, at place) {
	if m.Lang != "" {
		c.test("7.2-t29", langTagForm().MatchString(m.Lang), at, "%.40q is no language tag", m.Lang)
	}
	if m.Tag != "Span" {
		return
	}
	known := c.lang || lang
	if m.HasActual {
		c.test("7.2-t30", known, at, "the language of a replacement text is not known")
	}
	if m.Alt != "" {
		c.test("7.2-t31", known, at, "the language of an alternative text is not known")
	}
	if m.Expansion != "" {
		c.test("7.2-t32", known, at, "the language of an expansion is not known")
	}
}

// paintedTwice looks for form XObjects whose tagged content is painted more than once: on two
// pages, or each sequence several times on this page. A form may begin a sequence with the same
// identifier several times, but hardly every sequence.
func (c *Checker) paintedTwice(content *layout.Content, at place) {
	type sequence struct{ owner, mcid int32 }
	times := make(map[sequence]int)
	for i := range content.Marks {
		if m := &content.Marks[i]; m.Owner != 0 && m.MCID >= 0 {
			times[sequence{m.Owner, m.MCID}]++
		}
	}
	if len(times) == 0 {
		return
	}
	least := make(map[int32]int)
	for s, n := range times {
		if have, ok := least[s.owner]; !ok || n < have {
			least[s.owner] = n
		}
	}
	if c.content.painted == nil {
		c.content.painted = make(map[int32]int)
	}
	for i := range content.Marks { // in the order of the page
		owner := content.Marks[i].Owner
		if n, ok := least[owner]; ok {
			delete(least, owner)
			c.content.painted[owner] += n
			once := c.content.painted[owner] < 2
			c.test("7.20-t02", once, place{at.page, int(owner)}, "the XObject is painted more than once")
		}
	}
}

package pipeline

import (
	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/semantic"
)

// survey counts the things in a tree that the accessibility report asks about.
type survey struct {
	figures, tables, controls a11y.Inventory
	pictures                  map[int32]int // figures by page
	headings, lists, grids    int
	inline                    bool // also look into lines, because there are controls
}

// block counts in n, which is not part of a line, and in its descendants.
func (s *survey) block(n *semantic.Node) {
	switch n.Role {
	case semantic.Artifact:
		return
	case semantic.H, semantic.Title:
		s.headings++
	case semantic.L, semantic.TOC:
		s.lists++
	case semantic.Table:
		s.table(n)
	case semantic.Figure:
		s.figure(n)
	}
	for _, c := range n.Children {
		switch {
		case !c.Role.Inline():
			s.block(c)
		case s.inline:
			s.line(c)
		}
	}
}

// line counts the controls in a part of a line.
func (s *survey) line(n *semantic.Node) {
	if n.Role == semantic.Form {
		s.control(n)
	}
	for _, c := range n.Children {
		s.line(c)
	}
}

// namedByText is the least confidence of a name that is text of the page. Package semantic gives 0.7 and more to
// labels and heads of tables. A field that nothing names gets its own name or kind, with 0.2 and less.
const namedByText = 0.5

// control counts a form field. A name that the author gave is certain.
func (s *survey) control(n *semantic.Node) {
	s.controls.Total++
	switch a := n.Attr; {
	case a == nil || a.Confidence == 0:
	case a.Confidence >= namedByText:
		s.controls.Doubtful.Add(int(n.Page))
	default:
		s.controls.Missing.Add(int(n.Page))
	}
}

func (s *survey) table(n *semantic.Node) {
	s.grids++
	s.tables.Total++
	if !hasHeader(n) {
		s.tables.Missing.Add(int(n.Page))
	}
}

// hasHeader reports whether a table has a header cell. It does not look into tables inside of cells.
func hasHeader(n *semantic.Node) bool {
	for _, c := range n.Children {
		switch c.Role {
		case semantic.TH:
			return true
		case semantic.THead, semantic.TBody, semantic.TFoot, semantic.TR:
			if hasHeader(c) {
				return true
			}
		}
	}
	return false
}

// figure counts a figure. A caption shows that the figure is no decoration, but is no alternative text. Neither is
// a name that pagelift made for it.
func (s *survey) figure(n *semantic.Node) {
	if n.Attr != nil && n.Attr.Subtype == semantic.Decorative {
		return
	}
	s.figures.Total++
	if s.pictures == nil {
		s.pictures = make(map[int32]int)
	}
	s.pictures[n.Page]++
	if n.Attr != nil && n.Attr.Figure != nil {
		s.pictures[n.Page] += len(n.Attr.Figure.Beside)
	}
	if n.Attr != nil && n.Attr.Alt != "" && n.Attr.Subtype != semantic.Unnamed {
		if n.Attr.AltSource == semantic.FromModel {
			s.figures.Doubtful.Add(int(n.Page))
		}
		return
	}
	for _, c := range n.Children {
		if c.Role != semantic.Caption {
			return // it has text
		}
	}
	s.figures.Missing.Add(int(n.Page))
}

package infer

import "github.com/pagelift/pagelift/layout"

// signs holds what the signs of a heading need to know about its page.
type signs struct {
	sheet   *sheet
	running *running
	beside  neighbours
	columns []extent // for each column; the last one is that of the page
}

// extent is where the text of a column begins and ends.
type extent struct{ left, right float32 }

// centred reports whether p stands in the middle of its column, away from both
// edges.
func (g *signs) centred(p *part) bool {
	e := g.column(p)
	em := p.look.size()
	before, behind := p.box.X0-e.left, e.right-p.box.X1
	return before > centredMargin*em && behind > centredMargin*em && abs(before-behind) < centredSlack*em
}

// column returns the extent of the column in which p stands.
func (g *signs) column(p *part) extent {
	if g.columns == nil {
		g.findColumns()
	}
	column := int(g.sheet.Blocks[p.block].Column)
	if column < 0 || column >= len(g.columns) {
		column = len(g.columns) - 1
	}
	return g.columns[column]
}

// findColumns measures the columns of the page.
func (g *signs) findColumns() {
	count := int32(0)
	for i := range g.sheet.Blocks {
		count = max(count, g.sheet.Blocks[i].Column+1)
	}
	g.columns = make([]extent, count+1)
	for i := range g.sheet.parts {
		p := &g.sheet.parts[i]
		if !p.flows() {
			continue
		}
		g.columns[count].add(p.box)
		if c := g.sheet.Blocks[p.block].Column; c >= 0 {
			g.columns[c].add(p.box)
		}
	}
}

func (e *extent) add(box layout.Rect) {
	if *e == (extent{}) {
		*e = extent{box.X0, box.X1}
		return
	}
	e.left, e.right = min(e.left, box.X0), max(e.right, box.X1)
}

// style returns the style of most of the first line of p, and whether the line is a link.
func (s *sheet) style(p *part) (style *layout.Style, linked bool) {
	l := s.line(p.first)
	spans := s.LineSpans(int(p.first))
	return &s.Styles[l.Style], len(spans) > 0 && spans[0].Link >= 0
}

// underlined reports whether all text of p is underlined.
func (s *sheet) underlined(p *part) bool {
	for i := p.first; i <= p.last(); i++ {
		for _, span := range s.LineSpans(int(i)) {
			if !s.Styles[span.Style].Underline && !blank(s.Text[span.Start:span.End]) {
				return false
			}
		}
	}
	return true
}

// leadsAway reports whether p is a link or all underlined.
func (s *sheet) leadsAway(p *part) bool {
	_, linked := s.style(p)
	return linked || s.underlined(p)
}

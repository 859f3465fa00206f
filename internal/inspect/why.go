package inspect

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// maxMatches is how many places Report explains; the rest is counted.
const maxMatches = 20

// Report explains each place of the text: the glyph runs it is painted with, its
// lines and block, and the nodes of doc with the evidence for their roles. It
// returns the number of places.
func (f *Finder) Report(w io.Writer, doc *semantic.Document) (matches int, err error) {
	slices.SortFunc(f.found, func(a, b *foundPage) int { return cmp.Compare(a.page.Number, b.page.Number) })
	r := &report{w: bufio.NewWriter(w), query: f.query, doc: doc}
	for _, p := range f.found {
		r.page(p)
	}
	if r.matches > maxMatches {
		fmt.Fprintf(r.w, "and %d more\n", r.matches-maxMatches)
	}
	return r.matches, r.w.Flush()
}

// report writes the explanation; bufio keeps the first error.
type report struct {
	w       *bufio.Writer
	query   string
	doc     *semantic.Document
	matches int
}

// next begins a match and reports whether it is still to be explained.
func (r *report) next(page int, where string) bool {
	r.matches++
	if r.matches > maxMatches {
		return false
	}
	fmt.Fprintf(r.w, "page %d: %s\n", page, where)
	return true
}

func (r *report) page(p *foundPage) {
	before := r.matches
	text := fold(p.page.Text)
	for _, at := range text.all(r.query) {
		if r.next(p.page.Number, fmt.Sprintf("%q", p.page.Text[at.start:at.end])) {
			r.explainLines(p, at)
		}
	}
	for i := range p.page.Unseen {
		u := &p.page.Unseen[i]
		unseen := fold(u.Text)
		for range unseen.all(r.query) {
			if r.next(p.page.Number, fmt.Sprintf("left out, a reader does not see it (%s)", flagNames(u.Flags))) {
				r.runs(p.content, []layout.Rect{u.Box})
			}
		}
	}
	if r.matches == before && r.next(p.page.Number, "painted, but in no line of the page") {
		r.painted(p.content)
	}
}

// explainLines explains text that stands in lines.
func (r *report) explainLines(p *foundPage, at textRange) {
	var boxes []layout.Rect
	lines := map[int]bool{}
	for i := range p.page.Lines {
		l := &p.page.Lines[i]
		if l.End <= at.start || l.Start >= at.end {
			continue
		}
		lines[i] = true
		for _, w := range p.page.LineWords(i) {
			if w.End > at.start && w.Start < at.end {
				boxes = append(boxes, w.Box)
			}
		}
	}
	r.runs(p.content, boxes)
	for i := range p.page.Lines {
		if lines[i] {
			fmt.Fprintf(r.w, "  line %d: %q\n    %s\n", i, p.page.LineText(i), describeLine(p.page, &p.page.Lines[i]))
		}
	}
	for i := range p.page.Blocks {
		if blockHas(&p.page.Blocks[i], lines) {
			fmt.Fprintf(r.w, "  %s\n", describeBlock(i, &p.page.Blocks[i]))
			r.nodes(p.page.Number, i)
		}
	}
}

// blockHas reports whether a line of b is in lines.
func blockHas(b *layout.Block, lines map[int]bool) bool {
	has := func(first, count int32) bool {
		for i := first; i < first+count; i++ {
			if lines[int(i)] {
				return true
			}
		}
		return false
	}
	if has(b.FirstLine, b.LineCount) {
		return true
	}
	if b.Table != nil {
		return slices.ContainsFunc(b.Table.Cells, func(c layout.Cell) bool { return has(c.FirstLine, c.LineCount) })
	}
	return false
}

// runs writes the glyph runs that have a glyph in one of the boxes.
func (r *report) runs(c *layout.Content, boxes []layout.Rect) {
	for i := range c.Runs {
		run := &c.Runs[i]
		if slices.ContainsFunc(c.Glyphs[run.First:run.First+run.Count], func(g layout.Glyph) bool {
			center := glyphBox(c, run, g).Center()
			return slices.ContainsFunc(boxes, func(b layout.Rect) bool { return b.Contains(center) })
		}) {
			r.run(c, i)
		}
	}
}

func (r *report) run(c *layout.Content, i int) {
	fmt.Fprintf(r.w, "  run %d: %q\n    %s\n", i, runText(c, &c.Runs[i]), describeRun(c, &c.Runs[i]))
}

// painted writes the runs that hold the text, each alone or several together.
func (r *report) painted(c *layout.Content) {
	var all strings.Builder
	var ends []int
	for i := range c.Runs {
		all.WriteString(runText(c, &c.Runs[i]))
		ends = append(ends, all.Len())
	}
	text := fold(all.String())
	for _, at := range text.all(r.query) {
		first, _ := slices.BinarySearch(ends, int(at.start)+1)
		for i := first; i < len(ends); i++ {
			r.run(c, i)
			if ends[i] >= int(at.end) {
				break
			}
		}
	}
}

// nodes writes the chain of nodes that block i of a page became.
func (r *report) nodes(page, block int) {
	chains := r.chains(func(n *semantic.Node) bool { return int(n.Page) == page && int(n.Block) == block })
	if len(chains) == 0 { // joined to a block before it
		chains = r.chains(func(n *semantic.Node) bool { return n.Page > 0 && int(n.Page) <= page })
		chains = r.having(chains)
		if len(chains) > 1 {
			chains = chains[len(chains)-1:]
		}
	}
	if some := r.having(chains); len(some) > 0 {
		chains = some
	}
	if len(chains) == 0 {
		fmt.Fprintln(r.w, "  no node: it is not in the output")
	}
	for _, chain := range chains {
		r.chain(chain)
	}
}

// having are the chains whose last node has the text. Hyphens do not count: some
// of those at the ends of lines are left out.
func (r *report) having(chains [][]*semantic.Node) [][]*semantic.Node {
	var some [][]*semantic.Node
	query := withoutHyphens(r.query)
	for _, chain := range chains {
		if last := chain[len(chain)-1]; strings.Contains(withoutHyphens(fold(nodeText(last, maxSearched)).text), query) {
			some = append(some, chain)
		}
	}
	return some
}

func withoutHyphens(s string) string { return strings.ReplaceAll(s, "-", "") }

// maxSearched is how much of a node's text is searched.
const maxSearched = 1 << 20

// chains are the ways from the root to the innermost block-level nodes that match.
func (r *report) chains(match func(*semantic.Node) bool) [][]*semantic.Node {
	var chains [][]*semantic.Node
	var walk func(n *semantic.Node, way []*semantic.Node) bool
	walk = func(n *semantic.Node, way []*semantic.Node) (found bool) {
		if n.Role.Inline() || n.Role == semantic.PageBreak { // pages may begin inside of a paragraph
			return false
		}
		way = append(way[:len(way):len(way)], n)
		for _, c := range n.Children {
			found = walk(c, way) || found
		}
		if !found && match(n) {
			chains = append(chains, way)
			found = true
		}
		return found
	}
	if r.doc != nil && r.doc.Root != nil {
		walk(r.doc.Root, nil)
	}
	return chains
}

func (r *report) chain(way []*semantic.Node) {
	names := make([]string, len(way))
	for i, n := range way {
		names[i] = roleName(n.Role, n.Level)
	}
	fmt.Fprintf(r.w, "  node: %s\n", strings.Join(names, " > "))
	for _, n := range way {
		for i := range n.Evidence {
			fmt.Fprintf(r.w, "    %s\n", verdict(n, i))
		}
		if n.Role == semantic.P && !slices.ContainsFunc(n.Evidence, func(e semantic.Evidence) bool { return e.Verdict == semantic.Given }) {
			fmt.Fprintln(r.w, "    P: no rule gave it another role")
		}
	}
}

// verdict is one line on evidence i of n:
//
//	H2 by rule heading, weight 0.95: ...                          it counts
//	H by rule heading, weight 0.95, overruled below: ...          it did, until a later one
//	not Title by rule title: ...                                  it did not
//	not Caption by rule drawing, weight 0.60, outweighed: ...
func verdict(n *semantic.Node, i int) string {
	e := &n.Evidence[i]
	name := e.Role.String()
	if e.Role == n.Role {
		name = roleName(n.Role, n.Level)
	}
	switch {
	case e.Verdict == semantic.Outweighed:
		return fmt.Sprintf("not %s by rule %s, weight %.2f, outweighed: %s", name, e.Rule, e.Weight, e.Reason)
	case e.Verdict != semantic.Given:
		return fmt.Sprintf("not %s by rule %s: %s", e.Role, e.Rule, e.Reason)
	case slices.ContainsFunc(n.Evidence[i+1:], func(later semantic.Evidence) bool { return later.Verdict == semantic.Given && later.Role != e.Role }):
		return fmt.Sprintf("%s by rule %s, weight %.2f, overruled below: %s", name, e.Rule, e.Weight, e.Reason)
	}
	return fmt.Sprintf("%s by rule %s, weight %.2f: %s", name, e.Rule, e.Weight, e.Reason)
}

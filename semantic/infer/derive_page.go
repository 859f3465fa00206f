package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// Values for marks that have no content in the tree.
const (
	untagged        = -1 // text outside of the tree
	artifact        = -2 // page furniture
	artifactElement = -3 // page furniture according to an element of the tree
	private         = -4 // private data of the program that wrote the file (clause 14.8.4.3): no output
)

// pageTags finds the content of one page in the tree.
type pageTags struct {
	t       *tagTree
	content []int32 // of tagTree.content, by owner, identifier and place in the tree
}

// byPage sorts the content of the tree into the pages.
func (t *tagTree) byPage(pages []*layout.Page) []pageTags {
	index := make(map[int32]int, len(pages))
	for i, p := range pages {
		index[int32(p.Number)] = i
	}
	out := make([]pageTags, len(pages))
	for i := range out {
		out[i].t = t
	}
	for c := range t.content {
		if i, ok := index[t.content[c].page]; ok {
			out[i].content = append(out[i].content, int32(c))
		}
	}
	t.findHere(out)
	for i := range out {
		slices.SortFunc(out[i].content, func(a, b int32) int { return cmp.Or(t.compare(a, b), cmp.Compare(a, b)) })
	}
	return out
}

// findHere fills t.here from the content of the pages.
func (t *tagTree) findHere(pages []pageTags) {
	t.here = make([]int32, len(t.content)+1)
	for i := range pages {
		for _, c := range pages[i].content {
			t.here[c+1] = 1
		}
	}
	for c := range t.content {
		t.here[c+1] += t.here[c]
	}
}

// compare orders content of one page by object, owner and identifier.
func (t *tagTree) compare(a, b int32) int {
	x, y := &t.content[a], &t.content[b]
	return cmp.Or(cmp.Compare(x.object, y.object), cmp.Compare(x.owner, y.owner), cmp.Compare(x.mcid, y.mcid))
}

// find returns the content with these identifiers; of several the first, of none untagged.
func (g *pageTags) find(mcid, owner, object int32) int32 {
	i, found := slices.BinarySearchFunc(g.content, tagContent{mcid: mcid, owner: owner, object: object}, func(c int32, want tagContent) int {
		x := &g.t.content[c]
		return cmp.Or(cmp.Compare(x.object, want.object), cmp.Compare(x.owner, want.owner), cmp.Compare(x.mcid, want.mcid))
	})
	if !found {
		return untagged
	}
	return g.content[i]
}

// marks returns for each marked-content sequence of p the content to which it belongs: its own,
// or that of a sequence around it.
func (g *pageTags) marks(p *layout.Page) []int32 {
	list := make([]int32, len(p.Marks))
	for i := range p.Marks {
		m := &p.Marks[i]
		list[i] = untagged
		if m.MCID >= 0 {
			if list[i] = g.find(m.MCID, m.Owner, 0); list[i] >= 0 {
				list[i] = g.t.visible(list[i])
				continue
			}
		}
		if m.Artifact {
			list[i] = artifact
		} else if m.Parent >= 0 && int(m.Parent) < i {
			list[i] = list[m.Parent]
		}
	}
	return list
}

// visible returns content c, or private or artifactElement when c is hidden.
func (t *tagTree) visible(c int32) int32 {
	i := t.content[c].elem
	if !t.tags[i].hidden {
		return c
	}
	for ; i >= 0; i = t.parent(i) {
		if t.Elements[i].Role == privateType {
			return private
		}
	}
	return artifactElement
}

// tagPiece is a stretch of one line that lies in one chunk, or in none.
type tagPiece struct {
	chunk       int32 // or untagged, artifact and so on
	content     int32 // the last content of its spans in the order of the tree
	line        int32
	block       int32
	first, last int32 // spans of the page
}

// pieces cuts the lines of p where their chunk changes. Untagged text goes
// with the tagged text of its line: a bullet, or a space between two sequences.
func (g *pageTags) pieces(p *layout.Page, marks []int32) []tagPiece {
	pieces := make([]tagPiece, 0, len(p.Lines)+len(p.Lines)/8)
	for b := range p.Blocks {
		block := &p.Blocks[b]
		for i := block.FirstLine; i < block.FirstLine+block.LineCount; i++ {
			pieces = g.cutLine(pieces, p, marks, int32(b), i)
		}
	}
	return pieces
}

func (g *pageTags) cutLine(pieces []tagPiece, p *layout.Page, marks []int32, block, line int32) []tagPiece {
	start := len(pieces)
	l := &p.Lines[line]
	for i := l.FirstSpan; i < l.FirstSpan+l.SpanCount; i++ {
		content := int32(untagged)
		if m := p.Spans[i].Mark; m >= 0 && int(m) < len(marks) {
			content = marks[m]
		}
		if content == artifact && i > l.FirstSpan && i == l.FirstSpan+l.SpanCount-1 && isHyphen(p.Text[p.Spans[i].Start:p.Spans[i].End]) {
			content = untagged // a hyphen: the word goes on in the next line
		}
		chunk := content
		if content >= 0 {
			chunk = g.t.content[content].chunk
		}
		if len(pieces) > start {
			last := &pieces[len(pieces)-1]
			switch {
			case last.chunk == chunk && (content < 0 || content >= last.content && !g.passesObject(last.content, content)):
				last.last, last.content = i, max(content, last.content)
				continue
			case content == untagged && last.chunk >= 0:
				last.last = i
				continue
			case last.chunk == untagged && chunk >= 0:
				last.chunk, last.content, last.last = chunk, content, i
				continue
			}
		}
		pieces = append(pieces, tagPiece{chunk, content, line, block, i, i})
	}
	return pieces
}

// objectReach is how many pieces of content between two on a line are searched for a control: it
// has a label, of a word or two, on each side.
const objectReach = 4

// passesObject reports whether a control or image stands between the contents a and b
// in the tree. Then the text of one line is not read in one go.
func (g *pageTags) passesObject(a, b int32) bool {
	for i := max(a, 0) + 1; i < b && i <= a+objectReach; i++ {
		if g.t.content[i].object > 0 {
			return true
		}
	}
	return false
}

// figures returns the chunk of each figure of p, or untagged.
func (g *pageTags) figures(p *layout.Page, marks []int32) []int32 {
	list := make([]int32, len(p.Figures))
	for i := range p.Figures {
		f := &p.Figures[i]
		content := int32(untagged)
		if f.Mark >= 0 && int(f.Mark) < len(marks) {
			content = marks[f.Mark]
		}
		if content == untagged && f.Object > 0 {
			content = g.find(-1, 0, int32(f.Object))
		}
		if list[i] = content; content >= 0 {
			list[i] = g.t.content[content].chunk
		}
	}
	return list
}

// blank reports whether the piece has only spaces.
func (k *tagPiece) blank(p *layout.Page) bool {
	return strings.TrimLeft(p.Text[p.Spans[k.first].Start:p.Spans[k.last].End], " ") == ""
}

// leads reports whether the piece is a row of dots to a page number. Trees leave such rows
// out, or call them artifacts.
func (k *tagPiece) leads(p *layout.Page) bool {
	text := p.Text[p.Spans[k.first].Start:p.Spans[k.last].End]
	size, dots := leaderAt(text)
	return size == len(text) && dots >= leaderDots && !strings.Contains(text, "_") // a row of _ is a place to write on
}

// isHyphen reports whether text is the sign at which a word is divided. Some documents
// call it an artifact, since it is no part of the word.
func isHyphen(text string) bool {
	switch strings.Trim(text, " ") {
	case "-", "\u00ad", "\u2010":
		return true
	}
	return false
}

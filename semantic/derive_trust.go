package semantic

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
)

// tagTrust is what speaks for and against a structure tree.
type tagTrust struct {
	text, tagged, artifacts int // bytes of visible text: all, in the tree, page furniture
	heads                   int // bytes of text that the tree calls headings
	steps, back             int // from one chunk to another on a page, and those that lead back
	blocks, lines           int // paragraphs of layout of some lines, and those of which each line is an element
}

// measureTags compares the tree with the pages.
func (d *draft) measureTags(ctx context.Context, pages []pageTags) (tagTrust, error) {
	var counts []*tagTrust
	err := d.shareSheets(ctx, func() func([]sheet) {
		trust := new(tagTrust)
		counts = append(counts, trust)
		return func(sheets []sheet) {
			for i := range sheets {
				g, p := &pages[sheets[i].index], sheets[i].Page
				marks := g.marks(p)
				trust.spans(g, p, marks)
				trust.paragraphs(g, p, marks)
			}
		}
	})
	var all tagTrust
	for _, c := range counts {
		all.text, all.tagged, all.artifacts, all.heads = all.text+c.text, all.tagged+c.tagged, all.artifacts+c.artifacts, all.heads+c.heads
		all.steps, all.back, all.blocks, all.lines = all.steps+c.steps, all.back+c.back, all.blocks+c.blocks, all.lines+c.lines
	}
	return all, err
}

// spans adds the text of a page.
func (r *tagTrust) spans(g *pageTags, p *layout.Page, marks []int32) {
	last := int32(-1)
	for i := range p.Spans {
		span := &p.Spans[i]
		n := int(span.End - span.Start)
		r.text += n
		content := g.contentOf(span, marks)
		if content == artifact {
			r.artifacts += n
		}
		if content < 0 {
			continue
		}
		r.tagged += n
		chunk := g.t.content[content].chunk
		if role := g.t.tags[g.t.chunks[chunk].leaf].role; role == H || role == Title {
			r.heads += n
		}
		if last >= 0 && chunk != last {
			r.steps++
			r.back += btoi(chunk < last)
		}
		last = chunk
	}
}

// paragraphs adds the blocks of a page in which the tree could call each line a
// paragraph.
func (r *tagTrust) paragraphs(g *pageTags, p *layout.Page, marks []int32) {
	for b := range p.Blocks {
		block := &p.Blocks[b]
		if block.Kind != layout.Paragraph || block.LineCount < runningLines {
			continue
		}
		last, elements := int32(-1), int32(0)
		for i := range p.BlockLines(block) {
			spans := p.LineSpans(i)
			if len(spans) == 0 {
				continue
			}
			if content := g.contentOf(&spans[0], marks); content >= 0 {
				chunk := g.t.content[content].chunk
				leaf := &g.t.tags[g.t.chunks[chunk].leaf]
				elements += int32(btoi(chunk != last && leaf.role == P && !leaf.held))
				last = chunk
			}
		}
		r.blocks++
		r.lines += btoi(elements == block.LineCount)
	}
}

// contentOf is the content of the tree that a span is of.
func (g *pageTags) contentOf(span *layout.Span, marks []int32) int32 {
	if span.Mark < 0 || int(span.Mark) >= len(marks) {
		return untagged
	}
	return marks[span.Mark]
}

// judge decides what to do with a tree. What it says of headings and paragraphs is
// left out where most of the text would be headings, or most lines paragraphs.
func (r *tagTrust) judge(t *tagTree) Tagging {
	text := r.text
	if r.artifacts*2 <= r.text { // else they are not what they are called
		text -= r.artifacts
	}
	g := Tagging{Coverage: 1} // of nothing
	if text > 0 {
		g.Coverage = float32(r.tagged) / float32(text)
	}
	if r.steps > 0 {
		g.Disorder = float32(r.back) / float32(r.steps)
	}
	coverage, disorder := float32(leastCoverage), float32(mostDisorder)
	if t.Suspects { // the document itself has doubts
		coverage, disorder = suspectCoverage, suspectDisorder
	}
	noHeads := r.tagged >= fewTagged && float32(r.heads) > mostHeads*float32(r.tagged)
	if noHeads {
		t.knows &^= headingTags
	}
	t.shapeless = t.knows == 0 || r.blocks >= fewBlocks && float32(r.lines) > mostLines*float32(r.blocks)
	switch {
	case g.Coverage < coverage:
		g.Reason = fmt.Sprintf("its structure tree reaches %.0f %% of the text", 100*g.Coverage)
	case g.Disorder > disorder && r.steps >= fewSteps:
		g.Reason = fmt.Sprintf("%.0f %% of the steps in its structure tree lead back on the page", 100*g.Disorder)
	case g.Coverage < fullCoverage:
		g.Use, g.Reason = Mixed, fmt.Sprintf("its structure tree reaches %.0f %% of the text, the rest is inferred", 100*g.Coverage)
	case noHeads:
		g.Use, g.Reason = Mixed, "its structure tree calls most of the text headings, they are inferred"
	case t.knows == 0:
		g.Use, g.Reason = Mixed, "its structure tree knows of nothing but paragraphs, the rest is inferred"
	case t.shapeless:
		g.Use, g.Reason = Mixed, "its structure tree calls lines paragraphs, these are inferred"
	case t.knows&headingTags == 0:
		g.Use, g.Reason = Mixed, "its structure tree knows of no headings, they are inferred"
	default:
		g.Use, g.Reason = Tagged, "its structure tree reaches the text in order"
	}
	return g
}

package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagTrust counts what speaks for and against a structure tree.
type tagTrust struct {
	text, tagged, artifacts int // bytes of visible text: all of it, in the tree, marked as artifacts
	heads                   int // bytes of text that the tree calls headings
	steps, back             int // steps from one chunk to another on a page, and those that lead back
	blocks, lines           int // paragraphs of layout with several lines, and those with each line an element
	torn                    int // paragraphs of layout in the middle of which the tree goes elsewhere
}

// measureTags compares the tree with each page.
func (d *draft) measureTags(ctx context.Context, pages []pageTags) ([]tagTrust, error) {
	trust := make([]tagTrust, len(pages))
	err := d.eachSheetApart(ctx, func(s *sheet) {
		g, r := &pages[s.index], &trust[s.index]
		marks := g.marks(s.Page)
		r.spans(g, s.Page, marks)
		r.paragraphs(g, s.Page, marks)
	})
	return trust, err
}

// sumTrust adds up what speaks for and against the tree on all pages. For pages that are set aside
// it counts only their text, none of it as tagged.
func sumTrust(pages []tagTrust, aside []bool) tagTrust {
	var all tagTrust
	for i := range pages {
		c := &pages[i]
		all.text, all.artifacts = all.text+c.text, all.artifacts+c.artifacts
		if aside != nil && aside[i] {
			continue
		}
		all.tagged, all.heads = all.tagged+c.tagged, all.heads+c.heads
		all.steps, all.back, all.blocks, all.lines = all.steps+c.steps, all.back+c.back, all.blocks+c.blocks, all.lines+c.lines
	}
	return all
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// leastCoverage is the share of the text that a tree must reach to be used.
	leastCoverage = 0.5
	// mostDisorder is the largest share of steps back that a tree may have. fewSteps is the fewest
	// steps that this share is computed from. A shuffled tree has .5. A few pages of a
	// good tree, with notes in the margin, have up to .27, since layout reads boxes
	// in another order than their author.
	mostDisorder = 0.35
	fewSteps     = 20
	// A tree tears a page if it goes elsewhere in the middle of tornParagraphs of its paragraphs or more,
	// those are tornShare of all or more, and more than tornDisorder of its steps lead back. Three of three
	// trees whose order experts failed do so. None of those that they passed does, nor any of 40 other
	// documents and of the 23 tagged ones. A form of many fields tears its lines, with .15 of the steps
	// back. If tornPagesShare of the pages are torn, the order of the tree is not that of the document.
	tornParagraphs = 2
	tornShare      = 0.25
	tornDisorder   = 0.2
	tornPagesShare = 0.2
	// suspectCoverage and suspectDisorder replace leastCoverage and mostDisorder for trees of documents
	// that say themselves that some tags may be wrong (Suspects). None of the 86 does.
	suspectCoverage = 0.9
	suspectDisorder = 0.12
	// mostHeads is the largest share of the text that headings may be. fewTagged is the fewest
	// bytes that this share is computed from: a leaflet may be nothing but a heading. The largest
	// share seen is .16.
	mostHeads = 0.5
	fewTagged = 1000
	// mostLines is the largest share of paragraphs of layout in which each line is an element
	// of its own, as in verse. fewBlocks is the fewest paragraphs that this share is computed from.
	// The largest share seen is .24.
	mostLines = 0.5
	fewBlocks = 5
)

// tornPages reports whether the order of the tree is not that of the pages: on many pages it
// leaves paragraphs in the middle and comes back.
func tornPages(pages []tagTrust) bool {
	torn, all := 0, 0
	for i := range pages {
		r := &pages[i]
		all += btoi(r.steps > 0)
		torn += btoi(r.torn >= tornParagraphs && float32(r.torn) >= tornShare*float32(r.blocks) && r.disorder() > tornDisorder)
	}
	return torn > 0 && float32(torn) >= tornPagesShare*float32(all)
}

// pagesAside returns for each page whether the tree is useless for it, or nil when it is useless for
// none. Such pages are scanned, come from another document, or have paragraphs that the tree tears.
func pagesAside(pages []tagTrust) []bool {
	var aside []bool
	torn := tornPages(pages)
	for i := range pages {
		r := &pages[i]
		if r.unread() >= fewUnread && r.coverage() < leastCoverage || r.steps >= fewSteps && r.disorder() > mostDisorder ||
			torn && r.disorder() > tornDisorder {
			if aside == nil {
				aside = make([]bool, len(pages))
			}
			aside[i] = true
		}
	}
	return aside
}

// unread returns how many bytes of text are neither in the tree nor artifacts.
func (r *tagTrust) unread() int { return r.text - r.artifacts - r.tagged }

// coverage returns the share of the text that the tree reaches, or 1 when there is no text.
func (r *tagTrust) coverage() float32 {
	text := r.text
	if r.artifacts*2 <= r.text { // else the artifacts are no artifacts
		text -= r.artifacts
	}
	if text <= 0 {
		return 1
	}
	return float32(r.tagged) / float32(text)
}

// disorder returns the share of the steps that lead back.
func (r *tagTrust) disorder() float32 { return float32(r.back) / float32(max(r.steps, 1)) }

// spans counts the text of a page.
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
		if role := g.t.tags[g.t.chunks[chunk].leaf].role; role == semantic.H || role == semantic.Title {
			r.heads += n
		}
		if last >= 0 && chunk != last {
			r.steps++
			r.back += btoi(chunk < last)
		}
		last = chunk
	}
}

// paragraphs counts the paragraphs of layout on a page, those whose lines are all paragraphs in the
// tree, and those that the tree tears.
func (r *tagTrust) paragraphs(g *pageTags, p *layout.Page, marks []int32) {
	for b := range p.Blocks {
		block := &p.Blocks[b]
		if block.Kind != layout.Paragraph || block.LineCount < runningLines {
			continue
		}
		last, elements := int32(-1), int32(0)
		r.torn += btoi(g.tears(p, block, marks))
		for i := range p.BlockLines(block) {
			spans := p.LineSpans(i)
			if len(spans) == 0 {
				continue
			}
			if content := g.contentOf(&spans[0], marks); content >= 0 {
				chunk := g.t.content[content].chunk
				leaf := &g.t.tags[g.t.chunks[chunk].leaf]
				elements += int32(btoi(chunk != last && leaf.role == semantic.P && !leaf.held))
				last = chunk
			}
		}
		r.blocks++
		r.lines += btoi(elements == block.LineCount)
	}
}

// tears reports whether the tree goes elsewhere in the middle of a paragraph: its lines belong to
// elements that do not follow each other in the tree. A paragraph with a mark, a link or a note in it
// may have several elements, but these follow each other.
//
//	The prevalence of hearing loss   P 7
//	doubles with every age decade.   P 7
//	These projections are not new.   P 4    read elsewhere
func (g *pageTags) tears(p *layout.Page, block *layout.Block, marks []int32) bool {
	last := int32(-1)
	for i := range p.BlockLines(block) {
		spans := p.LineSpans(i)
		for k := range spans {
			content := g.contentOf(&spans[k], marks)
			if content < 0 {
				continue
			}
			chunk := g.t.content[content].chunk
			if last >= 0 && (chunk < last || chunk > last+1) {
				return true
			}
			last = chunk
		}
	}
	return false
}

// contentOf returns the content of the tree to which a span belongs.
func (g *pageTags) contentOf(span *layout.Span, marks []int32) int32 {
	if span.Mark < 0 || int(span.Mark) >= len(marks) {
		return untagged
	}
	return marks[span.Mark]
}

// judge decides how far the tree is used. If most of the text would be headings, the tree is not
// believed about headings; if most lines would be paragraphs, it is not believed about these.
func (r *tagTrust) judge(t *tagTree) semantic.Tagging {
	g := semantic.Tagging{Coverage: r.coverage(), Disorder: r.disorder()}
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
		g.Use, g.Reason = semantic.Mixed, fmt.Sprintf("its structure tree reaches %.0f %% of the text, the rest is inferred", 100*g.Coverage)
	case noHeads:
		g.Use, g.Reason = semantic.Mixed, "its structure tree calls most of the text headings, they are inferred"
	case t.knows == 0:
		g.Use, g.Reason = semantic.Mixed, "its structure tree knows of nothing but paragraphs, the rest is inferred"
	case t.shapeless:
		g.Use, g.Reason = semantic.Mixed, "its structure tree calls lines paragraphs, these are inferred"
	case t.knows&headingTags == 0:
		g.Use, g.Reason = semantic.Mixed, "its structure tree knows of no headings, they are inferred"
	default:
		g.Use, g.Reason = semantic.Tagged, "its structure tree reaches the text in order"
	}
	return g
}

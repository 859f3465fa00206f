package semantic

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
)

// readStructure decides what the structure tree of the document is worth. When it
// is used, the pages are cut as it has them.
func (d *draft) readStructure(ctx context.Context, opts Options) error {
	d.tagging.Reason = "the document is not tagged"
	if d.src.Structure == nil || len(d.sheets) == 0 {
		return ctx.Err()
	}
	only := int32(0)
	if len(d.sheets) == 1 {
		only = int32(d.sheets[0].Number)
	}
	t := newTagTree(d.src.Structure, only, opts.StructureTypes)
	if t == nil {
		return ctx.Err()
	}
	pages := t.byPage(d.src.Pages)
	trust, err := d.measureTags(ctx, pages)
	if err != nil {
		return err
	}
	if d.tagging = trust.judge(t); d.tagging.Use == Inferred {
		return nil
	}
	d.tree = t
	before := t.lastChunks(pages)
	return d.eachSheetApart(ctx, func(s *sheet) {
		s.Page, s.places, s.content = pages[s.index].cut(s.Page, before[s.index])
		if opts.Release {
			d.src.Pages[s.index] = nil
		}
	})
}

// lastChunks is for each page the last chunk of the pages before that have one; -1
// where there is none.
func (t *tagTree) lastChunks(pages []pageTags) []int32 {
	before := make([]int32, len(pages))
	last := int32(-1)
	for i := range pages {
		before[i] = last
		if n := len(pages[i].content); n > 0 {
			last = -1
			for _, c := range pages[i].content {
				last = max(last, t.content[c].chunk)
			}
		}
	}
	return before
}

// tagTrust is what speaks for and against a tree.
type tagTrust struct {
	text, tagged, artifacts int // bytes of visible text: all, in the tree, page furniture
	steps, back             int // from one chunk to another on a page, and those that lead back
}

// measureTags compares the tree with the pages.
func (d *draft) measureTags(ctx context.Context, pages []pageTags) (tagTrust, error) {
	var counts []*tagTrust
	err := d.shareSheets(ctx, func() func([]sheet) {
		trust := new(tagTrust)
		counts = append(counts, trust)
		return func(sheets []sheet) {
			for i := range sheets {
				trust.page(&pages[sheets[i].index], sheets[i].Page)
			}
		}
	})
	var all tagTrust
	for _, c := range counts {
		all.text, all.tagged, all.artifacts = all.text+c.text, all.tagged+c.tagged, all.artifacts+c.artifacts
		all.steps, all.back = all.steps+c.steps, all.back+c.back
	}
	return all, err
}

// page adds what one page says.
func (r *tagTrust) page(g *pageTags, p *layout.Page) {
	marks := g.marks(p)
	last := int32(-1)
	for i := range p.Spans {
		span := &p.Spans[i]
		n := int(span.End - span.Start)
		r.text += n
		if span.Mark < 0 || int(span.Mark) >= len(marks) {
			continue
		}
		content := marks[span.Mark]
		if content <= artifact {
			r.artifacts += n
		}
		if content < 0 {
			continue
		}
		r.tagged += n
		chunk := g.t.content[content].chunk
		if last >= 0 && chunk != last {
			r.steps++
			if chunk < last {
				r.back++
			}
		}
		last = chunk
	}
}

// judge decides what to do with a tree.
func (r *tagTrust) judge(t *tagTree) Tagging {
	text := r.text
	if r.artifacts*2 <= r.text { // else they are not what they are called
		text -= r.artifacts
	}
	var g Tagging
	if text > 0 {
		g.Coverage = float32(r.tagged) / float32(text)
	}
	if r.steps > 0 {
		g.Disorder = float32(r.back) / float32(r.steps)
	}
	switch {
	case g.Coverage < leastCoverage:
		g.Reason = fmt.Sprintf("its structure tree reaches %.0f %% of the text", 100*g.Coverage)
	case g.Disorder > mostDisorder && r.steps >= fewSteps:
		g.Reason = fmt.Sprintf("%.0f %% of the steps in its structure tree lead back on the page", 100*g.Disorder)
	case t.knows == 0:
		g.Use, g.Reason = Mixed, "its structure tree knows of nothing but paragraphs, the rest is inferred"
	case g.Coverage < fullCoverage:
		g.Use, g.Reason = Mixed, fmt.Sprintf("its structure tree reaches %.0f %% of the text, the rest is inferred", 100*g.Coverage)
	case t.knows&headingTags == 0:
		g.Use, g.Reason = Mixed, "its structure tree knows of no headings, they are inferred"
	default:
		g.Use, g.Reason = Tagged, "its structure tree reaches the text in order"
	}
	return g
}

package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/semantic"
)

// readStructure decides whether the structure tree of the document is used. If so, it cuts the
// pages as the tree has them.
func (d *draft) readStructure(ctx context.Context, opts Options) error {
	d.tagging.Reason = "the document is not tagged"
	if d.src.Structure == nil || len(d.sheets) == 0 {
		return ctx.Err()
	}
	t := newTagTree(d.src.Structure, opts.StructureTypes)
	if t == nil {
		return ctx.Err()
	}
	t, pages, err := d.sift(ctx, t, t.byPage(d.src.Pages))
	if err != nil {
		return err
	}
	trust, err := d.measureTags(ctx, pages)
	if err != nil {
		return err
	}
	aside := pagesAside(trust)
	all := sumTrust(trust, aside)
	if d.tagging = all.judge(t); d.tagging.Use == semantic.Inferred {
		whole := sumTrust(trust, nil)
		if g := whole.judge(t); g.Use == semantic.Inferred {
			d.tagging = g // it says what is wrong with the whole tree
		} else if tornPages(trust) {
			d.tagging = g
			d.tagging.Use, d.tagging.Reason = semantic.Inferred, "its structure tree goes elsewhere in the midst of paragraphs"
		}
		return nil
	}
	d.tree = t
	d.warnings = append(d.warnings, d.tagWarnings...)
	d.setAside(aside, pages)
	before := t.lastChunks(pages)
	return d.eachSheetApart(ctx, func(s *sheet) {
		s.Page, s.places, s.content = pages[s.index].cut(s.Page, before[s.index])
		if opts.Release {
			d.src.Pages[s.index] = nil
		}
	})
}

// setAside marks the pages for which the tree is not used and removes their content from the tree.
func (d *draft) setAside(aside []bool, pages []pageTags) {
	count := 0
	for i := range aside {
		if aside[i] {
			pages[i].content, d.sheets[i].aside = nil, true
			count++
		}
	}
	if count > 0 {
		d.aside = true
		d.tree.findHere(pages)
		d.tagging.Use = semantic.Mixed
		d.tagging.Reason += fmt.Sprintf("; %d of %d pages are inferred", count, len(pages))
	}
}

// lastChunks returns for each page the last chunk of the nearest page before it that has one,
// or -1.
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

package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/semantic"
)

// outline looks up short parts in the document's outline (bookmarks), or in its contents
// pages when it has none: the author's own list of headings.
//
//	outline                        page 7
//	  2 Where they live, page 7    2 Where They Live      the same words on that page
//	    In winter, page 8          (capitals, numbers, spaces do not matter)
//
// The entry alone makes a heading. What it says of the level is for rule level.
func outline(ctx context.Context, d *draft) error {
	index, where := newOutlineIndex(d.src.Outline), "the outline"
	if len(index.entries) == 0 && len(d.contents) > 0 {
		d.headingsListed(index)
		where = "the contents pages"
	}
	if len(index.entries) == 0 {
		return ctx.Err()
	}
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			if p.role != semantic.P || p.count > headingLines || int(p.bytes) > index.longest+outlineSlack {
				continue
			}
			if sign, _ := s.bullet(p.first); sign != 0 {
				continue // a list of contents names the same words
			}
			text := d.text(p)
			if p.bytes > boldBytes && sentenceEnds(text) {
				continue // outlines made by programs name paragraphs too
			}
			if p.outlined = index.find(text, s.Number); p.outlined > 0 {
				d.claim(p, semantic.H, because("outline", outlineWeight, fmt.Sprintf("entry of depth %d in %s", p.outlined, where)))
			}
		}
	})
}

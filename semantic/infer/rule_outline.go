package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
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
		var named []*part
		for i := range s.parts {
			if p := &s.parts[i]; d.mayBeNamed(s, p, index) {
				if p.outlined = index.find(d.text(p), s.Number); p.outlined > 0 {
					named = append(named, p)
				}
			}
		}
		for _, p := range named {
			if d.echoes(p, named) {
				p.outlined = 0
				continue
			}
			d.claim(p, semantic.H, because("outline", outlineWeight, fmt.Sprintf("entry of depth %d in %s", p.outlined, where)))
		}
	})
}

// mayBeNamed reports whether p is a short part that an outline may name.
func (d *draft) mayBeNamed(s *sheet, p *part, index *outlineIndex) bool {
	if p.role != semantic.P || p.count > headingLines || int(p.bytes) > index.longest+outlineSlack {
		return false
	}
	if sign, _ := s.bullet(p.first); sign != 0 {
		return false // a list of contents names the same words
	}
	return p.bytes <= boldBytes || !sentenceEnds(d.text(p)) // outlines made by programs name paragraphs too
}

// echoes reports whether p says what another part on its page says that stands out more: larger,
// bold or numbered.
//
//	2.6 Measure capacitors in series.
//	Aim
//	Measure capacitors in series.        the entry of the outline does not mean this line
func (d *draft) echoes(p *part, named []*part) bool {
	own := words.NumberOf(d.text(p))
	for _, q := range named {
		other := words.NumberOf(d.text(q))
		if q == p || q.look.size() < p.look.size() || q.look.bold == p.look.bold && q.look.size() <= p.look.size()*lookRatio && (other.Depth == 0 || own.Depth > 0) {
			continue
		}
		if string(appendWords(nil, d.text(q)[other.Bytes:])) == string(appendWords(nil, d.text(p)[own.Bytes:])) && (q.look.bold || !p.look.bold) {
			return true
		}
	}
	return false
}

package infer

import (
	"cmp"
	"context"
	"fmt"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// outline looks up short parts in the document's outline (bookmarks), which is the author's own
// list of headings. A document without outline may have pages of contents instead.
//
//	outline                        page 7
//	  2 Where they live, page 7    2 Where They Live      the same words on that page
//	    In winter, page 8          (capitals, numbers, spaces do not matter)
//
// An entry is enough to make a heading. Rule level uses its depth.
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
		leads := d.leadsOf(named)
		for _, p := range named {
			if leads != nil && d.echoes(p, leads[d.bareWords(p)]) {
				p.outlined = 0
				continue
			}
			d.claim(p, semantic.H, because("outline", outlineWeight, fmt.Sprintf("entry of depth %d in %s", p.outlined, where)))
		}
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// outlineSlack is how many bytes longer a heading may be than its entry in
	// the outline: its number and the spaces in it.
	outlineSlack = 24
)

// mayBeNamed reports whether p is a short part that the outline may name.
func (d *draft) mayBeNamed(s *sheet, p *part, index *outlineIndex) bool {
	if p.role != semantic.P || p.count > headingLines || int(p.bytes) > index.longest+outlineSlack {
		return false
	}
	if sign, _ := s.bullet(p.first); sign != 0 {
		return false // a list of contents names the same words
	}
	return p.bytes <= boldBytes || !sentenceEnds(d.text(p)) // outlines that programs make name paragraphs, too
}

// leadsOf returns for each text, of the parts that have it, the part that stands out most: bold,
// large, numbered.
func (d *draft) leadsOf(named []*part) map[string]*part {
	if len(named) < 2 {
		return nil
	}
	leads := make(map[string]*part, len(named))
	for _, p := range named {
		key := d.bareWords(p)
		if lead := leads[key]; lead == nil || cmp.Or(cmp.Compare(btoi(p.look.bold), btoi(lead.look.bold)),
			cmp.Compare(p.look.quarters, lead.look.quarters), cmp.Compare(btoi(d.isNumbered(p)), btoi(d.isNumbered(lead)))) > 0 {
			leads[key] = p
		}
	}
	return leads
}

// bareWords returns the words of p without its number, in the form in which outlines are compared.
func (d *draft) bareWords(p *part) string {
	text := d.text(p)
	return string(appendWords(nil, text[words.NumberOf(text).Bytes:]))
}

func (d *draft) isNumbered(p *part) bool { return words.NumberOf(d.text(p)).Depth > 0 }

// echoes reports whether p has the words of lead, a part of its page that stands out more: it is
// larger, bold or numbered.
//
//	2.6 Measure capacitors in series.
//	Aim
//	Measure capacitors in series.        the entry of the outline does not mean this line
func (d *draft) echoes(p, lead *part) bool {
	if lead == nil || lead == p || lead.look.size() < p.look.size() {
		return false
	}
	return lead.look.bold != p.look.bold || lead.look.size() > p.look.size()*lookRatio || d.isNumbered(lead) && !d.isNumbered(p)
}

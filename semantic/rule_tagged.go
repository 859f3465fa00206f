package semantic

import (
	"cmp"
	"context"
)

// tagged claims what a structure tree that is trusted says. A paragraph in the
// flow is claimed lightly: inference may know more of it.
func tagged(ctx context.Context, d *draft) error {
	if d.tree == nil {
		return ctx.Err()
	}
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			place := s.places[p.block]
			p.chunk, p.loose = place.chunk, place.loose
			if !p.loose && p.count > 0 {
				d.claimTagged(p)
			}
		}
	})
}

// claimTagged claims p, which is the text of a chunk.
func (d *draft) claimTagged(p *part) {
	t := d.tree
	leaf := t.chunks[p.chunk].leaf
	g := &t.tags[leaf]
	if g.isGroup() && !g.held || t.knows == 0 && g.role == P {
		return
	}
	role, weight := g.role, float32(tagWeight)
	switch {
	case g.kind == codeTag && g.held && p.count == 1: // in a line of its own
		role = LBody
	case g.kind == textTag && g.held, g.isGroup(), g.kind == labelTag, g.kind == itemTag, g.kind == formTag, g.kind == formulaTag:
		role = LBody
	case role == FENote && t.noteAround(leaf) == leaf || role == P && g.held && t.noteAround(leaf) >= 0:
		p.noted, p.typed = true, true // see rule_footnote
		return
	case role == H, role == Title:
		role, p.level = H, t.level(leaf)
	case role == P:
		p.evidence = d.evidence(p.evidence, Evidence{"tagged", paragraphWeight, "the document calls it " + t.Elements[leaf].Role})
		p.typed = true
		return
	}
	p.typed = true
	d.claim(p, role, Evidence{"tagged", weight, "the document calls it " + cmp.Or(t.Elements[leaf].Role, "nothing")})
}

// level is that of heading i: its number, else how deep it stands in sections.
func (t *tagTree) level(i int32) uint8 {
	g := &t.tags[i]
	switch {
	case g.role == Title:
		return 1
	case g.level > 0:
		return g.level
	}
	return max(g.nest, 1)
}

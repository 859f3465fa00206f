package infer

import (
	"cmp"
	"context"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagged claims each part as the structure tree has it, if the tree is trusted.
//
//	/H2 (Where foxes live)     claimed as a heading of level 2 with tagWeight, which no sum of
//	                           signs reaches
//	/P (1. Foxes)              claimed as a paragraph with little weight: another rule may find
//	                           that it is an item of a list
//
// An element that the pages contradict (derive_doubt*.go) is not believed: the other rules
// decide about its text.
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
	if why := t.doubtOf(leaf); why != "" {
		p.evidence = d.evidence(p.evidence, semantic.Evidence{Role: g.role, Verdict: semantic.Barred, Rule: "tagged", Reason: "the document calls it that and is not believed: " + why})
	}
	if g.isGroup() && !g.held || t.shapeless && g.role == semantic.P && !g.held {
		return
	}
	p.typed = true
	says := because("tagged", tagWeight, "the document calls it "+cmp.Or(t.Elements[leaf].Role, "nothing"))
	switch {
	case (g.role == semantic.H || g.role == semantic.Title) && t.knows&headingTags != 0 && !t.inName(leaf):
		p.level = t.level(leaf)
		d.claim(p, semantic.H, says)
	case t.noteAround(leaf) >= 0:
		p.noted = true // see rule_footnote
	case g.kind == textTag && !g.held:
		says.Weight = paragraphWeight
		d.support(p, says)
	case g.kind == codeTag && !g.held, d.sheetOf(p).Blocks[p.block].Kind == layout.Verbatim:
		d.claim(p, semantic.Code, says)
	case g.kind == cellTag, g.kind == captionTag:
		d.claim(p, g.role, says)
	default:
		d.claim(p, semantic.LBody, says)
	}
}

// inName reports whether element i stands in the head of a table, a caption or an entry of
// contents: there it heads nothing.
func (t *tagTree) inName(i int32) bool {
	for i = t.parent(i); i >= 0; i = t.parent(i) {
		if g := &t.tags[i]; g.role == semantic.TH || g.kind == captionTag || g.kind == entryTag {
			return true
		} else if !g.held && !g.holdsText() {
			return false
		}
	}
	return false
}

// level returns the level of heading i: the number in its type, else how deep it stands in sections.
func (t *tagTree) level(i int32) uint8 {
	g := &t.tags[i]
	switch {
	case g.role == semantic.Title:
		return 1
	case g.level > 0:
		return g.level
	}
	return max(g.nest, 1)
}

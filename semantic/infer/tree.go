package infer

import (
	"context"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// stretch is what a run of pages gives to the document.
type stretch struct {
	flow      []*semantic.Node
	notes     []noteStand
	furniture []*semantic.Node // one for each page and edge
}

// stretchSheets is how many pages a stretch has at least, so that workers seldom
// change the stretch, and a document of a few pages is one.
const stretchSheets = 8

// document builds the tree: stretches of pages by several workers, then what
// holds them together. With release it lets go of each page behind it.
func (d *draft) document(ctx context.Context, release bool) (*semantic.Document, error) {
	if d.tree != nil {
		d.gatherChunks()
	}
	words, err := newLexicon(ctx, d)
	if err != nil {
		return nil, err
	}
	d.nameHeads()
	d.resolveContents()
	outline := d.outlineOffered()
	if d.tree != nil {
		d.findLinks()
	}
	linkMail := !d.hasLinks()
	controls := d.hasControls() // before pages are let go
	if d.boxes {
		for i := range d.sheets {
			d.pages[i].Lines = lineBoxes(d.sheets[i].Page)
		}
	}
	if d.layouts {
		for i := range d.sheets {
			d.pages[i].Layout = d.sheets[i].Page
			if release {
				d.pages[i].Layout = textOnly(d.sheets[i].Page)
			}
			d.pages[i].Links = d.bareLinks(&d.sheets[i])
		}
	}
	var builders []*builder
	stretches, err := d.stretches(ctx, func() *builder {
		builders = append(builders, newBuilder(d, words, release, linkMail))
		return builders[len(builders)-1]
	})
	if err != nil {
		return nil, err
	}
	root := &semantic.Node{Role: semantic.DocumentRole, Block: -1, Children: gather(stretches)}
	if controls {
		finishControls(root)
	}
	if d.rtl {
		root.Attr = &semantic.Attr{Dir: "rtl"}
	}
	if d.tree != nil {
		if lang := d.tree.documentLang(); lang != "" {
			attrOf(root).Lang = lang
		}
		d.mendLinks(root, outline)
	}
	return &semantic.Document{Root: root, Title: d.title, Lang: d.lang, Pages: d.pages, Origins: originsOf(builders), Outline: outline, ImageCount: d.images, Tagging: d.tagging, Warnings: d.warnings}, nil
}

// textOnly is what of a page leads from its text to its glyphs.
func textOnly(p *layout.Page) *layout.Page {
	return &layout.Page{Number: p.Number, Width: p.Width, Height: p.Height, Text: p.Text, Lines: p.Lines, Places: p.Places, Formulas: p.Formulas}
}

// stretches builds the flow: along the structure tree where it is trusted, else by
// several workers.
func (d *draft) stretches(ctx context.Context, newBuilder func() *builder) ([]stretch, error) {
	if d.tree != nil {
		return []stretch{newBuilder().derive(ctx)}, ctx.Err()
	}
	seams := d.seams()
	stretches := make([]stretch, len(seams)-1)
	err := d.share(ctx, len(stretches), func() func(int) {
		b := newBuilder()
		return func(i int) { stretches[i] = b.build(ctx, d.sheets[seams[i]:seams[i+1]]) }
	})
	return stretches, err
}

// seams are the pages at which a stretch begins, and the number of pages as the
// last one. No node reaches over a seam: no paragraph goes on behind it, and no
// list, which ends where a page begins with anything but an item.
func (d *draft) seams() []int {
	seams := []int{0}
	reach := int32(0) // the last page to which a part before leads
	for i := range d.sheets {
		s := &d.sheets[i]
		if i >= seams[len(seams)-1]+stretchSheets && reach < s.index && !s.startsWithItem() {
			seams = append(seams, i)
		}
		for k := range s.parts {
			if next := s.parts[k].next; next != nil {
				reach = max(reach, next.sheet)
			}
		}
	}
	if len(d.sheets) > 0 {
		seams = append(seams, len(d.sheets))
	}
	return seams
}

// gather puts the flow of all stretches in order, and behind it the page
// furniture, where there is any: an Artifact that holds one Artifact for each
// page and edge.
func gather(stretches []stretch) []*semantic.Node {
	size, edges := 1, 0
	for i := range stretches {
		size, edges = size+len(stretches[i].flow)+len(stretches[i].notes), edges+len(stretches[i].furniture)
	}
	flow, furniture := make([]*semantic.Node, 0, size), make([]*semantic.Node, 0, edges)
	var notes noteMover
	moving := followMarks(stretches)
	for i := range stretches {
		if moving {
			notes.next = stretches[i+1:]
			flow = notes.move(flow, &stretches[i])
		} else {
			flow = append(flow, stretches[i].flow...)
		}
		furniture = append(furniture, stretches[i].furniture...)
	}
	flow = notes.endSection(flow)
	if len(furniture) > 0 {
		flow = append(flow, &semantic.Node{Role: semantic.Artifact, Block: -1, Children: furniture})
	}
	return slices.Clip(flow)
}

package infer

import (
	"context"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// stretch is what a run of pages adds to the document.
type stretch struct {
	flow      []*semantic.Node
	notes     []noteStand
	furniture []*semantic.Node // one for each page and edge
}

// stretchSheets is the least number of pages of a stretch. So workers seldom change the
// stretch, and a document of a few pages is one stretch.
const stretchSheets = 8

// document builds the tree. Several workers make stretches of pages, and document joins
// them. With release it drops each page once its nodes are made.
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
	controls := d.hasControls() // before pages are dropped
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

// textOnly returns a page with only what leads from its text to its glyphs.
func textOnly(p *layout.Page) *layout.Page {
	return &layout.Page{Number: p.Number, Width: p.Width, Height: p.Height, Text: p.Text, Lines: p.Lines, Places: p.Places, Formulas: p.Formulas}
}

// stretches builds the flow: along the structure tree if the draft has one, else by
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

// seams returns the pages at which stretches begin, and the number of pages as the
// last element. No node reaches over a seam: no paragraph goes on behind it, and the page
// behind it does not begin with an item, so that no list goes on either.
func (d *draft) seams() []int {
	seams := []int{0}
	reach := int32(0) // the last page on which a part from before goes on
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

// gather joins the flows of all stretches in order. Behind them it puts the page
// furniture, if there is any: an Artifact that holds one Artifact for each
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

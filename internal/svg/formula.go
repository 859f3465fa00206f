package svg

import (
	"context"
	"math"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// Formulas draws formulas of the page c. A drawing has the glyphs of the formula, as the outlines
// of their fonts, and its bars, and nothing else that lies there. A drawing that cannot be made or
// is too large is nil. When ctx ends, all are nil, and the error is that of ctx, which is the only
// one. reader has the procedures of Type 3 glyphs. Formulas keeps nothing of c.
//
//	         glyphs       bars
//	page -> owners of runs, paths -> items of each formula, in paint order -> SVG
func Formulas(ctx context.Context, doc *pdf.Document, reader *content.Reader, c *layout.Content, list []*layout.Formula) ([]*layout.Graphic, error) {
	made := make([]*layout.Graphic, len(list))
	parts := formulaParts(c, list)
	for i, f := range list {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		box := FormulaBox(f).Intersect(layout.Rect{X1: c.Width, Y1: c.Height})
		if !(box.Width() > 0 && box.Height() > 0) {
			continue
		}
		w := &writer{ctx: ctx, doc: doc, exact: true}
		if p := doc.Page(c.Page); p != nil && reader != nil {
			w.shapes = reader.Shapes(ctx, p)
		}
		v := newCanvas(w, c, box)
		for _, part := range parts[i] {
			if !v.goesOn() {
				break
			}
			v.part(part)
		}
		v.end()
		if ctx.Err() == nil && !w.full && len(v.out) > 0 {
			made[i] = &layout.Graphic{MediaType: MediaType, Data: w.document(box, v.out, true), Width: box.Width(), Height: box.Height(), NeedsPaper: true}
		}
	}
	return made, ctx.Err()
}

// FormulaBox returns the box that the drawing of a formula shows: the box of the formula, with an
// edge for ink beside it.
func FormulaBox(f *layout.Formula) layout.Rect { return grow(f.Box, formulaEdge) }

// formulaEdge is the width of that edge in points. Estimated boxes of ink miss less than that.
const formulaEdge = 1

// formulaPart is a path, or the glyphs of a run from first on.
type formulaPart struct {
	item         layout.Item
	first, count int32
}

// part writes a part of a formula.
func (v *canvas) part(p formulaPart) {
	if p.item.Kind != layout.KindRun {
		v.item(p.item)
		return
	}
	r := v.c.Runs[p.item.Index]
	r.First, r.Count = p.first, p.count
	v.addOutlined(&r)
}

// formulaParts returns what c paints of each formula, in paint order. It reads everything once,
// however many formulas there are.
func formulaParts(c *layout.Content, list []*layout.Formula) [][]formulaPart {
	parts := make([][]formulaPart, len(list))
	owner := make(map[int32]int)
	bars := map[int][]formulaBar{} // by y in whole points
	for i, f := range list {
		for k := range f.Glyphs {
			owner[f.Glyphs[k].Glyph] = i
		}
		for _, b := range f.Bars {
			at := int(math.Floor(float64(b.Center().Y)))
			bars[at] = append(bars[at], formulaBar{b, i})
		}
	}
	for _, it := range c.Items {
		i := it.Index
		switch {
		case i < 0:
		case it.Kind == layout.KindRun && int(i) < len(c.Runs):
			r := &c.Runs[i]
			for g := max(r.First, 0); g < r.First+r.Count; {
				of, ok := owner[g]
				if !ok {
					g++
					continue
				}
				end := g + 1
				for end < r.First+r.Count {
					if next, ok := owner[end]; !ok || next != of {
						break
					}
					end++
				}
				parts[of] = append(parts[of], formulaPart{it, g, end - g})
				g = end
			}
		case it.Kind == layout.KindPath && int(i) < len(c.Paths):
			if of, ok := barOwner(bars, c.Paths[i].Box); ok {
				parts[of] = append(parts[of], formulaPart{item: it})
			}
		}
	}
	return parts
}

// formulaBar is a bar and the formula that has it.
type formulaBar struct {
	box layout.Rect
	of  int
}

// barOwner returns the formula that has a bar with the box of a path.
func barOwner(bars map[int][]formulaBar, box layout.Rect) (of int, ok bool) {
	at := int(math.Floor(float64(min(max(box.Center().Y, -farAway), farAway))))
	for y := at - 1; y <= at+1; y++ {
		for _, b := range bars[y] {
			if near := grow(b.box, formulaEdge); box.X0 >= near.X0 && box.X1 <= near.X1 && box.Y0 >= near.Y0 && box.Y1 <= near.Y1 {
				return b.of, true
			}
		}
	}
	return 0, false
}

package svg

import (
	"github.com/pagelift/pagelift/layout"
)

const (
	// topText is the highest level of text. Text above it would be over graphics that are painted
	// later, and is drawn. Pages have one level of text, pages with stamps two.
	topText = 7
	// blendParts is the most layers if some of them are blended with what is below.
	blendParts = 16
)

// layerPart is a layer that is being planned.
type layerPart struct {
	level int
	blend string
	items []int32 // of Content.Items
}

// planner decides for each thing that a page paints in which layer it is: the lowest one above
// everything that the thing is painted over. The text that HTML shows has levels in between.
//
//	level 3  text        on the stamp
//	level 2  graphics    a stamp over the text
//	level 1  text        most text of the page
//	level 0  graphics    the ground, rules, pictures
type planner struct {
	v      *canvas
	c      *layout.Content
	shows  func(glyph int32) bool
	texts  []TextPlace
	atomic []bool // runs that are drawn as a whole, whatever HTML shows

	parts []*layerPart // by level
	text  plane        // text that HTML shows
	over  plane        // graphics above text

	scanned int         // items before this one may lie under a scan
	scan    layout.Rect // the image of that scan
	holds   map[int32]*clipShape
}

func newPlanner(v *canvas, shows func(int32) bool) *planner {
	c := v.c
	texts := make([]TextPlace, len(c.Runs))
	for i := range texts {
		texts[i].Level = 1
	}
	return &planner{
		v: v, c: c, shows: shows, texts: texts, atomic: make([]bool, len(c.Runs)),
		text: plane{view: v.view, touch: textTouch}, over: plane{view: v.view, touch: textTouch},
	}
}

// run plans all items in paint order.
func (p *planner) run() {
	p.findScan()
	for i := 0; i < len(p.c.Items) && p.v.goesOn(); i++ {
		it := p.c.Items[i]
		switch it.Kind {
		case layout.KindGroup:
			if g := p.group(it.Index); g != nil && p.isWhole(g) {
				i = p.addGroup(i, g)
			}
		case layout.KindGroupEnd: // of a group that is not a thing of its own
		case layout.KindRun:
			p.addRun(i, it.Index)
		default:
			p.addGraphics(i, it)
		}
	}
}

func (p *planner) group(i int32) *layout.Group {
	if i < 0 || int(i) >= len(p.c.Groups) {
		return nil
	}
	return &p.c.Groups[i]
}

// isWhole reports whether a group looks different from its content.
func (p *planner) isWhole(g *layout.Group) bool {
	paint := p.v.paint(g.Paint)
	if paint.FillAlpha < 1 || paint.SoftMask > 0 || blendMode(paint.Blend) != "" {
		return true
	}
	return g.Isolated && p.v.blends && g.Box.Width()*g.Box.Height() < pageShare*p.c.Width*p.c.Height
}

// pageShare is the share of the page from which a group or an image counts as the page.
const pageShare = 0.6

// addGroup adds the group that begins at item i as one thing, and returns its end.
func (p *planner) addGroup(i int, g *layout.Group) int {
	depth, end := 0, i
	for ; end < len(p.c.Items); end++ {
		switch it := p.c.Items[end]; it.Kind {
		case layout.KindGroup:
			depth++
		case layout.KindGroupEnd:
			depth--
		case layout.KindRun:
			if r := it.Index; r >= 0 && int(r) < len(p.texts) {
				p.atomic[r] = true
				p.texts[r] = TextPlace{Level: 1, Show: p.showInvisible(&p.c.Runs[r], Transparent)}
			}
		}
		if depth == 0 {
			break
		}
	}
	end = min(end, len(p.c.Items)-1)
	seen, ok := p.v.visiblePart(g.Box, g.Clip)
	if !ok {
		return end
	}
	level := p.graphicsLevel([]layout.Rect{seen}, mixed)
	part := p.part(level, p.v.paint(g.Paint).Blend)
	for k := i; k <= end; k++ {
		part.items = append(part.items, int32(k))
		if it := p.c.Items[k]; it.Kind == layout.KindRun && it.Index >= 0 && int(it.Index) < len(p.texts) {
			p.texts[it.Index].Level = level + 1
		}
	}
	return end
}

// addGraphics adds a path, an image or a shading.
func (p *planner) addGraphics(i int, it layout.Item) {
	boxes, paint, color := p.extent(it)
	if len(boxes) == 0 {
		return
	}
	part := p.part(p.graphicsLevel(boxes, color), paint.Blend)
	part.items = append(part.items, int32(i))
}

// graphicsLevel returns the level of a thing that is drawn in those boxes.
func (p *planner) graphicsLevel(boxes []layout.Rect, color int32) int {
	if p.text.top == 0 {
		return 0
	}
	level := 0
	if t := p.text.highest(boxes, color); t > 0 {
		level = t + 1
	}
	if p.over.top > level {
		level = max(level, p.over.highest(boxes, mixed))
	}
	if level > 0 {
		p.over.add(boxes, level, mixed)
	}
	return level
}

// part returns the layer to which a thing with that blend mode is added.
func (p *planner) part(level int, blend string) *layerPart {
	if level == 0 || blendMode(blend) == "" {
		blend = ""
	}
	at := len(p.parts)
	for ; at > 0 && p.parts[at-1].level > level; at-- {
	}
	if at > 0 && p.parts[at-1].level == level && (p.parts[at-1].blend == blend || len(p.parts) > blendParts) {
		return p.parts[at-1]
	}
	part := &layerPart{level: level, blend: blend}
	p.parts = append(p.parts, nil)
	copy(p.parts[at+1:], p.parts[at:])
	p.parts[at] = part
	return part
}

// addRun adds the run of item i.
func (p *planner) addRun(i int, index int32) {
	if index < 0 || int(index) >= len(p.c.Runs) {
		return
	}
	r := &p.c.Runs[index]
	place := &p.texts[index]
	*place = TextPlace{Level: 1, Show: p.showInvisible(r, Plain)}
	if place.Show != Plain || len(p.v.glyphsOf(r)) == 0 {
		return
	}
	box := p.v.glyphBox(r)
	if i < p.scanned && holds(p.scan, box, edge) {
		place.Show = Transparent
		return
	}
	paint := p.v.paint(r.Paint)
	boxes, color := []layout.Rect{box}, plainColor(paint, layout.Fill)
	if !p.isPlain(r, paint, box) {
		p.draw(i, index, boxes, true)
		return
	}
	shown, drawn := p.counts(r)
	if drawn {
		p.draw(i, index, boxes, false)
	}
	if !shown {
		return
	}
	level := 1
	if p.over.top > 0 {
		level = max(level, p.over.highest(boxes, mixed)+1, p.text.highest(boxes, mixed))
	}
	if level > topText {
		p.draw(i, index, boxes, true)
		return
	}
	place.Level, place.Show = level, Plain
	p.text.add(boxes, level, color)
}

// draw adds the run of item i to the graphics: the glyphs that HTML does not show, or all of them.
func (p *planner) draw(i int, index int32, boxes []layout.Rect, all bool) {
	level := p.graphicsLevel(boxes, mixed)
	p.atomic[index] = all
	p.texts[index] = TextPlace{Level: min(level+1, topText), Show: Transparent}
	part := p.part(level, p.v.paint(p.c.Runs[index].Paint).Blend)
	part.items = append(part.items, int32(i))
}

// showInvisible returns how HTML shows r if r is invisible, and other if it is visible.
func (p *planner) showInvisible(r *layout.Run, other TextShow) TextShow {
	const clear = layout.Invisible | layout.OffPage | layout.Clipped | layout.OptionalOff
	switch {
	case r.Flags&layout.Transcript != 0:
		return Transparent
	case r.Flags&layout.Covered != 0:
		return Absent
	case r.Flags&clear != 0 || outlineOp(r.RenderMode, p.v.paint(r.Paint)) == 0:
		return Transparent
	}
	return other
}

// isPlain reports whether HTML can paint the text of r as it is.
func (p *planner) isPlain(r *layout.Run, paint *layout.Paint, box layout.Rect) bool {
	const fills, fillsAndClips = 0, 4
	if r.RenderMode != fills && r.RenderMode != fillsAndClips || paint.Fill.Pattern != 0 || paint.SoftMask != 0 {
		return false
	}
	if mode := paint.Blend; blendMode(mode) != "" && !(paint.Fill == layout.Color{} && (mode == "Multiply" || mode == "Darken" || mode == "ColorBurn")) {
		return false // black stays black on every ground
	}
	return p.inside(r.Clip, box)
}

// counts reports whether HTML shows glyphs of r, and whether it leaves glyphs to be drawn.
func (p *planner) counts(r *layout.Run) (shown, drawn bool) {
	for i := range r.Count {
		if p.shows != nil && p.shows(r.First+i) {
			shown = true
		} else {
			drawn = true
		}
	}
	return shown, drawn
}

// findScan finds the last image that covers the page. The text painted before that image lies under
// it, and was recognised in it.
func (p *planner) findScan() {
	for i, it := range p.c.Items {
		if it.Kind != layout.KindImage || it.Index < 0 || int(it.Index) >= len(p.c.Images) {
			continue
		}
		m := &p.c.Images[it.Index]
		seen, ok := p.v.visiblePart(m.Box, m.Clip)
		paint := p.v.paint(m.Paint)
		if ok && !m.Stencil && !(paint.FillAlpha < 1) && paint.Blend == "" && paint.SoftMask == 0 &&
			seen.Width()*seen.Height() >= pageShare*p.c.Width*p.c.Height {
			p.scanned, p.scan = i, seen
		}
	}
}

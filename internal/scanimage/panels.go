package scanimage

import "image"

// The measures of panels, in pixels of the overview (94 to the inch for A4), and shares.
const (
	// panelWide is the shortest run that may be the edge of a panel above or below its words: 18 points,
	// longer than any stroke of a heading.
	panelWide = 24
	// panelHigh is the least height of a panel: 8 points, a line of small type.
	panelHigh = 10

	// panelDark is how dark a panel with light words is at least, as a share of the way from paper to ink.
	// panelFaint is the same for one with dark words: noise and the grain of paper are lighter.
	panelDark  = 0.6
	panelFaint = 0.07
	// panelLight is how dark a panel with dark words is at most.
	panelLight = 0.5
	// panelShades is how far the shades of a panel lie on either side of its commonest shade. panelSame is the
	// least share of a panel that has these shades. In the head of a table letters take up to .3.
	panelShades = 16
	panelSame   = 0.5
	// panelBetween is the largest share of a panel that is neither of its shade nor clearly words: the edges of
	// letters. Photographs have .4 and more.
	panelBetween = 0.3
	// panelSide is how far from its edge the sides of a panel are looked at: the edge itself is blurred, or
	// belongs to a rule.
	panelSide = 2
	// panelEdge is the least share of a side where the shade ends at once: panelSide beyond the edge, at least
	// half of the way to the paper is done. Two opposite sides of a panel end so; the others may touch further
	// panels. Shadows and stains fade out.
	panelEdge = 0.5
	// panelInk is the least share of a panel that words take. panelWords is how far their shade is from that of
	// the panel, as a share of the way to paper or ink.
	panelInk   = 0.01
	panelWords = 0.5
	// panelGrain is the greatest difference from the shade of the panel that becomes paper: noise.
	panelGrain = 8

	// maxPanels is the most panels of a page.
	maxPanels = 256
)

// panel is a box of one shade with words on it, such as the head of a table or a shaded row:
//
//	###############################      dark: light words
//	## District ### Schools #######
//	:::::::::::::::::::::::::::::::      or dark words on a shade
//	:: Eastvale ::::::::: 6 :::::::
type panel struct {
	box   image.Rectangle // of the overview
	shade uint8
	dark  bool
}

// clearPanels returns img with dark words on paper in place of its panels. Engines take the edges of shades
// for letters, and light words for pictures. The edges of dark panels stay, since they are rules of a
// table. clearPanels does not change img, and returns it if it has no panels.
func clearPanels(img, small *image.Gray, factor int, l *light) *image.Gray {
	paper, black := l.lightest, min(l.black, l.lightest)
	found := panels(small, l, panelDark, true)
	found = append(found, panels(withoutPanels(small, found, paper), l, panelFaint, false)...)
	if len(found) == 0 || paper <= black {
		return img
	}
	out := image.NewGray(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	for y := range out.Rect.Dy() {
		copy(out.Pix[y*out.Stride:][:out.Stride], img.Pix[y*img.Stride:])
	}
	for _, p := range found {
		box := image.Rectangle{Min: p.box.Min.Mul(factor), Max: p.box.Max.Mul(factor)}
		if p.dark {
			box = box.Inset(factor + 1)
		}
		shades := p.onPaper(paper, black)
		box = box.Intersect(out.Rect)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := out.Pix[y*out.Stride:][:out.Stride]
			for x := box.Min.X; x < box.Max.X; x++ {
				row[x] = shades[row[x]]
			}
		}
	}
	return out
}

// onPaper returns what each shade of the panel becomes: the ground becomes paper, the words become ink.
func (p *panel) onPaper(paper, black uint8) (shades [256]uint8) {
	words := int(p.shade) - int(black) // the distance from the ground to the words
	if p.dark {
		words = int(paper) - int(p.shade)
	}
	for v := range shades {
		off := int(p.shade) - v
		if p.dark {
			off = -off
		}
		off = max(off-panelGrain, 0) * (int(paper) - int(black)) / max(words-panelGrain, 1)
		shades[v] = uint8(max(int(paper)-off, 0))
	}
	return shades
}

// panels returns the panels of an overview that are darker than paper by off, a share of the way to the ink.
func panels(small *image.Gray, l *light, off float64, dark bool) (out []panel) {
	edge := l.shade(l.lightest, off)
	for _, s := range darker(small, edge).strips(panelWide, 0) {
		box := image.Rect(s.x0, s.y0, s.x1, s.y1)
		if box.Dy() < panelHigh || len(out) == maxPanels {
			continue
		}
		if p := (panel{box: box, dark: dark}); p.measure(small, l, edge) {
			out = append(out, p)
		}
	}
	return out
}

// measure sets the shade of p. It reports whether the box is a panel: apart from words it has one shade.
func (p *panel) measure(small *image.Gray, l *light, edge uint8) bool {
	var count [256]int
	for y := p.box.Min.Y; y < p.box.Max.Y; y++ {
		for _, v := range small.Pix[y*small.Stride+p.box.Min.X : y*small.Stride+p.box.Max.X] {
			count[v]++
		}
	}
	shade := 0 // the commonest shade
	for v, n := range count {
		if n > count[shade] {
			shade = v
		}
	}
	p.shade = uint8(shade)
	ink := shade - int(panelWords*float64(shade-int(min(l.black, p.shade))))
	if p.dark {
		ink = shade + int(panelWords*float64(int(max(l.lightest, p.shade))-shade))
	}
	if !p.dark && p.shade < l.shade(l.lightest, panelLight) {
		return false
	}
	same, words := 0, 0
	for v, n := range count {
		switch {
		case v >= shade-panelShades && v <= shade+panelShades:
			same += n
		case p.dark == (v > ink):
			words += n
		}
	}
	all := float64(p.box.Dx() * p.box.Dy())
	return p.shade < edge && p.isBox(small) && p.ends(small, l.lightest) && float64(same) >= panelSame*all && float64(words) >= panelInk*all &&
		all-float64(same+words) <= panelBetween*all
}

// isBox reports whether all four sides of p have its shade. If one does not, something else touches the
// panel, such as a word on paper beside it.
func (p *panel) isBox(small *image.Gray) bool {
	b := p.box.Inset(panelSide)
	if b.Empty() {
		return false
	}
	for _, side := range [...]image.Rectangle{
		{Min: b.Min, Max: image.Pt(b.Max.X, b.Min.Y+1)}, {Min: image.Pt(b.Min.X, b.Max.Y-1), Max: b.Max},
		{Min: b.Min, Max: image.Pt(b.Min.X+1, b.Max.Y)}, {Min: image.Pt(b.Max.X-1, b.Min.Y), Max: b.Max},
	} {
		same := 0
		for y := side.Min.Y; y < side.Max.Y; y++ {
			for _, v := range small.Pix[y*small.Stride+side.Min.X : y*small.Stride+side.Max.X] {
				if int(v) >= int(p.shade)-panelShades && int(v) <= int(p.shade)+panelShades {
					same++
				}
			}
		}
		if float64(same) < panelSame*float64(side.Dx()+side.Dy()-1) {
			return false
		}
	}
	return true
}

// ends reports whether p ends abruptly, in paper, on at least two opposite sides:
//
//	::::::::|          ::::::..
//	::::::::|  paper   :::::...   a shadow
//	::::::::|          ::::::...
func (p *panel) ends(small *image.Gray, paper uint8) bool {
	half := uint8((int(p.shade) + int(paper)) / 2)
	b := p.box
	out := b.Inset(-panelSide)
	at := func(side image.Rectangle) bool {
		if !side.In(small.Rect) {
			return false
		}
		light := 0
		for y := side.Min.Y; y < side.Max.Y; y++ {
			for _, v := range small.Pix[y*small.Stride+side.Min.X : y*small.Stride+side.Max.X] {
				if v > half {
					light++
				}
			}
		}
		return float64(light) >= panelEdge*float64(side.Dx()*side.Dy())
	}
	return at(image.Rect(b.Min.X, out.Min.Y, b.Max.X, out.Min.Y+1)) && at(image.Rect(b.Min.X, out.Max.Y-1, b.Max.X, out.Max.Y)) ||
		at(image.Rect(out.Min.X, b.Min.Y, out.Min.X+1, b.Max.Y)) && at(image.Rect(out.Max.X-1, b.Min.Y, out.Max.X, b.Max.Y))
}

// withoutPanels returns the overview with paper in place of the panels.
func withoutPanels(small *image.Gray, list []panel, paper uint8) *image.Gray {
	if len(list) == 0 {
		return small
	}
	out := image.NewGray(image.Rect(0, 0, small.Rect.Dx(), small.Rect.Dy()))
	for y := range out.Rect.Dy() {
		copy(out.Pix[y*out.Stride:][:out.Stride], small.Pix[y*small.Stride:])
	}
	for _, p := range list {
		for y := p.box.Min.Y; y < p.box.Max.Y; y++ {
			row := out.Pix[y*out.Stride:]
			for x := p.box.Min.X; x < p.box.Max.X; x++ {
				row[x] = paper
			}
		}
	}
	return out
}

package imaging

import (
	"image"
	"image/color"

	"github.com/pagelift/pagelift/internal/contrast"
)

// darkGround is the lightest ground of the dark themes. leastContrast is the contrast that a part
// of a picture needs to be visible (WCAG 2.2, 1.4.11).
var darkGround = color.NRGBA{R: 0x17, G: 0x18, B: 0x1b, A: opaque}

const leastContrast = 3

// NeedsPaper reports whether a thing of colour c is hardly visible on a dark ground, so that its
// picture needs paper below. A translucent colour is mixed with the ground.
func NeedsPaper(c color.NRGBA) bool {
	mixed := contrast.Luminance8(mix(c.R, darkGround.R, c.A), mix(c.G, darkGround.G, c.A), mix(c.B, darkGround.B, c.A))
	dark := contrast.Luminance8(darkGround.R, darkGround.G, darkGround.B)
	return mixed < dark || contrast.Ratio(mixed, dark) < leastContrast
}

func mix(over, under, alpha uint8) uint8 {
	return uint8((int(over)*int(alpha) + int(under)*(opaque-int(alpha))) / opaque)
}

// paletteNeedsPaper reports whether one of the visible colours needs paper.
func paletteNeedsPaper(colors color.Palette) bool {
	for _, c := range colors {
		if c, ok := c.(color.NRGBA); ok && c.A >= visible && NeedsPaper(c) {
			return true
		}
	}
	return false
}

// edgesNeedPaper reports whether more than darkEdges of the pixels at edges of the picture need paper. Dark
// pixels inside of a picture have the picture as their ground. A picture that is all shadow needs paper.
//
//	. . # # o o # . .     two pixels have nothing beside them
//	    ^         ^
func edgesNeedPaper(img *image.NRGBA) bool {
	const pixel = 4
	edges, dark := 0, 0
	for y := range img.Bounds().Dy() {
		row := img.Pix[y*img.Stride:][:pixel*img.Bounds().Dx()]
		for at := pixel; at < len(row); at += pixel {
			p := row[at-pixel : at+pixel]
			if (p[3] >= visible) == (p[7] >= visible) {
				continue
			}
			if p[3] < visible {
				p = p[pixel:]
			}
			edges++
			if NeedsPaper(color.NRGBA{R: p[0], G: p[1], B: p[2], A: p[3]}) {
				dark++
			}
		}
	}
	return edges == 0 || dark > int(darkEdges*float64(edges))
}

const (
	// visible is the least opacity of a part of a picture. Shadows have less.
	visible = 128
	// darkEdges is the share of dark edges that is ignored, as the noise of photographs.
	darkEdges = 0.02
)

// isSheet reports whether an opaque image has white edges, as charts and scans have: it has paper of its own.
func (p *pngImage) isSheet() bool {
	if p.width == 0 || p.height == 0 {
		return false
	}
	buf := make([]byte, (p.width*p.bits*p.channels+7)/8)
	pixels, white := 0, 0
	look := func(row []byte, x int) {
		pixels++
		if p.isWhite(row, x) {
			white++
		}
	}
	for _, y := range [2]int{0, p.height - 1} {
		row := p.row(y, buf)
		for x := range p.width {
			look(row, x)
		}
	}
	for y := 0; y < p.height; y += p.height/sideRows + 1 {
		row := p.row(y, buf)
		look(row, 0)
		look(row, p.width-1)
	}
	return white >= int(sheetShare*float64(pixels))
}

const (
	// sheetShare is the least share of white along the edges of a sheet. Ink may reach the edge.
	sheetShare = 0.9
	// sideRows is the approximate number of rows whose ends are looked at.
	sideRows = 64
	// paperWhite is the darkest value of white paper. In JPEG files and scans it is not 255.
	paperWhite = 250
)

// isWhite reports whether pixel x of a row is white.
func (p *pngImage) isWhite(row []byte, x int) bool {
	at := x * p.bits * p.channels
	v := row[at/8] >> (8 - p.bits - at%8) & byte(1<<p.bits-1)
	switch p.kind {
	case pngIndexed:
		if int(v) >= len(p.palette) {
			return false
		}
		c, ok := p.palette[v].(color.NRGBA)
		return ok && min(c.R, c.G, c.B) >= paperWhite
	case pngGray:
		return int(v)*opaque >= paperWhite*(1<<p.bits-1)
	default:
		return min(row[at/8], row[at/8+1], row[at/8+2]) >= paperWhite
	}
}

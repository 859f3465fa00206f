package imaging

import (
	"image"
	"image/color"

	"github.com/pagelift/pagelift/internal/contrast"
)

// darkGround is the lightest ground that our themes have in the dark, and leastContrast is what a part of a
// picture needs on its ground to be made out (WCAG 2.2, 1.4.11).
var darkGround = color.NRGBA{R: 0x17, G: 0x18, B: 0x1b, A: opaque}

const leastContrast = 3

// NeedsPaper reports whether something of colour c that lies on nothing cannot be made out on a dark
// ground: a picture that has it needs paper under it. What is seen through is mixed with the ground.
func NeedsPaper(c color.NRGBA) bool {
	mixed := contrast.Luminance8(mix(c.R, darkGround.R, c.A), mix(c.G, darkGround.G, c.A), mix(c.B, darkGround.B, c.A))
	dark := contrast.Luminance8(darkGround.R, darkGround.G, darkGround.B)
	return mixed < dark || contrast.Ratio(mixed, dark) < leastContrast
}

func mix(over, under, alpha uint8) uint8 {
	return uint8((int(over)*int(alpha) + int(under)*(opaque-int(alpha))) / opaque)
}

// paletteNeedsPaper reports whether one of the colours that can be seen needs paper.
func paletteNeedsPaper(colors color.Palette) bool {
	for _, c := range colors {
		if c, ok := c.(color.NRGBA); ok && c.A >= visible && NeedsPaper(c) {
			return true
		}
	}
	return false
}

// edgesNeedPaper reports whether of what borders on nothing more than darkEdges needs paper. What is dark
// inside of a picture lies on the picture. One that is a shadow all over has no other ground than paper.
//
//	. . # # o o # . .     two pixels border on nothing
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
	// visible is the least opacity of what is taken for a part of a picture: shadows have less.
	visible = 128
	// darkEdges is the share of dark edges that a picture can do without: noise of photographs.
	darkEdges = 0.02
)

// isSheet reports whether an opaque image is white around, as charts and scans are: it brings its paper along.
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
	// sheetShare is the share of white along the edges of a sheet: ink may run to its edge.
	sheetShare = 0.9
	// sideRows is about how many rows are looked at for the edges at the sides.
	sideRows = 64
	// paperWhite is the darkest value of paper: that of JPEG and of scans is not 255.
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

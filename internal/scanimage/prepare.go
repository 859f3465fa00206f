package scanimage

import "image"

const (
	// leastSkew is the least skew that is undone, degrees: over the width of A4 the
	// lines of text fall by half of their height.
	leastSkew = 0.2

	// uneven is the share of the lightest paper's brightness below which the darkest
	// makes the light uneven.
	uneven = 0.85

	// full is how far from paper to ink a pixel belongs to a letter in any case.
	full = 0.4

	// black is how far a pixel belongs to a rule on a shaded ground: the shades behind the
	// heads of tables are a quarter of the way at most.
	black = 0.5
)

// Prepared is an image made ready for recognition: upright lines, even light, no dust,
// letters large enough. Image may be the given one.
type Prepared struct {
	Image *image.Gray
	DPI   float64 // of Image; 0 when unknown
	Skew  float64 // by how many degrees the given image was turned clockwise
	Scale float64 // pixels of Image for each of the given image
	Dusty bool    // there was dust on it

	faint  uint8 // what is darker in Image is part of a line
	black  uint8 // and on a shaded ground what is darker than this
	turn   *rotation
	center [2]float64 // of the given image
}

// Prepare straightens, lightens, dusts and enlarges an image where it has to be. dpi is its
// resolution, 0 when it is not known.
func Prepare(img *image.Gray, dpi float64) *Prepared {
	p := &Prepared{Image: img, DPI: dpi, Scale: 1, center: [2]float64{float64(img.Rect.Dx()) / 2, float64(img.Rect.Dy()) / 2}}
	small, factor := overview(img)
	l := measureLight(small)
	skew := skewOf(small, &l)
	if float64(l.darkest) < uneven*float64(l.lightest) {
		p.Image = flatten(p.Image, &l, factor)
		l.lightest = 255
	}
	p.faint, p.black = l.shade(l.lightest, faint), l.shade(l.lightest, black)
	if skew >= leastSkew || skew <= -leastSkew {
		turned, turn := rotated(p.Image, skew)
		p.Image, p.turn, p.Skew = turned, &turn, skew
	}
	if p.Image != img {
		small, factor = overview(p.Image)
	}
	p.Image = clearPanels(p.Image, small, factor, &l)
	ink := l.shade(l.lightest, full)
	printed := darker(p.Image, ink).strips(1, 0)
	if clear := withoutDust(p.Image, printed); clear != p.Image {
		p.Dusty = true
		p.Image, printed = clear, darker(clear, ink).strips(1, 0)
	}
	if dpi < largeDPI {
		p.enlarge(doublings(letterHeight(printed, p.Image.Rect.Size())))
	}
	return p
}

// enlarge doubles the image so often, as long as it does not become too large.
func (p *Prepared) enlarge(times int) {
	for ; times > 0 && 4*len(p.Image.Pix) <= mostEnlarged; times-- {
		p.Image, p.DPI, p.Scale = enlarged(p.Image), 2*p.DPI, 2*p.Scale
	}
}

// Given is where a point of Image is in the given image.
func (p *Prepared) Given(x, y float64) (float64, float64) {
	x, y = x/p.Scale, y/p.Scale
	if p.turn == nil {
		return x, y
	}
	return p.turn.given(x, y)
}

// Straight is where a point of Image is on the straightened page, in pixels of the
// given image: the page turned about its middle so that its lines are level.
func (p *Prepared) Straight(x, y float64) (float64, float64) {
	x, y = x/p.Scale, y/p.Scale
	if p.turn == nil {
		return x, y
	}
	return x - p.turn.toX + p.center[0], y - p.turn.toY + p.center[1]
}

// Rulings are the lines in Image, in its pixels.
func (p *Prepared) Rulings() []Ruling { return Rulings(p.Image, p.DPI, p.faint, p.black) }

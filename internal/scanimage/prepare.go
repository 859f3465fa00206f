package scanimage

import "image"

const (
	// leastSkew is the least skew that is undone, in degrees. At this skew the lines of text fall by half of
	// their height over the width of A4.
	leastSkew = 0.2

	// The light is uneven if the brightness of the darkest paper is below uneven times that of the lightest.
	uneven = 0.85

	// full is how dark a pixel is that certainly belongs to a letter, as a share of the way from paper to ink.
	full = 0.4

	// black is how dark a pixel is that belongs to a rule on a shaded ground. The shades behind the heads of
	// tables are at most a quarter of the way.
	black = 0.5
)

// Prepared is an image made ready for recognition: level lines, even light, no dust, letters that are large
// enough. Image is the given image if nothing had to be done.
type Prepared struct {
	Image *image.Gray
	DPI   float64 // of Image; 0 when unknown
	Skew  float64 // by how many degrees the given image was turned clockwise
	Scale float64 // pixels of Image for each pixel of the given image
	Dusty bool    // the given image had dust

	faint  uint8 // pixels of Image darker than this are part of a rule
	black  uint8 // on a shaded ground, pixels darker than this are
	turn   *rotation
	center [2]float64 // of the given image
}

// Prepare straightens an image, evens out its light, removes dust and enlarges it, each where needed. dpi is
// the resolution, or 0 when it is not known.
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

// enlarge doubles the image times times, unless it would become too large.
func (p *Prepared) enlarge(times int) {
	for ; times > 0 && 4*len(p.Image.Pix) <= mostEnlarged; times-- {
		p.Image, p.DPI, p.Scale = enlarged(p.Image), 2*p.DPI, 2*p.Scale
	}
}

// Given returns the place of a point of Image in the given image.
func (p *Prepared) Given(x, y float64) (float64, float64) {
	x, y = x/p.Scale, y/p.Scale
	if p.turn == nil {
		return x, y
	}
	return p.turn.sourceOf(x, y)
}

// Straight returns the place of a point of Image on the straightened page, in pixels of the given image. The
// straightened page is turned about its middle so that its lines are level.
func (p *Prepared) Straight(x, y float64) (float64, float64) {
	x, y = x/p.Scale, y/p.Scale
	if p.turn == nil {
		return x, y
	}
	return x - p.turn.toX + p.center[0], y - p.turn.toY + p.center[1]
}

// Rulings returns the lines in Image, in pixels of Image.
func (p *Prepared) Rulings() []Ruling { return Rulings(p.Image, p.DPI, p.faint, p.black) }

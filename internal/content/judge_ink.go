package content

import (
	"image"
	"image/color"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/layout"
)

const (
	// transcribed is the share of covered words that must lie on ink of the picture over them. From that share on,
	// they are the words that the picture shows. The words of a layer lie on the letters that were recognised. The
	// words of a template lie where the picture happens to have something. It was measured on the 15 pages at hand
	// whose hidden words can be compared with a gray picture. Nine of them, from scans and slides, have .97 or
	// more of their words on ink. Three slides, and three pages whose last picture is only paper, have none.
	transcribed = 0.7

	// inkContrast is how far the brightest and the darkest sample under a word must differ, of 255, for something
	// to be visible. Measured: at most 11 for 124 words on three pages of paper with the noise of JPEG, 0 on
	// slides; at least 37 for 122 words on the ink of two scans, more than 100 for half of these.
	inkContrast = 25

	// askedRuns is how many covered runs are tested. inkColumns by inkRows is how many samples of each are tested:
	// three for a letter of a word, so that some hit a stroke.
	askedRuns           = 64
	inkColumns, inkRows = 24, 6

	// askedPictures and askedPixels bound what is decoded for one page: half of the strips of a scan, an A3 sheet
	// at 400 dpi.
	askedPictures = 16
	askedPixels   = 1 << 25
)

// picturesShow reports whether the pictures over runs show the words of the runs, that is whether they have ink where the
// words are. Pictures that cannot be decoded count as showing them.
//
//	   picture              layer beneath         template beneath
//	+-------------+        +-------------+        +-------------+
//	| ~~~~ ~~ ~~~ |        | Dear Sir, w |        |             |
//	| ~~ ~~~~ ~~  |        | have your l |        | Click to add|
//	|             |        |             |        |   a title   |
//	+-------------+        +-------------+        +-------------+
func (in *interp) picturesShow(runs []int32) bool {
	asked, inked := 0, 0
	p := pictureAsker{in: in, left: askedPixels, known: map[int32]image.Image{}}
	step := max(len(runs)/askedRuns, 1)
	for i := 0; i < len(runs) && !in.b.ended(); i += step {
		box := in.boxes[runs[i]]
		m := p.imageOver(box)
		if m < 0 {
			continue
		}
		asked++
		if img := p.pixels(m); img == nil || hasContrast(img, &in.c.Images[m], box) {
			inked++
		}
	}
	return float32(inked) >= transcribed*float32(asked)
}

// pictureAsker decodes the images of a page when they are needed.
type pictureAsker struct {
	in    *interp
	left  int // pixels that may be decoded
	known map[int32]image.Image
}

// imageOver returns the last image painted over the middle of box, or -1.
func (p *pictureAsker) imageOver(box layout.Rect) int32 {
	c := p.in.c
	for i := len(c.Images) - 1; i >= max(len(c.Images)-maxCovers, 0); i-- {
		if m := &c.Images[i]; m.Flags&layout.Unseen == 0 && p.in.clipped(m.Box, m.Clip).Contains(box.Center()) {
			return int32(i)
		}
	}
	return -1
}

// pixels returns the samples of an image. It returns nil for a black and white image, which scanners make of pages
// of text and no slide has, and for one that cannot be decoded.
func (p *pictureAsker) pixels(index int32) image.Image {
	if img, ok := p.known[index]; ok {
		return img
	}
	var img image.Image
	m := &p.in.c.Images[index]
	h, ok := m.Handle.(*Image)
	size := m.Width * m.Height
	if ok && !p.isBilevel(m, h) && size <= p.left && len(p.known) < askedPictures {
		p.left -= size
		src := imaging.Source{Doc: p.in.r.doc, Stream: h.Stream, Resources: h.Resources}
		if decoded, err := src.Pixels(p.in.b.ctx); err == nil {
			img = decoded
			h.Pixels = decoded
		}
	}
	p.known[index] = img
	return img
}

func (p *pictureAsker) isBilevel(m *layout.Image, h *Image) bool {
	return m.Stencil || p.in.r.doc.Int(h.Stream.Dict.Raw("BitsPerComponent"), 0) == 1
}

// hasContrast reports whether img, which m places, has more than plain ground in box.
func hasContrast(img image.Image, m *layout.Image, box layout.Rect) bool {
	det := m.M.A*m.M.D - m.M.B*m.M.C
	size := img.Bounds().Size()
	if det == 0 || size.X == 0 || size.Y == 0 {
		return true
	}
	low, high := 255, 0
	for row := range inkRows {
		for column := range inkColumns {
			x := box.X0 + box.Width()*(float32(column)+0.5)/inkColumns - m.M.E
			y := box.Y0 + box.Height()*(float32(row)+0.5)/inkRows - m.M.F
			u, v := (m.M.D*x-m.M.C*y)/det, 1-(m.M.A*y-m.M.B*x)/det // row 0 is at the top
			if !(u >= 0 && u < 1 && v >= 0 && v < 1) {
				continue
			}
			gray := color.GrayModel.Convert(img.At(int(u*float32(size.X)), int(v*float32(size.Y)))).(color.Gray)
			low, high = min(low, int(gray.Y)), max(high, int(gray.Y))
		}
	}
	return high-low >= inkContrast
}

package scanimage

import "image"

const (
	// faintShare is how dark a pixel is that is no longer paper, as a share of the way from paper to halfway
	// to the ink. Grain stays lighter.
	faintShare = 0.4

	// nearInk is the greatest distance from ink at which a pixel belongs to the edge of a letter, in pixels.
	// Scanners blur that far at 200 dpi, and prints do at 300.
	nearInk = 2
)

// Faint is what is printed on an image but is nowhere as dark as ink: what shines through from the back
// of the sheet, or letters that are printed pale.
type Faint struct {
	img    *image.Gray
	strong uint8   // pixels darker than this are ink
	ink    *bitmap // the ink and the edges of letters around it
	inked  int     // number of pixels of ink and edges that are not paper
	stray  int     // number of other pixels that are not paper
}

// NewFaint divides an image into ink, faint print and paper. paper is the shade of the paper, strong the
// shade halfway to the ink.
//
//	###   ink: darker than strong          ....  paper
//	+###+ its edges                        :::   faint: no paper, and away from ink
func NewFaint(img *image.Gray, paper, strong uint8) *Faint {
	f := &Faint{img: img, strong: strong}
	f.ink = darker(img, strong)
	for range nearInk {
		f.ink = f.ink.grown()
	}
	weak := darker(img, paper-uint8(faintShare*float64(paper-min(strong, paper))))
	for i, word := range weak.words {
		f.inked += ones(word & f.ink.words[i])
		f.stray += ones(word &^ f.ink.words[i])
	}
	return f
}

// Share returns the share of the print that is faint.
func (f *Faint) Share() float64 { return float64(f.stray) / float64(max(f.inked+f.stray, 1)) }

// Is reports whether there is no ink in box.
func (f *Faint) Is(box image.Rectangle) bool {
	box = box.Intersect(f.img.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for _, v := range f.img.Pix[y*f.img.Stride+box.Min.X : y*f.img.Stride+box.Max.X] {
			if v < f.strong {
				return false
			}
		}
	}
	return true
}

// Wiped returns the image with paper in place of what is faint, except in the boxes of keep.
func (f *Faint) Wiped(paper uint8, keep []image.Rectangle) *image.Gray {
	out := image.NewGray(f.img.Rect)
	for y := range f.ink.height {
		in, row := f.img.Pix[y*f.img.Stride:][:f.ink.width], out.Pix[y*out.Stride:][:f.ink.width]
		words := f.ink.words[y*f.ink.stride:][:f.ink.stride]
		for x, v := range in {
			if words[x/64]>>(x%64)&1 == 0 {
				v = paper
			}
			row[x] = v
		}
	}
	for _, box := range keep {
		box = box.Intersect(f.img.Rect)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			copy(out.Pix[y*out.Stride+box.Min.X:][:box.Dx()], f.img.Pix[y*f.img.Stride+box.Min.X:])
		}
	}
	return out
}

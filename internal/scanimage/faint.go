package scanimage

import "image"

const (
	// faintShare is how far from the paper to halfway to the ink a pixel is no paper any more:
	// grain stays lighter.
	faintShare = 0.4

	// nearInk is how far from ink a pixel belongs to the edge of its letters, pixels: as far as
	// scanners blur at 200 dpi, and prints at 300.
	nearInk = 2
)

// Faint is what is printed on an image but reaches no ink: what shines through from the back
// of the sheet, or letters that are printed pale.
type Faint struct {
	img    *image.Gray
	strong uint8   // what is darker is ink
	ink    *bitmap // and the edges of letters around it
	inked  int     // pixels of ink and its edges
	stray  int     // pixels of the rest that are no paper
}

// NewFaint parts what is on an image, given the shades of its paper and halfway to its ink.
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

// Share is how much of what is printed is faint.
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

// Wiped is the image with paper in the place of what is faint, but for what stands in the boxes
// of keep.
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

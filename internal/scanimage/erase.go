package scanimage

import "image"

// erasedEdge is the width of the blurred edge of a rule, in pixels.
const erasedEdge = 1

// WithoutGrid returns Image without the rules of tables: the upright rules that meet at least two others,
// and the rules across that do. Engines take upright rules for letters, and overlook the single digits
// between them. Underlines and the rules between paragraphs stay. Without a table, WithoutGrid returns
// Image itself.
func (p *Prepared) WithoutGrid(rules []Ruling) *image.Gray {
	dpi := p.DPI
	if dpi <= 0 {
		dpi = assumedDPI
	}
	joint := jointPoints * dpi / pointsPerInch
	var grid []Ruling
	upright := 0
	for i := range rules {
		if rules[i].Vertical && rules[i].meets(rules, joint) >= 2 {
			grid, upright = append(grid, rules[i]), upright+1
		}
	}
	for i := range rules {
		if !rules[i].Vertical && rules[i].meets(rules, joint) >= 2 {
			grid = append(grid, rules[i])
		}
	}
	if upright < 2 {
		return p.Image
	}
	out := image.NewGray(p.Image.Rect)
	copy(out.Pix, p.Image.Pix)
	for _, r := range grid {
		erase(out, p.Image, r)
	}
	return out
}

// maxMet bounds how many rules are compared with each rule.
const maxMet = 1000

// meets returns how many of the first rules touch r at a right angle.
func (r *Ruling) meets(rules []Ruling, joint float64) (n int) {
	for i := range rules[:min(len(rules), maxMet)] {
		o := &rules[i]
		if o.Vertical != r.Vertical && o.X0 <= r.X1+joint && o.X1 >= r.X0-joint && o.Y0 <= r.Y1+joint && o.Y1 >= r.Y0-joint {
			n++
		}
	}
	return n
}

// erase paints over a rule of img with the shade beside it, on the lighter side. It does so for each
// place along the rule, so that a shaded row stays shaded.
func erase(out, img *image.Gray, r Ruling) {
	box := image.Rect(int(r.X0)-erasedEdge, int(r.Y0)-erasedEdge, int(r.X1)+1+erasedEdge, int(r.Y1)+1+erasedEdge).Intersect(img.Rect)
	if r.Vertical {
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := img.Pix[y*img.Stride:][:img.Rect.Max.X]
			beside := max(row[max(box.Min.X-1, 0)], row[min(box.Max.X, len(row)-1)])
			for x := box.Min.X; x < box.Max.X; x++ {
				out.Pix[y*out.Stride+x] = max(out.Pix[y*out.Stride+x], beside)
			}
		}
		return
	}
	above, below := max(box.Min.Y-1, 0), min(box.Max.Y, img.Rect.Max.Y-1)
	for x := box.Min.X; x < box.Max.X; x++ {
		beside := max(img.Pix[above*img.Stride+x], img.Pix[below*img.Stride+x])
		for y := box.Min.Y; y < box.Max.Y; y++ {
			out.Pix[y*out.Stride+x] = max(out.Pix[y*out.Stride+x], beside)
		}
	}
}

package quality

import (
	"fmt"
	"math"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// Inks are what Look saw of one page.
type Inks struct {
	Page    int
	Letters int     // letters and digits of the text that is seen
	Faint   []Faint // stretches of too little contrast
}

// Faint is a stretch of text in one colour on one ground, of too little contrast for its size.
type Faint struct {
	Text        string
	Box         layout.Rect
	Ratio, Need float64
	Letters     int
	Known       bool // what is under the text is a plain colour; else it may be another
	ink, ground rgb
}

// rgb is a colour of sRGB, each part 0 to 1.
type rgb [3]float64

const (
	// needNormal and needLarge are the least ratios of success criterion 1.4.3.
	needNormal, needLarge = 4.5, 3
	// largePoints and largeBoldPoints are the "large scale" of WCAG 2.2.
	largePoints, largeBoldPoints = 18, 14
	// leastInk is the ratio below which nobody can mean a text to be read.
	leastInk = 1.05
	// maxGroundTests bounds the areas that are looked at under the texts of a page.
	maxGroundTests = 4 << 20
	// maxFaint bounds the stretches that are kept of a page.
	maxFaint = 200
)

// Look measures the text of a page against what is painted under it. It reads c during the call only.
//
//	white  +-----------------+
//	       | grey  Comment   |   the last area that was painted before the text and is under its
//	       +-----------------+   middle is its ground: here the grey one, not the paper
func Look(c *layout.Content) Inks {
	out := Inks{Page: c.Page}
	var areas []area
	work := 0
	for _, item := range c.Items {
		switch item.Kind {
		case layout.KindPath:
			if a, ok := areaOf(c, &c.Paths[item.Index]); ok {
				areas = append(areas, a)
			}
		case layout.KindImage:
			if im := &c.Images[item.Index]; im.Flags&layout.Unseen == 0 {
				areas = append(areas, area{box: clipped(c, im.Box, im.Clip), many: true})
			}
		case layout.KindShading:
			s := &c.Shadings[item.Index]
			areas = append(areas, area{box: clipped(c, s.Box, s.Clip), many: true})
		case layout.KindRun:
			run := &c.Runs[item.Index]
			if run.Flags&layout.Unseen != 0 || run.Origin != layout.FromPDF || run.Flags&layout.PaintedGlyph != 0 {
				continue
			}
			text, box := runText(c, run)
			n := letters(text)
			if n == 0 {
				continue
			}
			out.Letters += n
			under := area{color: rgb{1, 1, 1}, plain: true} // the paper
			for i := len(areas) - 1; i >= 0; i-- {
				if work++; work > maxGroundTests {
					under = area{many: true}
					break
				}
				if areas[i].box.Contains(box.Center()) {
					under = areas[i]
					break
				}
			}
			out.add(c, run, text, box, n, under)
		}
	}
	return out
}

// add keeps a run of too little contrast, as a part of the one before where both look alike.
func (s *Inks) add(c *layout.Content, run *layout.Run, text string, box layout.Rect, n int, under area) {
	paint := &c.Paints[run.Paint]
	if paint.Fill.Pattern != 0 || run.RenderMode%4 == 1 {
		return // a pattern, or an outline without a filling
	}
	ground, known := under.color, under.plain
	ink := over(colorOf(paint.Fill), ground, float64(paint.FillAlpha))
	need := needOf(c, run)
	ratio := contrastRatio(ink, ground)
	if !under.many && (ratio >= need || ratio < leastInk) {
		return
	}
	if last := len(s.Faint) - 1; last >= 0 {
		if f := &s.Faint[last]; f.ink == ink && f.ground == ground && f.Known == known {
			f.Letters += n
			if len(f.Text) < maxText {
				f.Text += " " + text
			}
			f.Box = f.Box.Union(box)
			return
		}
	}
	if len(s.Faint) < maxFaint {
		s.Faint = append(s.Faint, Faint{Text: text, Box: box, Ratio: ratio, Need: need, Letters: n, Known: known, ink: ink, ground: ground})
	}
}

// needOf is the least ratio for text of the size of a run.
func needOf(c *layout.Content, run *layout.Run) float64 {
	bold := run.Font >= 0 && int(run.Font) < len(c.Fonts) && c.Fonts[run.Font].Bold
	if run.Size >= largePoints || bold && run.Size >= largeBoldPoints {
		return needLarge
	}
	return needNormal
}

// area is a part of the page that something painted.
type area struct {
	box   layout.Rect
	color rgb
	plain bool // all of it; else parts of the box may be as they were
	many  bool // in colours that are not known
}

// areaOf is what a path fills. What is not a rectangle may leave parts of its box as they were.
func areaOf(c *layout.Content, p *layout.Path) (area, bool) {
	if p.Op&layout.Fill == 0 || p.Flags&layout.Unseen != 0 {
		return area{}, false
	}
	paint := &c.Paints[p.Paint]
	box := clipped(c, p.Box, p.Clip)
	plain := p.Rectangle && paint.Fill.Pattern == 0 && paint.FillAlpha >= 1 && paint.SoftMask == 0 && (paint.Blend == "" || paint.Blend == "Normal")
	return area{box: box, color: colorOf(paint.Fill), plain: plain}, !box.Empty()
}

// clipped is what a clip leaves of a box.
func clipped(c *layout.Content, box layout.Rect, clip int32) layout.Rect {
	if clip < 0 || int(clip) >= len(c.Clips) {
		return box
	}
	return box.Intersect(c.Clips[clip].Box)
}

// runText is the text of a run and about where it stands.
func runText(c *layout.Content, run *layout.Run) (string, layout.Rect) {
	var b strings.Builder
	box := layout.Rect{X0: math.MaxFloat32, Y0: math.MaxFloat32, X1: -math.MaxFloat32, Y1: -math.MaxFloat32}
	for _, g := range c.Glyphs[run.First : run.First+run.Count] {
		if g.Char >= 0 {
			b.WriteRune(g.Char)
		} else {
			b.WriteString(c.Strings[^g.Char])
		}
		box.X0, box.X1 = min(box.X0, g.X), max(box.X1, g.X+run.Em[0]*g.Advance/max(run.Size, 1))
		box.Y0, box.Y1 = min(box.Y0, g.Y+run.Em[3]*capHeight), max(box.Y1, g.Y)
	}
	return b.String(), box
}

// capHeight is about how high letters are over the baseline, in ems.
const capHeight = 0.6

func colorOf(c layout.Color) rgb {
	return rgb{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}
}

// over is a colour painted with an opacity on another.
func over(ink, ground rgb, alpha float64) rgb {
	for i := range ink {
		ink[i] = ink[i]*alpha + ground[i]*(1-alpha)
	}
	return ink
}

// contrastRatio is that of two colours by WCAG 2.2.
func contrastRatio(a, b rgb) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

func luminance(c rgb) float64 {
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

// contrast judges what Look saw. A few faint words may be a logotype or decoration, which need no
// contrast: a person decides.
func (c *checker) contrast() {
	for _, page := range c.Inks {
		faint := 0
		for _, f := range page.Faint {
			if f.Known {
				faint += f.Letters
			}
		}
		many := faint >= fewFaint && float64(faint) >= mostFaint*float64(page.Letters)
		for _, f := range page.Faint {
			at := Finding{Page: page.Page, Box: f.Box, Text: f.Text, Message: fmt.Sprintf("the contrast is %.2f, needed is %g", f.Ratio, f.Need)}
			switch {
			case !f.Known:
				at.Message = "the text stands on a picture or in a shape of which the colour is not known"
				c.doubts(&textContrast, at)
			case many:
				c.breaks(&textContrast, at)
			default:
				at.Message += "; is it a logotype or decoration?"
				c.doubts(&textContrast, at)
			}
		}
		if page.Letters > 0 && len(page.Faint) == 0 {
			c.holds(&textContrast)
		}
	}
}

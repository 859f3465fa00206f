package content

import (
	"math"
	"unicode"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
)

// sameAdvance is how far advances of a fixed-width font may differ, as a part of an advance: widths are rounded.
const sameAdvance = 0.004

// likenFixedWidth marks Type 3 fonts as fixed-width fonts, if their glyphs on this page are as wide as those of a
// known fixed-width font. When a browser prints, it makes several fonts of one, each with the glyphs of some of
// its codes. One of them has nearly all letters, and its widths show that it is fixed. Another has only the y and
// the brackets:
// one has nearly all letters and is known by their widths, one the y and the brackets.
//
//	func y() {}     F5: f u n c { }     F7: y ( )     both .6 em
func (in *interp) likenFixedWidth() {
	c := in.c
	var fixed float64 // advance of a fixed-width Type 3 font, ems
	some := false
	for _, f := range c.Fonts {
		some = some || f.Type3 && !f.Mono
	}
	if !some {
		return
	}
	advances := make([]evenAdvance, len(c.Fonts))
	for i := range c.Runs {
		run := &c.Runs[i]
		f := c.Fonts[run.Font]
		if !f.Type3 || f.Mono && fixed > 0 {
			continue
		}
		for j := run.First; j < run.First+run.Count; j++ {
			ems := float64(c.Glyphs[j].Advance) / math.Hypot(float64(run.Em[0]), float64(run.Em[1]))
			advances[run.Font].add(ems)
		}
		if f.Mono {
			fixed = advances[run.Font].ems
		}
	}
	if fixed == 0 {
		return
	}
	for i, f := range c.Fonts {
		if a := advances[i]; f.Type3 && !f.Mono && a.ems > 0 && !a.uneven && math.Abs(a.ems-fixed) <= sameAdvance*fixed {
			alike := *f
			alike.Mono = true
			c.Fonts[i] = &alike
		}
	}
}

// ideographsShare is the share of ideographs in the text of a font from which on its one width tells nothing: fonts of
// Chinese, Japanese and Korean give all ideographs one width. Of 678 files one has such a font that says so, for headings; all
// they show are ideographs. Where a font shows a program, most are Latin letters.
const ideographsShare = 0.5

// doubtIdeographs takes the mark of a fixed-width font from fonts that show ideographs on this page. Who reads it
// takes such a font for one of a program.
func (in *interp) doubtIdeographs() {
	c := in.c
	for i, f := range c.Fonts {
		if f.Mono && ideographs(c, int32(i)) {
			usual := *f
			usual.Mono = false
			c.Fonts[i] = &usual
		}
	}
}

// ideographs reports whether font i shows ideographs on this page and little else.
func ideographs(c *layout.Content, i int32) bool {
	wide, all := 0, 0
	for k := range c.Runs {
		run := &c.Runs[k]
		if run.Font != i {
			continue
		}
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			if script.IsIdeographic(g.Char) || unicode.Is(unicode.Hangul, g.Char) {
				wide++
			}
		}
		all += int(run.Count)
	}
	return wide > 0 && float32(wide) >= ideographsShare*float32(all)
}

// evenAdvance is the advance that all glyphs of a font have had so far.
type evenAdvance struct {
	ems    float64
	uneven bool
}

func (a *evenAdvance) add(ems float64) {
	switch {
	case ems == 0: // a mark
	case a.ems == 0:
		a.ems = ems
	default:
		a.uneven = a.uneven || math.Abs(ems-a.ems) > sameAdvance*a.ems
	}
}

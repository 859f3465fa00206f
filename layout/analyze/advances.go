package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// Some files give fonts wrong widths, and still put every letter where it belongs:
//
//	I won't     as it looks; the program moved the pen for each letter
//	I]w   ]o    the advance of I runs past the space, that of w ends long before the o
//
// The gaps between such letters tell no words: "Iw on't". The distances from each letter to the next one
// do. Where the declared advances of a font do not fit the page, these distances replace them.

// fontFit counts how well the advances of a font fit where the next letters stand.
type fontFit struct {
	pairs, over, short int32
	spaces             int32 // pairs whose second is a space glyph
	misfit             bool
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Fonts with wrong widths. fitPairs pairs of letters are looked at for a font, fitSample for each run;
	// fitLeast are needed. In a font with wrong widths fitOver of the pairs overlap by fitSlack (kerning
	// alone does not), or fitShort of them stand fitWide to fitApart apart. Words alone part a fifth.
	fitPairs  = 64
	fitSample = 8
	fitLeast  = 32
	fitSlack  = 0.1
	fitWide   = 0.05
	fitApart  = 0.6
	fitOver   = 0.1
	fitShort  = 0.75
	fitSpaces = 0.08 // share of pairs that end in a space, if spaces part words
	// Steps from letter to letter are measured from stepLeast to stepMost. Characters with stepsSeen steps
	// tell by how much the steps of their font exceed its advances; no character exceeds its own by more
	// than stepSlack beyond that. Where spaces are shown, sureSteps steps of a character are enough.
	stepLeast = 0.02
	stepMost  = 2
	stepsSeen = 4
	sureSteps = 2
	stepSlack = 0.05
)

// showsSpaces reports whether the words of the font are parted by space glyphs.
func (f *fontFit) showsSpaces() bool { return float32(f.spaces) >= fitSpaces*float32(f.pairs) }

// step is the distance from a glyph of a font to the next one.
type step struct {
	font   int32
	code   uint32
	ems    float32
	beyond float32 // by how many ems it exceeds the declared advance
}

// fitAdvances gives the glyphs of fonts with wrong widths the advances that they have on the page.
func (s *runStage) fitAdvances() {
	if !s.findMisfits() {
		return
	}
	s.ownRuns()
	steps := s.measureSteps()
	extra := s.extraOf(steps)
	for i := range s.own.Runs {
		r := &s.own.Runs[i]
		if !s.isFitted(i) || !s.fits[r.Font].misfit {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(s.own.Glyphs))
		for n := first; n < end; n++ {
			g := &s.own.Glyphs[n]
			if chars.IsSpace(g.Char) || !near(g.Advance) {
				continue
			}
			em := s.runs[i].em
			most := g.Advance + extra[r.Font]*em + stepSlack*em
			if own := stepsOf(steps, r.Font, g.Code); len(own) > 0 {
				seen := own[len(own)/4].ems * em
				if most = min(most, seen); len(own) >= sureSteps && s.fits[r.Font].showsSpaces() {
					most = seen // words end at a space, not at the next word
				}
			}
			g.Advance = max(0, most)
			if n+1 < end && s.own.Glyphs[n+1].X > g.X {
				g.Advance = min(g.Advance, s.own.Glyphs[n+1].X-g.X) // never past the next glyph
			}
		}
	}
}

// isFitted reports whether run i is upright text whose letters each have their own place.
func (s *runStage) isFitted(i int) bool {
	r, info := &s.c.Runs[i], &s.runs[i]
	return info.frame >= 0 && !info.recognised && r.Origin == layout.FromPDF && r.Flags&layout.VerticalMode == 0 &&
		r.Em[0] > 0 && r.Em[1] == 0 && r.Font >= 0 && int(r.Font) < len(s.c.Fonts)
}

// findMisfits looks at a few letters of each run, and reports whether some font has wrong advances.
func (s *runStage) findMisfits() bool {
	s.fits = sized(s.fits, len(s.c.Fonts))
	clear(s.fits)
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		if r.Font < 0 || int(r.Font) >= len(s.fits) || s.fits[r.Font].pairs >= fitPairs || !s.isFitted(i) {
			continue
		}
		s.countFit(i, &s.fits[r.Font])
	}
	found := false
	for i := range s.fits {
		f := &s.fits[i]
		f.misfit = f.pairs >= fitLeast && (float32(f.over) >= fitOver*float32(f.pairs) || float32(f.short) >= fitShort*float32(f.pairs))
		found = found || f.misfit
	}
	return found
}

// countFit looks at the first pairs of letters of run i.
func (s *runStage) countFit(i int, f *fontFit) {
	first, end := clampRange(s.c.Runs[i].First, s.c.Runs[i].Count, len(s.c.Glyphs))
	for n := first; n < min(end, first+fitSample, len(s.c.Glyphs)-1); n++ {
		next := s.c.Glyphs[n+1].Char
		if !chars.IsLetter(s.c.Glyphs[n].Char) || !chars.IsLetter(next) && !chars.IsSpace(next) {
			continue // between the signs of formulas, and in tables of characters, there is white
		}
		ems, ok := s.stepFrom(i, n, end)
		if !ok {
			continue
		}
		f.pairs++
		if chars.IsSpace(next) {
			f.spaces++
		}
		switch beyond := ems - s.c.Glyphs[n].Advance/s.runs[i].em; {
		case beyond < -fitSlack:
			f.over++
		case beyond > fitWide && beyond < fitApart:
			f.short++
		}
	}
}

// stepFrom returns the distance in ems from glyph n of run i to the glyph shown next on the same baseline;
// false: there is none. The run ends before glyph end.
func (s *runStage) stepFrom(i, n, end int) (ems float32, ok bool) {
	r := &s.c.Runs[i]
	if n+1 >= end && (i+1 >= len(s.c.Runs) || int(s.c.Runs[i+1].First) != end || s.c.Runs[i+1].Font != r.Font || s.c.Runs[i+1].Em != r.Em) || n+1 >= len(s.c.Glyphs) {
		return 0, false
	}
	a, b := &s.c.Glyphs[n], &s.c.Glyphs[n+1]
	if a.Y != b.Y || !(b.X > a.X) || chars.IsSpace(a.Char) || chars.IsMark(a.Char) || chars.IsMark(b.Char) || a.Char >= firstIdeographic {
		return 0, false
	}
	ems = (b.X - a.X - s.runs[i].tracked) / s.runs[i].em
	return ems, ems > stepLeast && ems < stepMost
}

// measureSteps lists the steps of all glyphs of misfit fonts, sorted by font, character and length.
func (s *runStage) measureSteps() []step {
	var steps []step
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		if !s.isFitted(i) || !s.fits[r.Font].misfit {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
		for n := first; n < end; n++ {
			if ems, ok := s.stepFrom(i, n, end); ok {
				steps = append(steps, step{r.Font, s.c.Glyphs[n].Code, ems, ems - s.c.Glyphs[n].Advance/s.runs[i].em})
			}
		}
	}
	slices.SortFunc(steps, func(a, b step) int {
		if c := compareSteps(a, b); c != 0 {
			return c
		}
		return compare(a.ems, b.ems)
	})
	return steps
}

// extraOf returns, by font, by how many ems the steps of most characters exceed their advances. A
// character that ends words on this page exceeds its own by more, namely by the space.
func (s *runStage) extraOf(steps []step) []float32 {
	extra := make([]float32, len(s.fits))
	var usual []float32
	for at := 0; at < len(steps); {
		font := steps[at].font
		own := stepsOf(steps[at:], font, steps[at].code)
		if at += len(own); len(own) >= stepsSeen {
			usual = append(usual, own[len(own)/4].beyond)
		}
		if len(usual) > 0 && (at == len(steps) || steps[at].font != font) {
			slices.Sort(usual)
			extra[font] = usual[len(usual)*3/4]
			usual = usual[:0]
		}
	}
	return extra
}

// stepsOf returns the steps of one character of a font.
func stepsOf(steps []step, font int32, code uint32) []step {
	char := step{font: font, code: code}
	at, _ := slices.BinarySearchFunc(steps, char, compareSteps)
	end, _ := slices.BinarySearchFunc(steps[at:], char, func(a, b step) int {
		return max(-1, 2*compareSteps(a, b)-1) // those of this character too are before the end
	})
	return steps[at : at+end]
}

func compareSteps(a, b step) int {
	return cmp.Or(cmp.Compare(a.font, b.font), cmp.Compare(a.code, b.code))
}

package decipher

import (
	"math"
	"slices"

	"github.com/pagelift/pagelift/internal/font"
)

// Gap in Font.Codes means a gap between words or the end of a line.
const Gap = ^uint32(0)

// Font is a silent font, and the codes that the pages show in it, in order.
type Font struct {
	*font.Font
	Codes []uint32
}

// Solve finds readings of silent fonts. Fonts without a convincing reading have nil. speaking are
// fonts of the same document whose codes are known.
func Solve(silent []Font, speaking []*font.Font) []*font.Reading {
	shapes := newShapes(speaking)
	puzzles := make([]*puzzle, len(silent))
	habits := map[habit]bool{} // of the fonts read so far, which one program wrote
	for i := range silent {
		p := newPuzzle(&silent[i], shapes)
		puzzles[i] = p
		if p.solve(nil); p.best != nil {
			for part := range p.best.parts {
				habits[p.best.habit(part)] = true
			}
		}
	}
	readings := make([]*font.Reading, len(silent))
	for i, p := range puzzles {
		if len(habits) > 0 && p.unread(p.best) > 0 {
			p.solve(habits)
		}
		readings[i] = p.reading()
	}
	return readings
}

// puzzle is a font that is to be read.
type puzzle struct {
	*Font
	counts map[uint32]int // how often each code is shown
	order  []uint32       // the codes in order, so that sums are always equal
	total  int
	shapes map[uint32]string // meanings of codes by their shapes
	blank  map[uint32]bool   // codes that have an advance and no ink
	best   *candidate        // nil: none is convincing
}

func newPuzzle(f *Font, known *shapes) *puzzle {
	p := &puzzle{Font: f, counts: map[uint32]int{}}
	p.shapes, p.blank = known.sharedGlyphs(f)
	for _, code := range f.Codes {
		if code != Gap {
			p.counts[code]++
			p.total++
		}
	}
	for code := range p.counts {
		p.order = append(p.order, code)
	}
	slices.Sort(p.order)
	return p
}

// maxParts is the most parts of a reading: Latin, its accented letters, and two more.
const maxParts = 4

// solve finds the best candidate and then the parts that complete it. Candidates with one of the
// habits are more likely.
func (p *puzzle) solve(habits map[habit]bool) {
	if p.total == 0 {
		return
	}
	if p.best == nil && habits == nil && len(p.order) < fewCodes {
		return
	}
	best := p.choose(p.candidates(habits), habits, convincing)
	if best == nil || best.language < wordsNeeded(habits[best.habit(0)]) {
		return
	}
	p.best = best
	for len(p.best.parts) < maxParts && p.unread(p.best) > 0 {
		more := p.choose(p.completions(p.best, habits), habits, p.best.evidence+clearLead)
		if more == nil {
			return
		}
		p.best = more
	}
}

// wordsNeeded returns the least evidence that must come from words, since signs of formulas have advances
// too. A font that is written like another one needs none, but its words must not contradict the reading.
func wordsNeeded(habitual bool) float64 {
	if habitual {
		return -clearLead
	}
	return convincingWords
}

// unread counts the shown codes that c leaves unread. For a nil c it counts all.
func (p *puzzle) unread(c *candidate) (count int) {
	for _, code := range p.order {
		if c == nil || c.text(code) == "" {
			count += p.counts[code]
		}
	}
	return count
}

// choose returns the candidate with the most evidence. It returns nil when that is less than
// needed, or when a candidate that reads the text differently has nearly as much.
func (p *puzzle) choose(candidates []*candidate, habits map[habit]bool, needed float64) (best *candidate) {
	for _, c := range candidates {
		p.judge(c, habits)
		if best == nil || c.evidence > best.evidence {
			best = c
		}
	}
	if best == nil || best.evidence < needed {
		return nil
	}
	for _, c := range candidates {
		if c != best && best.evidence-c.evidence < clearLead && p.differ(best, c) {
			return nil
		}
	}
	return best
}

// differ reports whether two candidates read a code differently.
func (p *puzzle) differ(a, b *candidate) bool {
	return slices.ContainsFunc(p.order, func(code uint32) bool {
		x, y := a.text(code), b.text(code)
		return x != y && x != "" && y != ""
	})
}

// reading returns the meanings found by shape, or else those of the best candidate. It returns nil when
// they cover too little of the text. If only shapes have meanings, a glyph without a shape is a space.
func (p *puzzle) reading() *font.Reading {
	best, shapes, blank := p.best, p.shapes, p.blank
	r := &font.Reading{Text: func(code uint32) string {
		switch s := shapes[code]; {
		case s != "":
			return s
		case best != nil:
			return best.text(code)
		case blank[code]:
			return " "
		}
		return ""
	}}
	read, shaped := 0, 0
	for _, code := range p.order {
		if r.Text(code) != "" {
			read += p.counts[code]
		}
		if shapes[code] != "" {
			shaped++
		}
	}
	if best == nil && shaped < len(p.blank) {
		return nil // there are no outlines
	}
	share := float64(read) / float64(max(p.total, 1))
	if share < enoughRead {
		return nil
	}
	r.From, r.Confidence = "the shapes of other fonts", shapeConfidence*share
	if best != nil {
		r.From = best.basis()
		r.Confidence = min(mostConfidence, 1-math.Exp(-best.evidence/confidenceScale)) * share
	}
	return r
}

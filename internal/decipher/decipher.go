package decipher

import (
	"math"
	"slices"

	"github.com/pagelift/pagelift/internal/font"
)

// Gap stands in Font.Codes where the page shows a gap between words, or a line ends.
const Gap = ^uint32(0)

// Font is a silent font and the codes that the pages show in it, in their order.
type Font struct {
	*font.Font
	Codes []uint32
}

// Solve finds the readings of silent fonts, nil for those without a convincing one.
// speaking are fonts of the same document whose codes are known.
func Solve(silent []Font, speaking []*font.Font) []*font.Reading {
	shapes := newShapes(speaking)
	puzzles := make([]*puzzle, len(silent))
	habits := map[habit]bool{} // of the fonts read so far: one program wrote all of them
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

// puzzle is a font to be read.
type puzzle struct {
	*Font
	counts map[uint32]int // of each code that is shown
	order  []uint32       // of the codes, so that sums come out alike
	total  int
	shapes map[uint32]string // what codes mean by their shapes
	blank  map[uint32]bool   // codes that move on and show nothing
	best   *candidate        // nil: none convinces
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

// maxParts bounds the parts of a reading: Latin, its letters with accents, and two more.
const maxParts = 4

// solve looks for the best candidate, and then for what completes it. What has one of
// the habits is more likely.
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

// wordsNeeded returns how much of the evidence for a reading must be its words: signs of formulas
// have advances too. A font that is written like another one needs none, but must not
// speak against it.
func wordsNeeded(habitual bool) float64 {
	if habitual {
		return -clearLead
	}
	return convincingWords
}

// unread counts the shown codes that c leaves unread, all where there is none.
func (p *puzzle) unread(c *candidate) (count int) {
	for _, code := range p.order {
		if c == nil || c.text(code) == "" {
			count += p.counts[code]
		}
	}
	return count
}

// choose returns the candidate with the most evidence, or nil when it has less than needed or
// another one that reads the text differently has nearly as much.
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

// differ reports whether two candidates both read a code, and not alike.
func (p *puzzle) differ(a, b *candidate) bool {
	return slices.ContainsFunc(p.order, func(code uint32) bool {
		x, y := a.text(code), b.text(code)
		return x != y && x != "" && y != ""
	})
}

// reading returns what was found, by shape or else by the best candidate, or nil when that is
// too little of the text. Where only shapes say something, a glyph without any is a space.
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
		r.From = best.from()
		r.Confidence = min(mostConfidence, 1-math.Exp(-best.evidence/confidenceScale)) * share
	}
	return r
}

package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// leadsToPages reports whether the band is a list of contents: most lines end in dots that lead to a
// number, and the numbers rise or stay, unlike amounts and years:
//
//	1.2 Outline . . . . . . 2
//	1.3 Foxes . . . . . . . 3
//	2 Methods . . . . . . . 7
func (a *bandStage) leadsToPages() bool {
	led, falls, last := 0, 0, -1
	for i := range a.band {
		page, ok := a.ledTo(&a.band[i])
		if !ok {
			continue
		}
		if led++; page < last {
			falls++
		}
		last = page
	}
	return led >= ledLeast && float32(led) >= listedShare*float32(len(a.band)) && falls <= led/ledFalls
}

// ledTo returns the page number that the dots of line l lead to.
func (a *partStage) ledTo(l *alignedLine) (page int, ok bool) {
	parts := a.parts[l.first:l.end]
	if len(parts) == 0 {
		return 0, false
	}
	segmentOf := func(p *alignedPart) segment { return segment{first: p.first, count: p.count} }
	end := segmentOf(&parts[len(parts)-1])
	if !a.s.endsListed(&end) && !a.endsInLeader(parts) {
		return 0, false
	}
	digits := false
	for _, g := range a.s.glyphs[end.first : end.first+end.count] {
		r := a.s.firstRune(g.char)
		if digits = r >= '0' && r <= '9'; !digits {
			page = 0
			continue
		}
		page = min(10*page+int(r-'0'), int(farAway))
	}
	return page, digits
}

// endsInLeader reports whether parts end in leadersLeast dots and a number of at most listedDigits digits.
// Leaders line up from row to row, so that they may be cut as if they were columns. The last cut may stand
// before the number or before a dot:
//
//	1.2 Outline . .|. .|. .|. .| 2
//	1.3 Foxes . . .|. .|. .|. .| 3
//	1.4 Crows . . .|. .|. .|. 10
//
// The number is in the last part: dots that lead to one number of two are those of a table:
//
//	Encoding . . . . . . 7 |  4
func (a *partStage) endsInLeader(parts []alignedPart) bool {
	digits, dots := 0, 0
	for i := len(parts) - 1; i >= 0; i-- {
		p := &parts[i]
		for g := p.first + p.count - 1; g >= p.first; g-- {
			c := a.s.glyphs[g].char
			if i == len(parts)-1 && dots == 0 && digits < listedDigits && chars.IsDigit(a.s.firstRune(c)) {
				digits++
				continue
			}
			if !isLeaderDot(c) {
				return false
			}
			if dots++; dots == leadersLeast {
				return true
			}
		}
	}
	return false
}

package a11y

import "math"

// Orientation of the display.
var orientationRules = []rule{
	{
		Rule: Rule{
			ID: "css-orientation-lock", Impact: Serious, Level: AA, ACT: []string{"b33eff"}, WCAG: []string{"1.3.4"},
			Help: "The document is not turned to suit one orientation of the display only",
		},
		whole: orientationLock,
	},
}

// lockTolerance is how many degrees beside a right angle still lock.
const lockTolerance = 1

// orientationLock compares the rotation of elements on a screen held upright with
// that on the same screen held the other way. Only sheets that turn something under a condition on
// the orientation make it look.
func orientationLock(p *page, report func(node, verdict)) {
	upright, across := p.rotations()
	if upright == nil {
		return
	}
	for n := range p.count() {
		if s := p.styleOf(n); !s.visible() || p.has(n, unrendered) || upright[n] == 0 && across[n] == 0 {
			continue
		}
		difference := math.Mod(math.Abs(float64(upright[n]-across[n])), 180)
		switch {
		case math.Abs(difference-90) > lockTolerance:
			report(n, pass)
		case p.styleOf(n).doubt:
			report(n, unsure(whyUnknown))
		default:
			report(n, fail("the element is turned by a right angle when the display is"))
		}
	}
}

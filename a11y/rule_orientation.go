package a11y

import (
	"math"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Documents that are turned to suit one orientation of the display only.
//
//	@media (orientation: landscape) { body { transform: rotate(90deg) } }     fails
var orientationRules = []rule{
	{
		Rule: Rule{
			ID: "css-orientation-lock", Impact: Serious, Level: AA, ACT: []string{"b33eff"}, WCAG: []string{"1.3.4"},
			Help: "The document is not turned to suit one orientation of the display only",
		},
		whole: orientationLock,
	},
}

// lockTolerance is how many degrees a rotation may differ from a right angle and still lock.
const lockTolerance = 1

// orientationLock compares the rotation of elements on the screen with that on the same screen rotated by a right
// angle. It does so only if a style sheet turns something under a condition on the orientation.
func orientationLock(p *page, report func(dom.Node, verdict)) {
	upright, across := p.Rotations()
	if upright == nil {
		return
	}
	for n := range p.Count() {
		if s := p.Style(n); !s.Visible() || p.Has(n, dom.Unrendered) || upright[n] == 0 && across[n] == 0 {
			continue
		}
		difference := math.Mod(math.Abs(float64(upright[n]-across[n])), 180)
		switch {
		case math.Abs(difference-90) > lockTolerance:
			report(n, pass)
		case p.Style(n).Doubt:
			report(n, unsure(css.WhyUnknown))
		default:
			report(n, fail("the element is turned by a right angle when the display is"))
		}
	}
}

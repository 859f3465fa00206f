package form

import "github.com/pagelift/pagelift/internal/limits"

// Thresholds of what stands beside controls, in ems where nothing else is said.
const (
	// fieldText is the size of text on a page that has none, points.
	fieldText = 10

	// fieldColumn is the widest space between two controls of a column, in ems: labels have no room there.
	fieldColumn = 0.7

	// fieldPairs bounds the pairs of a control and text that are looked at on a page.
	// Those of tax forms have some 10,000.
	fieldPairs = 1 << 20

	// labelsGap is the white space that parts two labels on a line, in ems. Wide word
	// spaces of justified lines have up to 1.
	labelsGap = 1.2

	// labelSlack is how far text and control may overlap, or a label stand above or below the row of its
	// control, in ems.
	labelSlack = 0.5
)

// Measures that package analyze has, too.
const (
	// textMiddle is how far the middle of text is above its baseline, in ems; it reaches
	// ascent above it and descent below it, where fonts say nothing.
	textMiddle = 0.25
	ascent     = 0.8
	descent    = 0.2

	// sameSide is how far the sides of boxes that stand in line differ, in points.
	sameSide = 1.5

	// farAway is beyond all places of a page, in points.
	farAway = limits.Coordinate
)

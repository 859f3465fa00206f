package convert_test

import (
	"fmt"
	"testing"
)

func TestNothingVanishesInReadingOrder(t *testing.T) {
	t.Parallel()
	nothingVanishes(t, map[string]vanishing{
		"a note and a page number far below columns": {
			document: columnsOverNote(),
			want:     []string{"left line 10 of", "left line 21 of", "right line 10 of", "right line 21 of", "A note of the left column"},
		},
		"the scale of a chart": {
			document: scaleOfChart(),
			want:     []string{"90", "81", "70", "56", "Words that stand below the chart."},
		},
	})
}

func columnsOverNote() []byte {
	var left, right []string
	for i := range 12 {
		left = append(left, fmt.Sprintf("left line %d of words that fill it,", 10+i))
		right = append(right, fmt.Sprintf("right line %d of words that fill it,", 10+i))
	}
	return build(lines(72, 700, left...) + lines(260, 700, right...) +
		text("R", 9, 72, 160, "A note of the left column") + text("R", 8, 300, 60, "39")).Bytes()
}

func scaleOfChart() []byte {
	content := ""
	for i, n := range []string{"90", "80", "70", "60", "50", "40"} {
		content += text("R", 8, 100, 700-16*float64(i), n)
	}
	for i, n := range []string{"81", "56", "47"} {
		content += text("R", 8, 130+70*float64(i), 700-32*float64(i), n) + text("R", 8, 148+70*float64(i), 684-32*float64(i), n)
	}
	return build(content + text("R", 11, 72, 560, "Words that stand below the chart.")).Bytes()
}

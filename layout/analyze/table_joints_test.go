package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Borders drawn cell by cell: the pieces of the upright ones meet between rows that have
// no level rules.
func TestPiecesOfUprightRulesTellRows(t *testing.T) {
	t.Parallel()
	xs := []float32{100, 130, 260, 340}
	table := func(ends ...float32) []string {
		p := newPage()
		for _, y := range []float32{100, 116, 188, 204} {
			p.rule(xs[0], xs[3], y)
		}
		for _, x := range xs[1:3] {
			for i := 1; i < len(ends); i++ {
				p.upright(x, ends[i-1], ends[i]-0.5)
			}
		}
		p.fill(xs, []float32{100, 116, 140, 164, 188}, "No.", "Name", "Count",
			"1", "Union of Youths\nand their clubs", "17,266",
			"2", "Women for Peace\nand for a start", "9,835",
			"3", "Clubs", "711")
		p.fill(xs, []float32{188}, "", "Total", "27,812")
		return cellsOf(pageOf(t, p))
	}
	want := []string{"No.|Name|Count\n1|Union of Youths and their clubs|17,266\n2|Women for Peace and for a start|9,835\n3|Clubs|711\n|Total|27,812"}
	require.Equal(t, want, table(100, 116, 140, 164, 188, 204))
	require.NotEqual(t, want, table(100, 204), "lines without joints")
	require.NotEqual(t, want, table(100, 116, 122, 150, 188, 204), "joints inside lines of text")
}

// Where a line goes on over the joint of another, no row ends.
func TestALineThatRunsOnPartsNoRows(t *testing.T) {
	t.Parallel()
	p := newPage()
	xs, ys := []float32{100, 200, 300, 400}, []float32{100, 116, 164}
	for _, y := range ys {
		p.rule(100, 400, y)
	}
	for _, x := range []float32{100, 200, 400} {
		p.upright(x, 100, 164)
	}
	p.upright(300, 100, 116)
	p.upright(300, 116, 140)
	p.upright(300, 140, 164)
	p.fill(xs, ys, "Name", "About", "Since", "Union of Youths", "They meet on the\nfirst of the month\nwhere there is room", "1984")
	require.Equal(t, []string{"Name|About|Since\nUnion of Youths|They meet on the first of the month where there is room|1984"}, cellsOf(pageOf(t, p)))
}

// A text in the middle of the rows beside it belongs to all of them, on one of them or between two.
func TestATextBesideAllRows(t *testing.T) {
	t.Parallel()
	p := newPage()
	xs := []float32{100, 160, 260, 340}
	for _, y := range []float32{100, 116, 164, 212} {
		p.rule(xs[0], xs[3], y)
	}
	for _, x := range xs[1:3] {
		ends := []float32{100, 116, 132, 148, 164, 180, 196, 212}
		for i := 1; i < len(ends); i++ {
			p.upright(x, ends[i-1], ends[i]-0.2)
		}
	}
	for i, row := range []string{"Mass", "Low", "Mid", "High", "Low", "Mid", "High"} {
		p.show(165, 112+16*float32(i), 10, row)
		p.show(265, 112+16*float32(i), 10, "9.75")
	}
	p.show(105, 112, 10, "Aim")
	p.show(105, 143, 10, "First")
	p.show(105, 191, 10, "Second")
	require.Equal(t, []string{"Aim|Mass|9.75\nFirstvv|Low|9.75\nMid|9.75\nHigh|9.75\nSecondvv|Low|9.75\nMid|9.75\nHigh|9.75"}, cellsOf(pageOf(t, p)))
}

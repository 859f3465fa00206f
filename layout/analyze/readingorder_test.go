package analyze_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// A rule across the gutter, in white of its own, ends what is above it in all columns.
func TestARuleAcrossTheColumnsPartsWhatIsAboveFromWhatIsBelow(t *testing.T) {
	t.Parallel()
	columns := func(rules ...float32) []string {
		p := newPage()
		names := []string{"alpha", "beta", "gamma", "delta"}
		for i, name := range names {
			text := strings.ReplaceAll(lorem, "river", name)
			x, y := float32(72), float32(100)
			if i%2 == 1 {
				x = 300
			}
			if i > 1 {
				y = 340
			}
			p.flow(x, y, 200, 10, text)
		}
		for _, y := range rules {
			p.rule(200, 380, y)
		}
		var order []string
		for _, b := range blocks(pageOf(t, p)) {
			for _, name := range names {
				if strings.Contains(b, name) && (len(order) == 0 || order[len(order)-1] != name) {
					order = append(order, name)
				}
			}
		}
		return order
	}
	require.Equal(t, []string{"alpha", "gamma", "beta", "delta"}, columns())
	require.Equal(t, []string{"alpha", "beta", "gamma", "delta"}, columns(315))
	require.Equal(t, []string{"alpha", "beta", "gamma", "delta"}, columns(314.8, 315, 315.2), "painted as several")
}

// A picture at the head of the right column is read there, whatever stands above the columns.
func TestAPictureAtTheHeadOfAColumnIsReadInIt(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(480, 50, 10, "12")
	p.flow(72, 100, 200, 10, strings.ReplaceAll(lorem, "river", "alpha"))
	p.picture(300, 92, 490, 180, 7, 0)
	p.flow(300, 200, 200, 10, strings.ReplaceAll(lorem, "river", "beta"))
	page := pageOf(t, p)
	var order []string
	for i, text := range blocks(page) {
		if page.Blocks[i].Kind == layout.Picture {
			text = "picture"
		}
		order = append(order, strings.Fields(text)[min(1, len(strings.Fields(text))-1)])
	}
	require.Equal(t, []string{"12", "alpha", "picture", "beta"}, order)
}

// A picture right above its caption belongs to it, however its columns were read before.
func TestAPictureRightAboveABlockIsReadBeforeIt(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.flow(72, 100, 200, 10, strings.ReplaceAll(lorem, "river", "alpha"))
	p.flow(300, 100, 200, 10, strings.ReplaceAll(lorem, "river", "beta"))
	p.rule(72, 500, 312)
	p.picture(72, 340, 240, 440, 7, 0)
	p.show(72, 454, 10, "A fox in its garden.", run{font: bold})
	p.flow(72, 480, 430, 10, strings.ReplaceAll(lorem, "river", "gamma"))
	page := pageOf(t, p)
	for i := range page.Blocks {
		if page.Blocks[i].Kind == layout.Picture {
			require.Equal(t, "A fox in its garden.", blocks(page)[i+1])
			return
		}
	}
	require.Fail(t, "no picture")
}

// A running head over one column, with a rule below it and one above the foot, is no head of a
// table.
func TestARunningHeadOnARuleLeavesTheColumnsApart(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 80, 14, "COMMUNICATION", run{font: bold})
	p.rule(72, 500, 86)
	p.flow(72, 98, 200, 10, strings.ReplaceAll(lorem, "river", "alpha"))
	p.flow(300, 98, 200, 10, strings.ReplaceAll(lorem, "river", "beta"))
	p.rule(72, 500, 278)
	p.flow(72, 290, 200, 10, strings.ReplaceAll(lorem, "river", "gamma"))
	text := strings.Join(blocks(pageOf(t, p)), " ")
	require.Less(t, strings.Index(text, "COMMUNICATION"), strings.Index(text, "The alpha"))
	require.Contains(t, text, strings.Join(strings.Fields(strings.ReplaceAll(lorem, "river", "alpha")), " "))
	require.Contains(t, text, strings.Join(strings.Fields(strings.ReplaceAll(lorem, "river", "beta")), " "))
}

// References whose numbers go on in the next column are one list, however their lines are
// lined up.
func TestANumberedListGoesOnInTheNextColumn(t *testing.T) {
	t.Parallel()
	list := func(second int) string {
		p := newPage()
		for k := range 6 {
			for col, x := range []float32{72, 340} {
				y := 100 + 24*float32(k)
				number := 1 + k
				if col == 1 {
					number = second + k
				}
				p.show(x, y, 10, strconv.Itoa(number))
				p.show(x+20, y, 10, "Author of a book that has a name, "+strings.Repeat("and more of it, ", k%3/2))
				p.show(x+20, y+12, 10, "second line of entry "+strconv.Itoa(number))
			}
		}
		return strings.Join(blocks(pageOf(t, p)), " ")
	}
	text := list(7)
	require.Less(t, strings.Index(text, "second line of entry 6"), strings.Index(text, "second line of entry 7"))
	require.Less(t, strings.Index(text, "second line of entry 2"), strings.Index(text, "second line of entry 8"))
	other := list(31)
	require.Greater(t, strings.Index(other, "second line of entry 6"), strings.Index(other, "second line of entry 31"), "rows of a table")
}

package analyze_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPinsOfACircuitAreNoTable(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"1", "16"}, {"2", "15"}, {"3", "14"}, {"4", "13"}, {"5", "12"}}
	show := func(pins bool) []string {
		p := newPage()
		p.aligned(roman, rows...)
		for i := range rows {
			y := 100 + 14*float32(i) - 3
			if !pins {
				y += 7 // between the lines
			}
			p.rule(85, 97, y)
			p.rule(184, 196, y)
		}
		return cellsOf(pageOf(t, p))
	}
	require.Empty(t, show(true))
	require.Len(t, show(false), 1)
}

func TestRunningHeadsAreNoRowsOfTheTableBelow(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 60, 10, "246")
	p.show(480, 60, 10, "clipboard")
	for i, row := range [][]string{{"first", "6", "Tagged image"}, {"second", "7", "Text of a page"}, {"third", "8", "Bitmap"}} {
		for j, x := range []float32{120, 200, 260} {
			p.show(x, 84+12*float32(i), 10, row[j])
		}
	}
	require.Equal(t, []string{"first|6|Tagged image\nsecond|7|Text of a page\nthird|8|Bitmap"}, cellsOf(pageOf(t, p)))
}

func TestTextUnderAHeadingEndsATable(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.rule(100, 500, 100) // a head between rules, and the next one
	p.rule(100, 500, 124)
	p.show(104, 115, 10, "modify")
	p.show(220, 115, 10, "Modify the elements of a list")
	p.show(100, 150, 10, "Description", run{font: bold})
	p.show(100, 165, 10, "Functions that help to maintain the mirrors of a site, some of which are of use to others too.")
	p.show(100, 190, 10, "Usage", run{font: bold})
	p.show(104, 205, 10, "modify(x, val, keep = FALSE)")
	p.show(100, 230, 10, "Arguments", run{font: bold})
	y := float32(245)
	for _, row := range [][]string{{"x", "a list with names"}, {"val", "a list of values"}, {"keep", "whether to keep others"}, {"head", "the name of a file"}, {"foot", "the name of another"}} {
		p.show(104, y, 10, row[0])
		p.show(220, y, 10, row[1])
		y += 14
	}
	y -= 70
	p.rule(100, 500, y+80)
	p.rule(100, 500, y+104)
	p.show(104, y+95, 10, "next")
	p.show(220, y+95, 10, "Another function")
	for _, table := range cellsOf(pageOf(t, p)) {
		require.NotContains(t, table, "Description")
		require.NotContains(t, table, "Functions")
	}
}

func TestColumnsOfAnIndexAreNoTable(t *testing.T) {
	t.Parallel()
	left := []string{"lamp, 12", "legend, 990", "lines, 991", "map, 3", "mean, 104", "mode, 28", "names, 7", "order, 1028", "page, 44"}
	right := []string{"pairs, 9", "plot, 1040", "points, 88", "range, 5", "rank, 1047", "rev, 31", "round, 60", "sign, 553", "sum, 612"}
	p := newPage()
	for i := range left {
		p.show(100, 100+12*float32(i), 10, left[i])
		p.show(300, 100+12*float32(i), 10, right[i])
	}
	got := pageOf(t, p)
	require.Empty(t, cellsOf(got))
	require.Equal(t, append(left, right...), lines(got))
}

func TestColumnsOfDatesAreATable(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, day := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		p.show(100, 100+12*float32(i), 10, "May "+day+", 2019")
		p.show(300, 100+12*float32(i), 10, "June "+day+", 2020")
		p.show(420, 100+12*float32(i), 10, "12"+day)
	}
	require.Len(t, cellsOf(pageOf(t, p)), 1)
}

func TestWhatAProgramPrintsIsNoTable(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.aligned(roman, []string{"⇒", "0", "1", "1"}, []string{"⇒", "1", "0", "0"}, []string{"⇒", "0", "0", "1"})
	require.Empty(t, cellsOf(pageOf(t, p)))
}

// The head of a page and the wide spaces of a justified line stand above each other by chance: the lines below are as
// wide as that line. Above a narrower paragraph the same two rows are a table.
func TestTheFirstLineOfAParagraphIsNoRow(t *testing.T) {
	t.Parallel()
	above := func(measure float32) []string {
		p := newPage()
		p.show(100, 90, 10, "10")
		p.show(320, 90, 10, "CHAPTER TWO")
		p.show(100, 104, 10, "packages.")
		p.show(160, 104, 10, "None of these is nested at all.")
		right := p.show(320, 104, 10, "All of them are grouped")
		p.flow(100, 116, measure*(right-100), 10, strings.Repeat("packages and what is in them are imported one by one ", 6))
		return cellsOf(pageOf(t, p))
	}
	require.Empty(t, above(1))
	require.Equal(t, []string{"10||CHAPTER TWO\npackages.|None of these is nested at all.|All of them are grouped"}, above(.9))
}

// The dots of leaders stand in line from row to row and leave channels as columns do.
func TestLeadersInLineAreNoColumns(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, row := range [][2]string{{"Foxes and what they eat", "2"}, {"Dens", "4"}, {"Dogs", "5"}, {"Cats of all colours", "7"}, {"Owls", "12"}, {"Mice", "15"}} {
		y := 100 + 14*float32(i)
		right := p.show(100, y, 10, row[0])
		for x := float32(115); x < 390; x += 12 {
			if x > right+2 {
				p.show(x, y, 10, ".")
			}
		}
		p.show(400, y, 10, row[1])
	}
	require.Empty(t, cellsOf(pageOf(t, p)))
}

// TestALetterheadIsNoTable: two addresses side by side are read one after the other.
func TestALetterheadIsNoTable(t *testing.T) {
	t.Parallel()
	sender := []string{"Pallister & Daughters", "Rope and sailcloth", "3 Quay Lane", "Dunmere"}
	receiver := []string{"Harbour Office Fennick", "Attn. Mr Reed", "1 Pier Road", "Fennick"}
	draw := func(y float32) *page {
		p := newPage()
		for i := range sender {
			p.show(72, y+14*float32(i), 10, sender[i])
			p.show(400, y+14*float32(i), 10, receiver[i])
		}
		p.flow(72, y+100, 450, 10, lorem)
		return p
	}
	got := pageOf(t, draw(80))
	require.Nil(t, got.Blocks[0].Table)
	require.Equal(t, append(slices.Clone(sender), receiver...), lines(got)[:8])
	require.NotNil(t, pageOf(t, draw(400)).Blocks[0].Table, "in the middle of a page")
}

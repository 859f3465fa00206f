package analyze_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestAddressesSideBySideStandApart(t *testing.T) {
	t.Parallel()
	show := func(p *page, x, y float32, texts ...string) {
		for i, text := range texts {
			p.show(x, y+12*float32(i), 10, text)
		}
	}
	to := []string{"Ms Ruth Keller", "The Old Signal Box", "Lindenau", "LN6 2AB"}
	from := []string{"Hollowbrook Museum", "3 Station Road", "Hollowbrook", "HB1 4TT"}
	for name, y := range map[string]float32{ // of the second address
		"their lines interleave": 105,
		"they stand in rows":     100,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			show(p, 72, 100, to...)
			show(p, 350, y, from...)
			require.Equal(t, append(append([]string{}, to...), from...), lines(pageOf(t, p)))
		})
	}
}

// TestColumnsOfAReferenceCard: keys and what they do stand in two columns, each with steps of its own. Texts on one
// baseline are the rows of a table.
func TestColumnsOfAReferenceCard(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shift float32 // of the right column
		want  []string
	}{
		"each column by itself": {5, []string{"C-a", "the fox", "C-b", "the fox"}},
		"rows of a table":       {0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			for i := range 20 {
				y := 100 + 14*float32(i)
				p.show(72, y, 10, "C-"+string(rune('a'+i)))
				p.show(150, y, 10, "the fox")
				p.show(330, y+c.shift, 10, "M-"+string(rune('a'+i)))
				p.show(410, y+c.shift, 10, "the dog")
			}
			got := pageOf(t, p)
			if c.want == nil {
				require.NotNil(t, got.Blocks[0].Table)
				return
			}
			require.Equal(t, c.want, lines(got)[:4])
		})
	}
}

func TestHeadingsOnTopOfColumnsBelongToThem(t *testing.T) {
	t.Parallel()
	const left, right = "The quick brown fox jumps over the dogs", "The lazy dog sleeps through all of this"
	for name, c := range map[string]struct {
		x     float32 // of the heading on the left
		apart bool    // as a running head is
	}{
		"at the edges of both":     {72, false},
		"one centred, one at edge": {133.5, false},
		"a running head":           {190, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.show(c.x, 100, 14, "Abstract")
			p.show(330, 100, 14, "2")
			p.show(350, 100, 14, "Methods")
			for i := range 12 {
				p.show(72, 124+12*float32(i), 10, left)
				p.show(330, 124+12*float32(i), 10, right)
			}
			want := append([]string{"Abstract"}, slices.Repeat([]string{left}, 12)...)
			want = append(append(want, "2 Methods"), slices.Repeat([]string{right}, 12)...)
			if c.apart {
				want = slices.Insert(slices.Delete(want, 13, 14), 1, "2 Methods")
			}
			require.Equal(t, want, lines(pageOf(t, p)))
		})
	}
}

// TestParagraphsSideBySide: paragraphs of two columns begin anywhere, some of them beside
// each other; cells begin together.
func TestParagraphsSideBySide(t *testing.T) {
	t.Parallel()
	const text = "The quick brown fox jumps over the dogs"
	for name, c := range map[string]struct {
		left, right []int // lines of each paragraph, between which one is left free
		columns     bool
	}{
		"columns": {[]int{2, 4, 2, 3, 2, 3, 3, 3}, []int{4, 3, 2, 2, 3, 2, 3, 3}, true},
		"cells":   {[]int{3, 2, 3, 3, 3}, []int{2, 2, 2, 2, 2}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			show := func(x float32, paragraphs []int, cells []int) {
				y := float32(100)
				for n, count := range paragraphs {
					for i := range count {
						p.show(x, y+12*float32(i), 10, text)
					}
					if cells != nil {
						count = max(count, cells[n])
					}
					y += 12 * float32(count+1)
				}
			}
			if c.columns {
				show(72, c.left, nil)
				show(330, c.right, nil)
			} else {
				show(72, c.left, c.right)
				show(330, c.right, c.left)
			}
			got := pageOf(t, p)
			last := float32(0)
			for _, l := range got.Lines[:len(got.Lines)/2] {
				last = max(last, l.Box.X0)
			}
			require.Equal(t, c.columns, last < 330, "the first half of the lines is of the left column")
		})
	}
}

// Text of few rows that goes on below in one column is read by columns, under their titles.
func TestFewRowsThatGoOnInOneColumnAreColumns(t *testing.T) {
	t.Parallel()
	paint := func(more ...string) *page {
		p := newPage()
		p.rowsAt(100, 30, []column{{x: 60}, {x: 200}, {x: 340}}, "Our purpose|Our mission|What we do", "AI for people|AI everywhere|Tools that all can use")
		for i, text := range more {
			p.show(345, 150+14*float32(i), 10, text)
		}
		return p
	}
	got := pageOf(t, paint("On any cloud that you have", "With the data that you own"))
	require.Equal(t, []string{"Our purpose", "AI for people", "Our mission", "AI everywhere", "What we do", "Tools that all can use", "On any cloud that you have", "With the data that you own"}, lines(got))
	for _, b := range got.Blocks {
		require.Nil(t, b.Table)
	}
	got = pageOf(t, paint("In 2025")) // one line may be a note
	require.Equal(t, "Our mission", lines(got)[1])
}

// The panels of a leaflet are read one after the other, though their texts stand at different heights.
func TestPicturesTellColumns(t *testing.T) {
	t.Parallel()
	leaflet := func(across float32) *page {
		p := newPage()
		for i, text := range []string{"Further", "resources"} {
			p.show(72, 80+30*float32(i), 20, text)
		}
		image(p, layout.Rect{X0: 60, Y0: 150, X1: 280, Y1: 400})
		for i, text := range []string{"Scan this", "code to learn", "what you can do"} {
			p.show(72, 440+12*float32(i), 10, text)
		}
		for i, text := range []string{"Seagrass", "in the south", "and why", "it matters"} {
			p.show(330, 95+29*float32(i), 18, text)
		}
		image(p, layout.Rect{X0: 320 - across, Y0: 210, X1: 540, Y1: 600})
		return p
	}
	left := []string{"Further", "resources", "Scan this", "code to learn", "what you can do"}
	require.Equal(t, left, lines(pageOf(t, leaflet(0)))[:5])
	require.NotEqual(t, left, lines(pageOf(t, leaflet(60)))[:5], "the picture reaches over both")
}

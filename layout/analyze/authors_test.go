package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// showCentred shows text with its middle at x.
func (p *page) showCentred(x, y, size float32, text string) {
	width := float32(0)
	for _, r := range text {
		width += advance(r) * size
	}
	p.show(x-width/2, y, size, text)
}

func TestPeopleOfATitlePage(t *testing.T) {
	t.Parallel()
	type column struct {
		x    float32
		text []string
	}
	jane := []string{"Jane Doe", "University of Somewhere", "jane at some edu"}
	john := []string{"John M. Smith", "Institute of Technology in Another Town", "john at other edu"}
	mary := []string{"Mary Major", "A Firm"}
	byRows := []string{
		"Jane Doe", "John M. Smith", "University of Somewhere", "Institute of Technology in Another Town", "jane at some edu", "john at other edu",
	}
	byPeople := append(append([]string{}, jane...), john...)
	for name, c := range map[string]struct {
		title   float32 // size
		columns []column
		second  []column // a second row of people
		want    []string
	}{
		"two":                        {title: 16, columns: []column{{206, jane}, {406, john}}, want: byPeople},
		"two, then one":              {title: 16, columns: []column{{206, jane}, {406, john}}, second: []column{{306, mary}}, want: append(append([]string{}, byPeople...), mary...)},
		"one line fewer":             {title: 16, columns: []column{{206, jane}, {406, john[:2]}}, want: append(append([]string{}, jane...), john[:2]...)},
		"two, then two":              {title: 16, columns: []column{{206, jane}, {406, john}}, second: []column{{206, mary}, {406, jane}}, want: append(append(append([]string{}, byPeople...), mary...), jane...)},
		"not below a title":          {title: 10, columns: []column{{206, jane}, {406, john}}, want: byRows},
		"not in the middle below it": {title: 16, columns: []column{{206, jane}, {446, john}}, want: byRows},
		"numbers":                    {title: 16, columns: []column{{206, []string{"Jane", "Height in all", "12"}}, {406, []string{"John", "Height in all of this", "13"}}}, want: []string{"Jane", "John", "Height in all", "Height in all of this", "12", "13"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.show(72, 50, 8, "Proceedings of the Foxes")
			p.showCentred(306, 100, c.title, "A Study of the Quick Fox")
			y := float32(130)
			for _, people := range [][]column{c.columns, c.second} {
				for _, one := range people {
					for i, text := range one.text {
						p.showCentred(one.x, y+12*float32(i), 10, text)
					}
				}
				y += 60
			}
			text := "The quick brown fox jumps over the lazy dogs, and the dogs sleep through all of this as dogs do on days like these"
			for i := range 20 {
				p.show(72, 300+12*float32(i), 10, text)
			}
			got := lines(pageOf(t, p))
			require.Equal(t, c.want, got[2:len(got)-20])
		})
	}
}

// TestAHeadingInTheMiddleAboveOneAtTheMargin has two headings in the type and with the leading of the text.
func TestAHeadingInTheMiddleAboveOneAtTheMargin(t *testing.T) {
	t.Parallel()
	p := newPage()
	text := "The quick brown fox jumps over the lazy dogs, and the dogs sleep through all of this as dogs do on days like these"
	p.show(90, 100, 10, text)
	p.show(72, 124, 10, "The fox sleeps, too.")
	p.showCentred(315, 148, 10, "Method")
	p.show(72, 172, 10, "Participants")
	p.show(90, 196, 10, text)
	p.show(72, 220, 10, text)
	var got []int32
	for _, b := range pageOf(t, p).Blocks {
		got = append(got, b.LineCount)
	}
	require.Equal(t, []int32{2, 1, 1, 2}, got)
}

package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLettersBelowEachOther(t *testing.T) {
	t.Parallel()
	// stack sets letters centred below each other, each with a space behind it.
	stack := func(p *page, letters string, step float32) {
		for i, r := range letters {
			text := string(r)
			p.show(72-width(text, 8)/2, 100+step*float32(i), 8, text+" ")
		}
	}
	labels := func(p *page, pitch float32) {
		for i, text := range []string{"Your first name and initial", "Home address, number and street", "City, town or post office"} {
			p.show(90, 103+pitch*float32(i), 8, text)
		}
	}
	cases := map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"are words of their own beside the labels of a form": {
			func(p *page) { stack(p, "PRINT CLEARLY", 9.6); labels(p, 31) },
			[]string{"Your first name and initial", "Home address, number and street", "City, town or post office", "PRINT CLEARLY"},
		},
		"stay with what stands in their rows": {
			func(p *page) {
				stack(p, "ABCDE", 12)
				for i, text := range []string{"fair", "cold", "wet", "dry", "warm"} {
					p.show(80, 100+12*float32(i), 8, text)
				}
			},
			[]string{"A fair", "B cold", "C wet", "D dry", "E warm"},
		},
		"are lines when set apart": {
			func(p *page) { stack(p, "ABCDE", 20) },
			[]string{"A", "B", "C", "D", "E"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			require.Equal(t, c.want, lines(pageOf(t, p)))
		})
	}
}

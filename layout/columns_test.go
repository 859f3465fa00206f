package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
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
	cases := map[string]struct {
		y    float32 // of the second address
		want []string
	}{
		"their lines interleave": {105, append(append([]string{}, to...), from...)},
		"they stand in rows":     {100, []string{to[0], from[0], to[1], from[1], to[2], from[2], to[3], from[3]}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			show(p, 72, 100, to...)
			show(p, 350, c.y, from...)
			require.Equal(t, c.want, lines(analyze(t, p)))
		})
	}
}

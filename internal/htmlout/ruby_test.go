package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func TestRuby(t *testing.T) {
	t.Parallel()
	base, reading := node(semantic.RB, text("漢")), node(semantic.RT, text("kan"))
	open, shut := node(semantic.RP, text("(")), node(semantic.RP, text(")"))
	for name, c := range map[string]struct {
		in   []*semantic.Node
		want string
	}{
		"a base and its reading":    {[]*semantic.Node{base, reading}, "<ruby>漢<rt>kan</rt></ruby>"},
		"in brackets":               {[]*semantic.Node{base, open, reading, shut}, "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>"},
		"two":                       {[]*semantic.Node{base, reading, base, reading}, "<ruby>漢<rt>kan</rt>漢<rt>kan</rt></ruby>"},
		"a language of its own":     {[]*semantic.Node{with(node(semantic.RB, text("漢")), semantic.Attr{Lang: "ja"}), reading}, `<ruby><span lang="ja">漢</span><rt>kan</rt></ruby>`},
		"no reading":                {[]*semantic.Node{base}, "漢"},
		"no base":                   {[]*semantic.Node{reading}, "kan"},
		"a base behind the reading": {[]*semantic.Node{base, reading, base}, "漢kan漢"},
		"one bracket":               {[]*semantic.Node{base, open, reading}, "漢(kan"},
		"brackets around nothing":   {[]*semantic.Node{base, open, shut}, "漢()"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, "<p>"+c.want+"</p>", body(t, htmlout.Options{}, node(semantic.P, node(semantic.Ruby, c.in...))))
		})
	}
	require.Equal(t, "<p>kan</p>", body(t, htmlout.Options{}, node(semantic.P, reading)), "outside of Ruby")
}

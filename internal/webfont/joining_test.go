package webfont_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/webfont"
)

func TestJoining(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		before, text, after string
		want                webfont.Form
	}{
		"Latin":                               {"a", "b", "c", webfont.Plain},
		"alone":                               {"", "ب", "", webfont.Isolated},
		"between spaces":                      {" ", "ب", " ", webfont.Isolated},
		"first":                               {" ", "ب", "ب", webfont.Initial},
		"in the middle":                       {"ب", "ب", "ب", webfont.Medial},
		"last":                                {"ب", "ب", "", webfont.Final},
		"alef behind a letter":                {"ب", "ا", "ب", webfont.Final},
		"behind alef":                         {"ا", "ب", "ب", webfont.Initial},
		"alef behind alef":                    {"ا", "ا", "ب", webfont.Isolated},
		"before alef":                         {"", "ل", "ا", webfont.Initial},
		"marks between":                       {"بَ", "ب", "\u064Fب", webfont.Medial},
		"yeh with hamza is joined to both":    {"ب", "ئ", "ب", webfont.Medial},
		"waw with hamza only to what is left": {"ب", "ؤ", "ب", webfont.Final},
		"hamza to nothing":                    {"ب", "ء", "ب", webfont.Plain},
		"a tatweel":                           {"ـ", "ب", "ـ", webfont.Medial},
		"a joiner":                            {"\u200D", "ب", "\u200D", webfont.Medial},
		"a ligature alone":                    {"ا", "لا", "ب", webfont.Isolated},
		"a ligature behind a letter":          {"ب", "لا", "ب", webfont.Final},
		"a ligature joined to both":           {"ب", "لم", "ب", webfont.Medial},
		"a mark":                              {"ب", "\u064E", "ب", webfont.Plain},
		"Persian":                             {"پ", "ک", "ی", webfont.Medial},
		"digits":                              {"ب", "٣", "ب", webfont.Plain},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, webfont.Joining(c.before, c.text, c.after))
		})
	}
}

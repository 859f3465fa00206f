package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEmphasisOfSigns shows that signs have emphasis only from their neighbours: the font of a sign says little.
func TestEmphasisOfSigns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a rate of _∼_ 0_._5 or 3 _×_ 10":       "a rate of ∼ 0.5 or 3 × 10",
		"it is *36*.*11* per year":              "it is *36.11* per year",
		"the function _f_(_t_)_dt_ is even":     "the function _f_(_t_)_dt_ is even",
		"see _First Steps_, _Second Steps_ too": "see _First Steps_, _Second Steps_ too",
		"he asked _why_ _?_ and left":           "he asked _why ?_ and left",
		"it is *so*. It was":                    "it is *so*. It was",
		"the _𝒮_ stands for it":                 "the _𝒮_ stands for it",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, dump(build(t, page(1).text().block(body, text))), want)
		})
	}
}

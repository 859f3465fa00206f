package infer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLeadersAreFoundInLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"abs ........ 12":    {"abs", "12"},
		"abs . . . . . 12":   {"abs", "12"},
		"a. b. c ····· 12":   {"a. b. c", "12"},
		"abs …… 12":          {"abs", "12"},
		"and so on ... 12":   {},
		"name ________ date": {},
		"":                   {},
	} {
		at, size := leaderIn(text)
		got := [2]string{}
		if size > 0 {
			got = [2]string{text[:at], text[at+size:]}
		}
		require.Equal(t, want, got, text)
	}
}

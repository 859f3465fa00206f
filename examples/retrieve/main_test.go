package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	for question, want := range map[string][]string{
		"What makes the highest tides?":          {"1 The tide", "full and the new moon", "page 1,"},
		"Where are the paths marked? On a map?":  {"3 Finding the way", "on every good map"},
		"Quantum chromodynamics, asymptotically": {"says nothing about it"},
	} {
		var b bytes.Buffer
		require.NoError(t, run(t.Context(), &b, "../sample.pdf", question))
		for _, w := range want {
			require.Contains(t, b.String(), w, question)
		}
	}
	require.Error(t, run(t.Context(), &bytes.Buffer{}, "none.pdf", ""))
}

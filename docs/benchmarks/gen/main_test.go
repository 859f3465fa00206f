package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPageIsWhatTheFiguresGive(t *testing.T) {
	t.Parallel()
	tsv, err := os.ReadFile("../figures.tsv")
	require.NoError(t, err)
	figures, err := parse(string(tsv))
	require.NoError(t, err)
	stored, err := os.ReadFile("../../../BENCHMARKS.md")
	require.NoError(t, err)
	require.Equal(t, string(stored), write(figures), "run: make generate")
}

func TestMissed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		now, goal string
		want      bool
	}{
		{".93", ".93", false},
		{".931", ">= .93", false},
		{".929", ">= .93", true},
		{"341 to 423", ">= 400", true},
		{"2.7 to 3.2", "<= 3", true},
		{"5,430 to 12,119", ">= 5,000", false},
		{"0", "<= 0", false},
		{"-11.7", "<= 8", false},
		{"-11.7", ">= 8", true},
		{"1", "", false},
	} {
		got, err := figure{now: c.now, goal: c.goal}.missed()
		if c.goal == ".93" {
			require.Error(t, err, "a goal without a direction")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%s against %s", c.now, c.goal)
	}
	_, err := figure{now: "good", goal: "<= 1"}.missed()
	require.Error(t, err)
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, tsv := range map[string]string{
		"no header":     "a\tb\n",
		"too few cells": header + "\na\tb\n",
		"no command":    header + "\ns\tm\t1\t\t\t\tc\td\n",
		"a bad goal":    header + "\ns\tm\t1\t\tgood\tx\tc\td\n",
	} {
		_, err := parse(tsv)
		require.Error(t, err, name)
	}
}

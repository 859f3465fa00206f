package script_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/script"
)

func TestScriptsWithoutSpaces(t *testing.T) {
	t.Parallel()
	for _, r := range "漢字かなカナ、。ㄅ𠀀" {
		require.True(t, script.IsIdeographic(r), "%c", r)
	}
	for _, r := range "aя한אا1, •" {
		require.False(t, script.IsIdeographic(r), "%c", r)
	}
}

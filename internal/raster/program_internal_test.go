package raster

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheProgramFitsItsBuffer(t *testing.T) {
	t.Parallel()
	got, err := program()
	require.NoError(t, err)
	require.LessOrEqual(t, len(got), programSize)
}

package jpx

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWorkIsBounded has a budget that is too small for the image. The part that it suffices for is returned
// with an error.
func TestWorkIsBounded(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/tiles.j2k")
	require.NoError(t, err)
	f, err := Parse(data)
	require.NoError(t, err)
	whole, err := f.Decode(t.Context(), Options{})
	require.NoError(t, err)

	d, err := f.newDecoder(t.Context(), Options{})
	require.NoError(t, err)
	full := d.work.left
	require.NoError(t, d.run())
	spent := full - d.work.left
	require.Positive(t, spent)

	d, err = f.newDecoder(t.Context(), Options{})
	require.NoError(t, err)
	d.work.left = spent / 2
	require.ErrorIs(t, d.run(), ErrTooLarge)
	require.True(t, d.drawn)
	require.Equal(t, whole.Pix[:60], d.image.Pix[:60])
	require.NotEqual(t, whole.Pix, d.image.Pix)
}

// TestContextIsLookedAt checks that decoding stops with its context, also after it has begun.
func TestContextIsLookedAt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	b := newBudget(ctx, 1)
	require.NoError(t, b.spend(1))
	cancel()
	require.NoError(t, b.spend(workBetweenChecks/2))
	require.ErrorIs(t, b.spend(workBetweenChecks), context.Canceled)
}

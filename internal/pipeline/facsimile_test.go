package pipeline

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
)

func TestLayersHaveTheRoomOfTheDocument(t *testing.T) {
	t.Parallel()
	var f facsimiles
	var fit atomic.Int64
	var pages sync.WaitGroup
	for range 40 {
		pages.Go(func() {
			if f.fits(limits.DocumentLayerBytes / 32) {
				fit.Add(1)
			}
		})
	}
	pages.Wait()
	require.Equal(t, int64(32), fit.Load())
	require.True(t, f.fits(0))
	require.False(t, f.fits(1), "what did not fit has taken no room, and there is none left")
}

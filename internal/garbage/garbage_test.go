package garbage_test

import (
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/garbage"
)

// goal is the size of the heap at which the collector runs next.
func goal() uint64 {
	debug.FreeOSMemory() // it runs now
	sample := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestEase: the collector has a goal far away while it is eased, unless the environment says otherwise.
func TestEase(t *testing.T) {
	const most = 32 << 20
	t.Setenv("GOMEMLIMIT", "")
	t.Setenv("GOGC", "100")
	stop := garbage.Ease()
	require.Less(t, goal(), uint64(most))
	stop()
	t.Setenv("GOGC", "")
	stop = garbage.Ease()
	require.Greater(t, goal(), uint64(2*most))
	stop()
	require.Less(t, goal(), uint64(most))
}

package cli

import (
	"bytes"
	"context"
	"io"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnInterruptEndsABlockedRead(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"convert": {"convert", "-"},
		"several": {"convert", "-", "missing.pdf", "-o", t.TempDir()},
		"inspect": {"inspect", "-", "--why", "text"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			in, feed := io.Pipe()
			defer feed.Close()
			go func() {
				_, _ = feed.Write([]byte("%PDF-1.7")) // returns when the pipe is read
				cancel()
			}()
			var out, messages bytes.Buffer
			require.Equal(t, exitInterrupted, run(ctx, args, Streams{In: in, Out: &out, Err: &messages}))
			require.Equal(t, "pagelift: -: interrupted\n", messages.String())
			require.Empty(t, out.String())
		})
	}
}

func TestTheCollectorPassesProgressOnAndBoundsMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	var calls [][2]int
	progress := tuneCollector(0, func(done, total int) { calls = append(calls, [2]int{done, total}) })
	progress(1, 2)
	progress(2, 2)
	require.Equal(t, [][2]int{{1, 2}, {2, 2}}, calls)
	tuneCollector(64<<20, nil)(1, 1000) // without another callback
	require.Equal(t, int64(96<<20+1000*budgetPage-budgetProgram), debug.SetMemoryLimit(-1))
	t.Setenv("GOMEMLIMIT", "1GiB")
	require.Nil(t, tuneCollector(0, nil), "the environment takes precedence")
}

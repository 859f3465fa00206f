package worker_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/worker"
)

func TestMessages(t *testing.T) {
	t.Parallel()
	var pipe bytes.Buffer
	for _, text := range []string{"", "one", strings.Repeat("x", 1<<20)} {
		require.NoError(t, worker.WriteMessage(&pipe, text))
	}
	whole := pipe.Bytes()
	for _, want := range []string{"", "one", strings.Repeat("x", 1<<20)} {
		var got string
		require.NoError(t, worker.ReadMessage(&pipe, &got))
		require.Equal(t, want, got)
	}
	var got string
	require.Equal(t, io.EOF, worker.ReadMessage(&pipe, &got))
	require.Equal(t, io.ErrUnexpectedEOF, worker.ReadMessage(bytes.NewReader(whole[:5]), &got))
	require.Equal(t, io.ErrUnexpectedEOF, worker.ReadMessage(bytes.NewReader(whole[:3]), &got))
	require.ErrorContains(t, worker.ReadMessage(strings.NewReader("\x7f\xff\xff\xffxxxx"), &got), "too long")
	require.ErrorContains(t, worker.WriteMessage(&pipe, strings.Repeat("x", 16<<20)), "too long")
}

// FuzzReadMessage: what is read is what would be written, and no more is read than the
// length says.
func FuzzReadMessage(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02{}rest"))
	f.Add([]byte("\x00\x00\x00\x03\"a\"\x00\x00\x00\x01"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, pipe []byte) {
		r := bytes.NewReader(pipe)
		var raw json.RawMessage
		if worker.ReadMessage(r, &raw) != nil {
			return
		}
		var again bytes.Buffer
		require.NoError(t, worker.WriteMessage(&again, raw))
		var twice json.RawMessage
		require.NoError(t, worker.ReadMessage(&again, &twice))
		require.JSONEq(t, string(raw), string(twice))
		size := int(pipe[0])<<24 | int(pipe[1])<<16 | int(pipe[2])<<8 | int(pipe[3])
		require.Equal(t, len(pipe)-4-size, r.Len())
	})
}

func TestComplaintsKeepTheirBeginning(t *testing.T) {
	t.Parallel()
	c := worker.NewComplaints()
	for range 10_000 {
		n, err := c.Write([]byte("fatal error: "))
		require.NoError(t, err)
		require.Equal(t, 13, n)
	}
	require.Len(t, c.Text(), 8<<10)
	require.True(t, strings.HasPrefix(c.Text(), "fatal error: "))
}

func TestEnvironmentOfAWorker(t *testing.T) {
	t.Parallel()
	got := worker.Environment([]string{"PATH=/bin", "PAGELIFT_DATABASE_URL=postgres://me:secret@db", "AWS_SECRET_ACCESS_KEY=x", "TMPDIR=/t", "HTTP_PROXY=http://p", "="})
	require.Equal(t, []string{"PATH=/bin", "TMPDIR=/t"}, got)
	require.NotNil(t, worker.Environment(nil), "nil would be all of it")
}

package worker_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
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

// TestRepliesOfAProcessThatADocumentHas: a document has taken the process over and invents sizes and names.
func TestRepliesOfAProcessThatADocumentHas(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]int64{
		"less than nothing": {-2, -1, -1, -1}, "too much": {1 << 60, -1, -1, -1}, "too few": {-1}, "more than comes": {100, -1, -1, -1},
	} {
		var pipe bytes.Buffer
		require.NoError(t, worker.WriteMessage(&pipe, map[string]any{"outcome": map[string]any{}, "data": data}, []byte("some")), name)
		_, err := worker.ReadReply(&pipe)
		require.Error(t, err, name)
	}

	part := func(name string) worker.File { return worker.File{Name: name, Size: 4, Data: []byte("some")} }
	sound := worker.Outcome{Metadata: convert.Metadata{Keywords: []string{}}, Archive: part("archive.zip"), HTML: part("result.html"), CSS: part("result.css"), Report: part("report.json")}
	var pipe bytes.Buffer
	reply, data := worker.NewReply(&sound)
	require.NoError(t, worker.WriteMessage(&pipe, reply, data...))
	got, err := worker.ReadReply(&pipe)
	require.NoError(t, err)
	require.Equal(t, &sound, got.Outcome)
	require.NoError(t, got.Outcome.Check("/nowhere"), "nothing is in the folder")
	without := sound
	without.Report = worker.File{}
	require.NoError(t, without.Check("/nowhere"), "the check did not run")
	for name, change := range map[string]func(*worker.Outcome){
		"another name":           func(o *worker.Outcome) { o.HTML.Name = "../secret" },
		"a report elsewhere":     func(o *worker.Outcome) { o.Report.Name = "archive.zip" },
		"a size of its own":      func(o *worker.Outcome) { o.CSS.Size = 1 << 60 },
		"a report that is not":   func(o *worker.Outcome) { o.Report = worker.File{Size: -1} },
		"a file that is not":     func(o *worker.Outcome) { o.Archive.Data = nil },
		"an asset of the folder": func(o *worker.Outcome) { o.Assets = []worker.Asset{{File: worker.File{Name: "report.json"}}} },
	} {
		o := sound
		change(&o)
		require.Error(t, o.Check(t.TempDir()), name)
	}
}

// FuzzReadMessage: what is read is what would be written, and no more is read than the length says.
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

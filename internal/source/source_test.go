package source_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/source"
)

// opaque hides what a reader knows of its size.
func opaque(r io.Reader) io.Reader { return struct{ io.Reader }{r} }

// repeated is n bytes of a pattern that has no period near a power of two.
func repeated(n int) []byte {
	return bytes.Repeat([]byte("0123456789abcdefghijklmnopqrstu"), n/31+1)[:n]
}

func TestOpenReadsWhatIsThere(t *testing.T) {
	t.Parallel()
	small, medium, large := repeated(100), repeated(3<<20), repeated(limits.SpoolBytes+12_345)
	onDisk := func(data []byte) *os.File {
		path := filepath.Join(t.TempDir(), "in")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		f, err := os.Open(path)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	partlyRead := bytes.NewReader(small)
	_, err := partlyRead.Seek(40, io.SeekStart)
	require.NoError(t, err)
	fileBehind := onDisk(medium)
	_, err = fileBehind.Seek(1000, io.SeekStart)
	require.NoError(t, err)

	cases := map[string]struct {
		r    io.Reader
		want []byte
	}{
		"nothing":                           {strings.NewReader(""), nil},
		"nothing of unknown size":           {opaque(strings.NewReader("")), nil},
		"small of known size":               {bytes.NewReader(small), small},
		"small of unknown size":             {opaque(bytes.NewReader(small)), small},
		"a byte at a time":                  {iotest.OneByteReader(bytes.NewReader(small)), small},
		"data together with the end":        {iotest.DataErrReader(bytes.NewReader(medium)), medium},
		"several chunks":                    {opaque(bytes.NewReader(medium)), medium},
		"a reader that was read from":       {partlyRead, small[40:]},
		"a file":                            {onDisk(medium), medium},
		"a file that was read from":         {fileBehind, medium[1000:]},
		"a seeker without length":           {io.NewSectionReader(bytes.NewReader(medium), 5, 70_000), medium[5:70_005]},
		"large of known size":               {bytes.NewReader(large), large},
		"large of unknown size":             {opaque(bytes.NewReader(large)), large},
		"a large file":                      {onDisk(large), large},
		"less than Len said":                {lying{strings.NewReader("abc"), 1000}, []byte("abc")},
		"more than Len said":                {lying{bytes.NewReader(medium), 3}, medium},
		"nothing, though Len said a lot":    {lying{strings.NewReader(""), limits.SpoolBytes + 1}, nil},
		"a reader that sometimes hesitates": {&hesitant{r: bytes.NewReader(small)}, small},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := source.Open(t.Context(), c.r, 0)
			require.NoError(t, err)
			require.True(t, bytes.Equal(c.want, f.Bytes()), "%d bytes instead of %d", len(f.Bytes()), len(c.want))
			require.EqualValues(t, len(c.want), f.Size())
			require.NoError(t, f.Close())
			require.NoError(t, f.Close())
			require.Nil(t, f.Bytes())
		})
	}
}

// lying claims a length.
type lying struct {
	io.Reader
	len int
}

func (l lying) Len() int { return l.len }

// hesitant returns nothing every other time.
type hesitant struct {
	r    io.Reader
	wait bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.wait = !h.wait; h.wait {
		return 0, nil
	}
	return h.r.Read(p[:1])
}

func TestOpenRefusesWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		r   io.Reader
		max int64
	}{
		"known size":              {strings.NewReader("12345"), 4},
		"unknown size":            {opaque(strings.NewReader("12345")), 4},
		"unknown size, unbounded": {opaque(endless{}), 1 << 20},
		"behind the spool":        {opaque(endless{}), limits.SpoolBytes + 10},
		"a length of nonsense":    {lying{strings.NewReader(""), math.MaxInt}, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := source.Open(t.Context(), c.r, c.max)
			require.ErrorIs(t, err, source.ErrTooLarge)
		})
	}
	f, err := source.Open(t.Context(), strings.NewReader("12345"), 5)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestOpenObeysTheContext(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]int64{"before the first read": 0, "in memory": 3 << 20, "in the spool": limits.SpoolBytes + 5} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			r := &cancelling{cancel: cancel, after: after}
			if after == 0 {
				cancel()
			}
			_, err := source.Open(ctx, r, 0)
			require.ErrorIs(t, err, context.Canceled)
			require.LessOrEqual(t, r.read, after+(1<<20), "bytes read after the cancellation")
		})
	}
}

// cancelling cancels once it has given so many bytes, and goes on giving.
type cancelling struct {
	cancel      func()
	read, after int64
}

func (c *cancelling) Read(p []byte) (int, error) {
	c.read += int64(len(p))
	if c.read >= c.after {
		c.cancel()
	}
	return len(p), nil
}

func TestOpenReportsFailures(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, err := source.Open(t.Context(), io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(broken)), 0)
	require.ErrorIs(t, err, broken)
	_, err = source.Open(t.Context(), silent{}, 0)
	require.ErrorIs(t, err, io.ErrNoProgress)
	f, err := os.Open(t.TempDir())
	require.NoError(t, err)
	defer f.Close()
	_, err = source.Open(t.Context(), f, 0)
	require.Error(t, err, "a folder")
}

// silent never returns anything.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// TestOpenHoldsOneCopy: what is allocated for an input of known size is little
// more than the input, and for a large one next to nothing.
func TestOpenHoldsOneCopy(t *testing.T) {
	const slack = 2*(1<<20) + 100<<10
	for name, c := range map[string]struct{ size, want int }{
		"in memory": {limits.SpoolBytes, limits.SpoolBytes},
		"mapped":    {limits.SpoolBytes + 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want == 0 && runtime.GOOS == "windows" {
				t.Skip("large files are mapped on Unix only")
			}
			r := bytes.NewReader(repeated(c.size))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f, err := source.Open(t.Context(), r, 0)
			require.NoError(t, err)
			runtime.ReadMemStats(&after)
			require.Less(t, int(after.TotalAlloc-before.TotalAlloc), c.want+slack)
			require.NoError(t, f.Close())
		})
	}
}

func TestNoTemporaryFileIsLeft(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	f, err := source.Open(t.Context(), bytes.NewReader(repeated(limits.SpoolBytes+1)), 0)
	require.NoError(t, err)
	defer f.Close()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestWithoutAPlaceForFilesMemoryHasToDo(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	for name, r := range map[string]io.Reader{
		"known size":   bytes.NewReader(repeated(3*limits.SpoolBytes + 5)),
		"unknown size": opaque(iotest.HalfReader(bytes.NewReader(repeated(3*limits.SpoolBytes + 5)))),
	} {
		t.Run(name, func(t *testing.T) {
			f, err := source.Open(t.Context(), r, 0)
			require.NoError(t, err)
			require.True(t, bytes.Equal(repeated(3*limits.SpoolBytes+5), f.Bytes()))
			f.Forget()
			require.True(t, bytes.Equal(repeated(3*limits.SpoolBytes+5), f.Bytes()))
			require.NoError(t, f.Close())
		})
	}
}

func TestWhatIsForgottenIsReadAgain(t *testing.T) {
	t.Parallel()
	want := repeated(limits.SpoolBytes + 1)
	f, err := source.Open(t.Context(), bytes.NewReader(want), 0)
	require.NoError(t, err)
	defer f.Close()
	for range 2 {
		require.True(t, bytes.Equal(want, f.Bytes()))
		f.Forget()
	}
}

func BenchmarkOpen(b *testing.B) {
	for name, size := range map[string]int{"1MiB": 1 << 20, "mapped": limits.SpoolBytes + 1} {
		data := repeated(size)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				f, err := source.Open(b.Context(), bytes.NewReader(data), 0)
				require.NoError(b, err)
				require.NoError(b, f.Close())
			}
		})
	}
}

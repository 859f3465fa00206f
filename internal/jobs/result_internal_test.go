package jobs

import (
	"bytes"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// blob is an object of a bucket that is open.
type blob struct{ *bytes.Reader }

// Close implements io.Closer.
func (blob) Close() error { return nil }

// TestAPartOfABundleIsReadAsAFile: each from its first byte to its last, with all that readers
// may do.
func TestAPartOfABundleIsReadAsAFile(t *testing.T) {
	t.Parallel()
	parts := map[Part]string{
		HTML: strings.Repeat("<p>", 5000), CSS: "", Report: strings.Repeat("r", tarBlock), Archive: "PK",
	}
	var members []member
	for _, p := range []Part{HTML, CSS, Report, Archive} {
		members = append(members, member{p, []byte(parts[p])})
	}
	packed, err := bundle(members)
	require.NoError(t, err)
	for p, want := range parts {
		s, err := find(blob{bytes.NewReader(packed)}, p)
		require.NoError(t, err)
		require.NoError(t, iotest.TestReader(s, []byte(want)), p)
		_, err = s.Seek(-1, io.SeekStart)
		require.Error(t, err)
		_, err = s.Seek(0, 7)
		require.Error(t, err)
	}

	without, err := bundle(members[:2])
	require.NoError(t, err)
	_, err = find(blob{bytes.NewReader(without)}, Report)
	require.ErrorIs(t, err, fs.ErrNotExist)

	_, err = find(blob{bytes.NewReader(packed[:100])}, CSS)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	short, err := find(blob{bytes.NewReader(packed[:tarBlock+100])}, HTML)
	require.NoError(t, err)
	_, err = io.ReadAll(short)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

package jobs

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// blob is an open object of a bucket.
type blob struct{ *bytes.Reader }

// Close implements io.Closer.
func (blob) Close() error { return nil }

// TestAPartOfABundleIsReadAsAFile: each part is read from its first byte to its last, in all ways that readers
// allow.
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
		s, err := findPart(blob{bytes.NewReader(packed)}, p)
		require.NoError(t, err)
		require.NoError(t, iotest.TestReader(s, []byte(want)), p)
		_, err = s.Seek(-1, io.SeekStart)
		require.Error(t, err)
		_, err = s.Seek(0, 7)
		require.Error(t, err)
	}

	without, err := bundle(members[:2])
	require.NoError(t, err)
	_, err = findPart(blob{bytes.NewReader(without)}, Report)
	require.ErrorIs(t, err, fs.ErrNotExist)

	_, err = findPart(blob{bytes.NewReader(packed[:100])}, CSS)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	short, err := findPart(blob{bytes.NewReader(packed[:tarBlock+100])}, HTML)
	require.NoError(t, err)
	_, err = io.ReadAll(short)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// TestVersionsReadEachOthersResults: during an upgrade, two versions of the program share a bucket.
// testdata/result has a bundle, and names of blobs, as the previous version writes them. This version reads them,
// and writes no others. A version that introduces another form reads both, and only the next one may write the new
// form.
func TestVersionsReadEachOthersResults(t *testing.T) {
	t.Parallel()
	members := []member{
		{HTML, []byte("<!DOCTYPE html><html lang=\"en\"><title>A page</title><p>Some text.</p></html>\n")},
		{CSS, []byte("p { margin: 0 }\n")},
		{Report, []byte("{\"score\":97}\n")},
		{Archive, []byte("PK\x05\x06" + strings.Repeat("\x00", 18))},
	}
	written, err := bundle(members)
	require.NoError(t, err)
	testkit.Golden(t, "result/bundle.tar", written)
	before, err := os.ReadFile(filepath.Join("testdata", "result", "bundle.tar"))
	require.NoError(t, err)
	for _, m := range members {
		s, err := findPart(blob{bytes.NewReader(before)}, m.part)
		require.NoError(t, err)
		read, err := io.ReadAll(s)
		require.NoError(t, err)
		require.Equal(t, m.data, read)
	}

	ticket := store.Ticket{ID: "conv_06czj3v9k5v7q1x2m8n4p0r6st", Run: 2}
	names := []string{InputKey(ticket.ID), bundleKey(ticket), resultKey(ticket) + string(HTML), resultKey(ticket) + assetBlobs + "p1-1.png"}
	testkit.Golden(t, "result/names.txt", []byte(strings.Join(names, "\n")+"\n"))
}

package pdf_test

import (
	"bytes"
	"compress/flate"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Data that repeats every few bytes is packed as matches that overlap themselves.
func TestRunsOfEveryDistanceAndLengthInflate(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	var want []byte
	for distance := 1; distance <= 20; distance++ {
		for length := 3; length <= 300; length += 7 {
			for i := range length {
				want = append(want, byte(distance*16+i%distance))
			}
			want = append(want, byte(length), byte(length>>3))
		}
	}
	s := &pdf.Stream{Dict: pdf.NewDict(pdf.Name("Filter"), pdf.Name("FlateDecode")), Raw: []byte(deflate(string(want)))}
	got, err := d.Decode(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// FuzzInflate compares with the standard library. What the library inflates, we inflate to the same.
// If the library gives up, we have at least as much as it has.
func FuzzInflate(f *testing.F) {
	f.Add([]byte(deflate(sample))[2:])
	f.Add([]byte("\x01\x03\x00\xfc\xffabc"))
	f.Add([]byte("\x05\xe0\x81\x08\x00\x00\x00\x00\x20\x7f\xeb\x03"))
	f.Add([]byte{})
	d := anyDocument(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		const most = 1 << 20 // what a short stream may decode to
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), most))
		s := &pdf.Stream{Dict: pdf.NewDict(pdf.Name("Filter"), pdf.Name("FlateDecode")), Raw: append([]byte("\x78\x9c"), raw...)}
		got, err := d.Decode(t.Context(), s)
		if wantErr == nil && len(want) < most && err != nil {
			t.Fatalf("refused with %v what is sound", err)
		}
		if !bytes.HasPrefix(got, want) {
			t.Fatalf("got %d bytes, want %d, or they differ", len(got), len(want))
		}
	})
}

package pdf_test

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// FuzzOpen opens any bytes. Every page can be read, and there are not more pages than the file has room
// for references to them.
func FuzzOpen(f *testing.F) {
	f.Add(three())
	f.Add(packed())
	f.Add(lengths("4 0 R")())
	f.Add(bytes.Replace(three(), []byte("startxref"), []byte("startxxxx"), 1))
	f.Add(bytes.Replace(packed(), []byte("startxref"), []byte("startxxxx"), 1))
	f.Add([]byte("%PDF-1.4\nxref\n0 9999999999\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF"))
	f.Fuzz(func(t *testing.T, src []byte) {
		before := slices.Clone(src)
		d, err := pdf.Open(t.Context(), src, pdf.Options{})
		if err != nil {
			return
		}
		const smallestRef = len("1 0 R")
		if most := max(limits.StreamSmall, len(src)*limits.StreamRatio) / smallestRef; d.PageCount() > most {
			t.Fatalf("%d pages in %d bytes", d.PageCount(), len(src))
		}
		var content []byte
		for n := range min(d.PageCount(), 100) {
			p := d.Page(n + 1)
			require.NotNil(t, p)
			require.Less(t, p.CropBox.X0, p.CropBox.X1)
			require.Less(t, p.CropBox.Y0, p.CropBox.Y1)
			require.Contains(t, []int{0, 90, 180, 270}, p.Rotate)
			content = d.Content(t.Context(), content[:0], p)
			require.LessOrEqual(t, len(content), limits.PageContentBytes+limits.StreamBytes)
		}
		require.True(t, bytes.Equal(before, src), "the file must not change")
	})
}

func BenchmarkOpen(b *testing.B) {
	var p testkit.PDF
	for n := range 1000 {
		p.AddPage(testkit.Page{Content: strconv.Itoa(n)})
	}
	src := p.Bytes()
	broken := bytes.Replace(src, []byte("startxref"), []byte("startxxxx"), 1)
	for name, src := range map[string][]byte{"sound": src, "broken": broken} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				open(b, src)
			}
		})
	}
}

func BenchmarkPage(b *testing.B) {
	d := open(b, three())
	var content []byte
	b.ReportAllocs()
	for b.Loop() {
		content = d.Content(b.Context(), content[:0], d.Page(2))
	}
}

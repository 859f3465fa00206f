package convert_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// BenchmarkConvert measures the whole conversion, from bytes to HTML.
func BenchmarkConvert(b *testing.B) {
	sample, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(b, err)
	for name, input := range map[string][]byte{"sample": sample, "1000 pages": numbered(1000), "dense page": heavy()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := convert.Convert(b.Context(), bytes.NewReader(input), convert.DefaultOptions())
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkAccessibilityCheck measures the cost of the report: the same conversion with it and without.
func BenchmarkAccessibilityCheck(b *testing.B) {
	input := numbered(300)
	for name, check := range map[string]bool{"with": true, "without": false} {
		b.Run(name, func(b *testing.B) {
			opts := convert.DefaultOptions()
			opts.AccessibilityCheck = check
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := convert.Convert(b.Context(), bytes.NewReader(input), opts)
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkConvertFacsimile measures the conversion of pages with their original looks: text in fonts of the
// document, and in fonts of the reader.
func BenchmarkConvertFacsimile(b *testing.B) {
	const pages = 100
	for name, input := range map[string][]byte{"embedded": inFontPages(testkit.TrueType, pages), "not embedded": numbered(pages)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := convert.Convert(b.Context(), bytes.NewReader(input), convert.Options{SemanticHTML: true, PreserveFormatting: true})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
		})
	}
}

package analyze_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout/analyze"
)

// The three pages that are measured.
var benchPages = map[string]func() *page{
	"one column": func() *page {
		p := newPage()
		y := float32(80)
		for y < 700 {
			y = p.flow(72, y, 468, 10, lorem) + 6
		}
		return p
	},
	"two columns": func() *page {
		p := newPage()
		p.show(150, 60, 16, "A Title Above Both of the Columns", run{font: bold})
		for _, x := range []float32{60, 318} {
			for y := float32(100); y < 700; {
				y = p.flow(x, y, 234, 9, lorem) + 4
			}
		}
		return p
	},
	"dense table": func() *page {
		p := newPage()
		for row := range 90 {
			y := 60 + 7*float32(row)
			for col := range 14 {
				p.show(40+38*float32(col), y, 6, fmt.Sprintf("%d.%02d", row*col%97, row))
			}
			p.rule(40, 570, y+2)
		}
		return p
	},
}

func BenchmarkAnalyze(b *testing.B) {
	for name, build := range benchPages {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			p := build()
			b.ReportAllocs()
			for b.Loop() {
				_, err := analyze.Page(context.Background(), &p.Content, analyze.Options{})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Glyphs)), "ns/glyph")
		})
	}
}

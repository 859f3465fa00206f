package analyze_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// goldenPages are whole pages, one per construct. Their results are in
// testdata/NAME.golden.json.
var goldenPages = map[string]func(p *page){
	"single_column": func(p *page) {
		p.show(72, 70, 18, "A Heading", run{font: bold})
		y := p.flow(72, 100, 300, 10, lorem)
		p.flow(72, y+8, 300, 10, lorem)
	},
	"two_columns": func(p *page) { p.Content = twoColumns().Content },
	"shuffled":    func(p *page) { p.Content = shuffle(twoColumns()).Content },
	"footnotes": func(p *page) {
		x := p.show(72, 100, 10, "A sentence with a note")
		p.show(x, 96.5, 7, "1")
		p.show(72, 112, 10, "and a second line under it.")
		p.rule(72, 200, 690)
		x = p.show(72, 699, 6, "1")
		p.show(x+2, 702, 8, "The text of the note, in smaller type.")
	},
	"rotated": func(p *page) {
		p.show(72, 100, 10, "The page is written from left to right.")
		p.show(30, 500, 8, "A stamp runs up the margin", run{turn: 3})
		p.show(560, 100, 8, "Another one runs down", run{turn: 1})
	},
	"fake_bold": func(p *page) {
		for _, dx := range []float32{0, 0.2, 0.4} {
			p.show(72+dx, 100, 12, "Heavy title")
		}
		p.show(72, 120, 10, "All well and good.")
	},
	"tex_accents": func(p *page) {
		x := p.show(72, 100, 10, "L", run{font: noSpace})
		x = p.show(x, 100, 10, "'", run{font: noSpace})
		p.show(x+0.2, 97.6, 10, "\u00B4", run{font: noSpace})
		x = p.show(x, 100, 10, "Ecole", run{font: noSpace}) + 3
		p.show(x+0.1, 100, 10, "`", run{font: noSpace})
		x = p.show(x, 100, 10, "a", run{font: noSpace}) + 3
		x = p.show(x, 100, 10, "N", run{font: noSpace})
		p.show(x-0.2, 100, 10, "\u02C6", run{font: noSpace})
		p.show(x, 100, 10, "\u0131mes", run{font: noSpace})
	},
	"hebrew": func(p *page) {
		p.show(72, 100, 10, ".2024 תנשב (הרודהמ) םיילשורי")
		p.show(72, 112, 10, "PDF ץבוק 15% תחנה")
	},
	"arabic": func(p *page) {
		p.show(72, 100, 10, "\uFEE1\uFEFC\uFEB4\uFEDF\uFE8D \u0662\u0660\u0662\u0664")
	},
	"vertical": func(p *page) {
		for i, line := range []string{"吾輩は猫である。", "名前はまだ無い。", "どこで生れたか。"} {
			p.show(500-24*float32(i), 80, 12, line, run{flags: layout.VerticalMode})
		}
		p.show(452, 180, 12, "PDF", run{turn: 1})
	},
	"letter_spaced": func(p *page) {
		p.show(72, 100, 14, "CHAPTER ONE", run{space: 4})
		p.show(72, 130, 10, "Plain text below it.")
	},
	"hyphenated": func(p *page) {
		p.show(72, 100, 10, "This paragraph has a long word hyphen-")
		p.show(72, 112, 10, "ated at the end of one line and a com-")
		p.show(72, 124, 10, "pound like well-known inside another.")
	},
	"table_rows": func(p *page) {
		for i, row := range [][]string{{"Item", "Price", "Stock"}, {"Lamp", "12.50", "3"}, {"Long table", "310.00", "1"}, {"Chair", "44.99", "18"}} {
			for j, c := range row {
				p.show(72+140*float32(j), 100+16*float32(i), 10, c)
			}
			p.rule(70, 420, 104+16*float32(i))
		}
		p.show(72, 200, 10, "A sentence after the table.")
	},
	"hidden": func(p *page) {
		p.show(72, 100, 10, "Seen by all readers")
		p.show(72, 112, 10, "painted white", run{flags: layout.SameAsPaper})
		p.show(-900, 112, 10, "off the page", run{flags: layout.OffPage})
	},
}

// dump is what a golden file says of a page: enough to see a change of any
// decision, little enough to be read.
type dump struct {
	Blocks   []dumpBlock
	Unseen   []layout.Unread  `json:",omitempty"`
	Rulings  []layout.Ruling  `json:",omitempty"`
	Warnings []layout.Warning `json:",omitempty"`
}

type dumpBlock struct {
	What  string
	Why   string
	Lines []dumpLine
}

type dumpLine struct {
	Text  string
	Place string
	Spans []string
}

func dumpOf(p *layout.Page) dump {
	d := dump{Unseen: p.Unseen, Rulings: p.Rulings, Warnings: p.Warnings}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		kind := [...]string{"paragraph", "verbatim", "grid", "picture"}[b.Kind]
		out := dumpBlock{What: fmt.Sprintf("%s, column %d, indent %.0f", kind, b.Column, b.Indent), Why: b.Why}
		for n, l := range p.BlockLines(b) {
			out.Lines = append(out.Lines, dumpLine{Text: p.LineText(n), Place: place(l), Spans: spansOf(p, n)})
		}
		d.Blocks = append(d.Blocks, out)
	}
	return d
}

func place(l *layout.Line) string {
	parts := []string{fmt.Sprintf("%.0f,%.0f-%.0f,%.0f at %.1f size %.1f", l.Box.X0, l.Box.Y0, l.Box.X1, l.Box.Y1, l.Baseline, l.Size)}
	if l.Direction != layout.LeftToRight {
		parts = append(parts, [...]string{"", "right to left", "top to bottom"}[l.Direction])
	}
	if l.Rotation != 0 {
		parts = append(parts, fmt.Sprintf("turned %d", l.Rotation))
	}
	if l.Hyphen {
		parts = append(parts, "hyphen")
	}
	if l.Gap {
		parts = append(parts, "gap")
	}
	return strings.Join(parts, ", ")
}

// spansOf lists the spans of line n that are not plain.
func spansOf(p *layout.Page, n int) []string {
	out := []string{}
	for _, sp := range p.LineSpans(n) {
		st := p.Styles[sp.Style]
		text := fmt.Sprintf("%q %s %.1f", p.Text[sp.Start:sp.End], st.Font, st.Size)
		for _, f := range []struct {
			on   bool
			name string
		}{{st.Bold, " bold"}, {st.Super, " super"}, {st.Sub, " sub"}, {st.Underline, " underline"}} {
			if f.on {
				text += f.name
			}
		}
		out = append(out, text)
	}
	return out
}

func TestGoldenPages(t *testing.T) {
	t.Parallel()
	for name, paint := range goldenPages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			paint(p)
			got, err := json.MarshalIndent(dumpOf(pageOf(t, p)), "", "  ")
			require.NoError(t, err)
			testkit.Golden(t, name+".golden.json", append(got, '\n'))
		})
	}
}

package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

// linesOfForm returns the lines of a form below some text, parted by |. A * stands for a control.
func linesOfForm(t *testing.T, draw func(p *page)) string {
	t.Helper()
	p := newPage()
	p.flow(60, 60, 480, 10, lorem)
	draw(p)
	out, err := analyze.Page(t.Context(), &p.Content, analyze.Options{})
	require.NoError(t, err)
	var lines []string
	for i := range out.Lines {
		if out.Lines[i].Baseline <= 175 {
			continue
		}
		lines = append(lines, strings.ReplaceAll(out.LineText(i), string(layout.FieldSign), "*"))
		for _, s := range out.LineSpans(i) {
			require.False(t, out.Styles[s.Style].Underline && len(p.Fields) == 0, "a line to write on is no underline")
		}
	}
	return strings.Join(lines, "|")
}

// TestLinesToWriteOn are drawn behind their labels, and stand in the text as underscores. No other rule does.
func TestLinesToWriteOn(t *testing.T) {
	t.Parallel()
	const x, y, size = 60, 200, 10
	line := func(p *page, label string, y, length float32) float32 { // draws the line behind a label
		end := p.show(x, y, size, label) + 2
		p.rule(end, end+length, y+1.5)
		return end + length
	}
	for name, c := range map[string]struct {
		page func(p *page)
		want string
	}{
		"behind a label with a colon": {func(p *page) { line(p, "Name:", y, 100) }, "Name: " + strings.Repeat("_", 20)},
		"two on one line": {func(p *page) {
			end := line(p, "Name:", y, 60)
			after := p.show(end+6, y, size, "Date:") + 2
			p.rule(after, after+40, y+1.5)
		}, "Name: " + strings.Repeat("_", 12) + " Date: " + strings.Repeat("_", 8)},
		"in the midst of a sentence, three on the page": {func(p *page) {
			line(p, "Name:", y-20, 30)
			for i := range 2 {
				end := line(p, "I keep", y+20*float32(i), 30)
				p.show(end+4, y+20*float32(i), size, "foxes here.")
			}
		}, "Name: ______|I keep ______ foxes here.|I keep ______ foxes here."},
		"words that are sung": {func(p *page) {
			for i := range 4 {
				p.show(line(p, "chan ter", y+20*float32(i), 30)+4, y+20*float32(i), size, "mes or")
			}
		}, strings.TrimSuffix(strings.Repeat("chan ter|mes or|", 4), "|")},
		"the upper rule of a table": {func(p *page) {
			end := line(p, "Key:", y, 200)
			p.show(end-190, y+9, size, "a preferred option")
		}, "Key:|a preferred option"},
		"small print explains it": {func(p *page) {
			end := line(p, "Name:", y, 100)
			p.show(end-80, y+9, 6, "in capitals")
		}, "Name: " + strings.Repeat("_", 20) + "|in capitals"},
		"one without a colon may be an ornament": {func(p *page) { line(p, "Education", y, 300) }, "Education"},
		"text stands on it": {func(p *page) {
			end := line(p, "Name:", y, 100)
			p.show(end-90, y, size, "Anna Schmidt")
		}, "Name: Anna Schmidt"},
		"well behind its label": {func(p *page) { p.rule(p.show(x, y, size, "Dated:")+50, 300, y+1.5) }, "Dated: " + strings.Repeat("_", 32)},
		"behind its label, with a note below": {func(p *page) {
			p.rule(p.show(x, y, size, "Name:")+30, 300, y+1.5)
			p.show(x, y+12, size, "Note: a name in full")
		}, "Name: " + strings.Repeat("_", 37) + "|Note: a name in full"},
		"far behind":     {func(p *page) { p.rule(p.show(x, y, size, "Dated:")+70, 300, y+1.5) }, "Dated:"},
		"behind a title": {func(p *page) { p.rule(p.show(x, y, 16, "Title:")+2, 400, y+2) }, "Title:"},
		"the edge of a cell": {func(p *page) {
			end := line(p, "Name:", y, 100)
			p.upright(end, y-14, y+1.5)
		}, "Name:"},
		"short as a dash": {func(p *page) { line(p, "Name:", y, 15) }, "Name:"},
		"at the middle of the letters": {func(p *page) {
			end := p.show(x, y, size, "Name:") + 2
			p.rule(end, end+100, y-3)
		}, "Name:"},
		"under a control": {func(p *page) {
			end := line(p, "Name:", y, 100)
			p.field(layout.TextField, "n", end-100, y-10, end, y+3)
		}, "Name: *"},
		"longer than anybody writes": {func(p *page) { line(p, "Name:", y, 450) }, "Name: " + strings.Repeat("_", 40)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, linesOfForm(t, c.page))
		})
	}
}

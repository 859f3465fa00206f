package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

// TestLinesToSignOn have their labels below them, and stand in the text as underscores behind these. No other rule with
// text below it does.
func TestLinesToSignOn(t *testing.T) {
	t.Parallel()
	const x, y, size = 60, 250, 10
	sign := func(p *page, x0, x1 float32, label string) { // draws a line with its label below it
		p.rule(x0, x1, y)
		p.show(x0, y+11, size, label)
	}
	for name, c := range map[string]struct {
		page func(p *page)
		want string
	}{
		"one": {func(p *page) { sign(p, x, x+150, "Signature of applicant") }, "Signature of applicant " + strings.Repeat("_", 30)},
		"its label under the middle": {func(p *page) {
			p.rule(x, x+150, y)
			p.show(x+50, y+11, size, "Signature")
		}, "Signature " + strings.Repeat("_", 30)},
		"a date beside it": {func(p *page) {
			sign(p, x, x+150, "Unterschrift")
			sign(p, x+160, x+240, "Datum")
		}, "Unterschrift " + strings.Repeat("_", 30) + " Datum " + strings.Repeat("_", 16)},
		"a name over it": {func(p *page) {
			p.rule(x, x+150, y-30)
			p.show(x, y-19, size, "Name in capitals")
			sign(p, x, x+150, "Signature")
		}, "Name in capitals " + strings.Repeat("_", 30) + "|Signature " + strings.Repeat("_", 30)},
		"two labels below one line": {func(p *page) {
			sign(p, x, x+300, "Signature")
			p.show(x+200, y+11, size, "Date")
		}, "Signature " + strings.Repeat("_", 39) + " Date " + strings.Repeat("_", 20)},
		"a second line of the label": {func(p *page) {
			sign(p, x, x+150, "Signature of the parent")
			p.show(x, y+23, size, "(of pupils)")
		}, "Signature of the parent " + strings.Repeat("_", 30) + "|(of pupils)"},
		"a date alone may stand under an ornament": {func(p *page) { sign(p, x, x+150, "Date") }, "Date"},
		"a section below a signature": {func(p *page) {
			sign(p, x, x+150, "Signature")
			p.rule(x, x+400, y+40)
			p.show(x, y+52, size, "For the office")
		}, "Signature " + strings.Repeat("_", 30) + "|For the office"},
		"somebody has signed": {func(p *page) {
			p.show(x+20, y-3, size, "Anna Schmidt")
			sign(p, x, x+150, "Signature")
		}, "Anna Schmidt|Signature"},
		"a head between rules": {func(p *page) {
			sign(p, x, x+150, "Signature")
			p.rule(x, x+150, y+16)
		}, "Signature"},
		"a column below a rule": {func(p *page) {
			sign(p, x, x+150, "Signature")
			p.show(x, y+23, size, "Anna")
		}, "Signature|Anna"},
		"a paragraph below a rule": {func(p *page) {
			sign(p, x, x+150, "Signatures are what foxes")
			p.show(x, y+23, size, "leave in the snow, and what")
			p.show(x, y+35, size, "dogs like.")
		}, "Signatures are what foxes|leave in the snow, and what|dogs like."},
		"the side of a cell": {func(p *page) {
			sign(p, x, x+150, "Signature")
			p.upright(x+80, y-20, y)
		}, "Signature"},
		"in the midst of a word": {func(p *page) { sign(p, x, x+150, "Undersigned") }, "Undersigned"},
		"a running foot": {func(p *page) {
			p.rule(x, x+150, 740)
			p.show(x, 751, size, "Signature Foxes")
		}, "Signature Foxes"},
		"a name at the foot of the page, below a signature": {func(p *page) {
			p.rule(x, x+150, 735)
			p.show(x, 746, size, "Title")
			sign(p, x, x+150, "Signature")
		}, "Signature " + strings.Repeat("_", 30) + "|Title " + strings.Repeat("_", 30)},
		"a control stands on it": {func(p *page) {
			sign(p, x, x+150, "Signature")
			p.field(layout.TextField, "s", x, y-15, x+150, y+1)
		}, "* Signature"},
		"words of a text without spaces": {func(p *page) { sign(p, x, x+150, "申请人签字") }, "申请人签字 " + strings.Repeat("_", 30)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, linesOfForm(t, c.page))
		})
	}
}

// TestASignatureAloneOnItsPage is known beside a running foot that is longer than its label, and smaller.
func TestASignatureAloneOnItsPage(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.rule(60, 210, 100)
	p.show(60, 111, 10, "Signature")
	p.show(60, 760, 7, "The office of the harbour of Fennick, page 2 of 2")
	out, err := analyze.Page(t.Context(), &p.Content, analyze.Options{})
	require.NoError(t, err)
	require.Equal(t, "Signature "+strings.Repeat("_", 30), out.LineText(0))
}

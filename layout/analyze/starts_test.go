package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLinesThatBeginBelowTheirLabels are underscores behind these where two stand side by side. Rules of tables and under
// titles are none.
func TestLinesThatBeginBelowTheirLabels(t *testing.T) {
	t.Parallel()
	const x, y, size = 60, 250, 10
	type item struct {
		x0, x1, y float32
		text      string
	}
	form := []item{{x, x + 150, y, "Surname"}, {x + 170, x + 320, y, "First name"}, {x, x + 320, y + 30, "Street"}}
	draw := func(p *page, items []item, h run) {
		for _, m := range items {
			p.rule(m.x0, m.x1, m.y)
			p.show(m.x0, m.y-4, size, m.text, h)
		}
	}
	blanks := "Surname " + strings.Repeat("_", 22) + " First name " + strings.Repeat("_", 20) + "|Street " + strings.Repeat("_", 40)
	bare := "Surname|First name|Street"
	for name, c := range map[string]struct {
		page func(p *page)
		want string
	}{
		"a form":          {func(p *page) { draw(p, form, run{}) }, blanks},
		"two are too few": {func(p *page) { draw(p, form[:2], run{}) }, "Surname|First name"},
		"titles above another": {func(p *page) {
			draw(p, []item{{x, 380, y, "Surname"}, {x, 380, y + 30, "First name"}, {x, 380, y + 60, "Street"}}, run{})
		}, bare},
		"bold titles": {func(p *page) { draw(p, form, run{font: bold}) }, bare},
		"heads of columns": {func(p *page) {
			draw(p, form[:2], run{})
			draw(p, []item{{x + 340, x + 400, y, "Street"}}, run{})
			for _, u := range []float32{x, x + 170, x + 340} {
				p.show(u, y+12, size, "Here")
			}
		}, "Surname|First name|Street|Here|Here|Here"},
		"a row with a number": {func(p *page) {
			draw(p, form[:2], run{})
			draw(p, []item{{x, x + 150, y + 30, "Street"}, {x + 170, x + 320, y + 30, "12"}}, run{})
		}, "Surname|First name|Street|12"},
		"text at both ends of a line": {func(p *page) {
			draw(p, form, run{})
			p.show(x+280, y-4, size, "Anna")
		}, "Surname|First name|Anna|Street"},
		"no room to write in": {func(p *page) {
			draw(p, []item{{x, x + 55, y, "Surname"}, {x + 170, x + 230, y, "First name"}, {x, x + 50, y + 30, "Street"}}, run{})
		}, bare},
		"another look": {func(p *page) {
			draw(p, form[:2], run{})
			draw(p, form[2:], run{font: noSpace})
		}, bare},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, linesOfForm(t, c.page))
		})
	}
}

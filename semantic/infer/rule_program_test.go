package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProgramsInProportionalType(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"statements, over several blocks": {
			[]string{"JPanel panel = new JPanel();", "panel.add(button);", "", "// the second", "panel.add(fox,", "new Dog());", "return panel;"},
			"Code: JPanel panel = new JPanel();\npanel.add(button);\n\n// the second\npanel.add(fox,\nnew Dog());\nreturn panel;\n",
		},
		"the clauses of a law": {
			[]string{"a fox that is tame;", "a dog that is not;", "a cat as in section 3(1);", "a hen;"},
			"P: a fox that is tame; a dog that is not; a cat as in section 3(1); a hen;\n",
		},
		"too few": {
			[]string{"panel.add(button);", "panel.add(fox);"},
			"P: panel.add(button); panel.add(fox);\n",
		},
		"sentences about them": {
			[]string{"panel.add(button);", "adds a button to the", "panel, and with", "panel.add(fox);", "we add a fox to it"},
			"P: panel.add(button); adds a button to the panel, and with panel.add(fox); we add a fox to it\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).text()
			var block []string
			for _, line := range append(c.lines, "") {
				if line != "" {
					block = append(block, line)
					continue
				}
				p.block(body, block...)
				block = nil
				p.at(50, p.y+2)
			}
			got := dump(build(t, p.text()))
			require.Contains(t, got, c.want)
		})
	}
}

package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestSingleLinesOfCode(t *testing.T) {
	t.Parallel()
	mono := look{size: 9, mono: true}
	program := look{size: 9, mono: true, kind: layout.Verbatim}
	boldMono := look{size: 9, mono: true, bold: true}
	text := func() *pageBuilder {
		return page(1).block(body, "Some running text that comes before it, over two", "lines of the page.")
	}
	for name, c := range map[string]struct {
		pages []*pageBuilder
		want  string
	}{
		"a command set in after a colon is code": {
			[]*pageBuilder{page(1).block(body, "Then type this command:").at(70, 150).block(mono, "make install").at(50, 180).block(body, "It takes a minute.")},
			"P: Then type this command:\nCode: make install\nP: It takes a minute.\n",
		},
		"a prompt makes a line code": {
			[]*pageBuilder{text().block(mono, "$ ls -l").block(body, "It takes a minute.")},
			"P: Some running text that comes before it, over two lines of the page.\nCode: $ ls -l\nP: It takes a minute.\n",
		},
		"a line that begins where other code does is code": {
			[]*pageBuilder{text().at(70, 170).block(program, "if x:", "    y()").at(50, 220).block(body, "Then it goes on.").at(70, 240).block(mono, "import that").at(50, 260).block(body, "It takes a minute.")},
			"P: Some running text that comes before it, over two lines of the page.\nCode: if x:\n    y()\nP: Then it goes on.\nCode: import that\nP: It takes a minute.\n",
		},
		"a line of several words is none by that alone": {
			[]*pageBuilder{text().block(mono, "one two three four five").block(body, "It takes a minute.")},
			"P: Some running text that comes before it, over two lines of the page.\nP: `one two three four five`\nP: It takes a minute.\n",
		},
		"a box around such a line makes it code": {
			[]*pageBuilder{text().block(mono, "one two three four five").boxed().block(body, "It takes a minute.")},
			"P: Some running text that comes before it, over two lines of the page.\nCode: one two three four five\nP: It takes a minute.\n",
		},
		"code goes on over the page with its indent": {
			[]*pageBuilder{text().at(70, 500).block(program, "if x:", "    y()"), page(2).at(90, 60).block(program, "z()", "    w()").at(50, 120).block(body, "It takes a minute.")},
			"P: Some running text that comes before it, over two lines of the page.\nCode: if x:\n    y()\n    z()\n        w()\nP: It takes a minute.\n",
		},
		"code side by side is two blocks": {
			[]*pageBuilder{text().at(50, 200).block(program, "one", "two").at(200, 200).in(1).block(program, "uno", "dos")},
			"P: Some running text that comes before it, over two lines of the page.\nCode: one\ntwo\nCode: uno\ndos\n",
		},
		"code in another look is another block": {
			[]*pageBuilder{text().at(70, 500).block(program, "if x:", "    y()"), page(2).at(70, 60).block(look{size: 7, mono: true, kind: layout.Verbatim}, "z()", "w()")},
			"P: Some running text that comes before it, over two lines of the page.\nCode: if x:\n    y()\nCode: z()\nw()\n",
		},
		"a name alone is none": {
			[]*pageBuilder{text().block(mono, "filename").block(body, "It takes a minute.")},
			"P: Some running text that comes before it, over two lines of the page.\nP: `filename`\nP: It takes a minute.\n",
		},
		"a bold name in front of what explains it is none": {
			[]*pageBuilder{page(1).block(body, "The options are:").block(boldMono, "--all of them").at(70, 180).block(body, "Everything is listed.")},
			"P: The options are:\nP: *`--all of them*`\nP: Everything is listed.\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, dump(build(t, c.pages...)))
		})
	}
}

// boxed puts the last block into a box.
func (b *pageBuilder) boxed() *pageBuilder {
	b.Blocks[len(b.Blocks)-1].Boxed = true
	return b
}

func TestCodeKeepsBlankLines(t *testing.T) {
	t.Parallel()
	p := page(1).text().block(look{size: 9, mono: true, kind: layout.Verbatim}, "one = 1", "two = 2", "three = 3")
	last := &p.Lines[len(p.Lines)-1]
	last.Baseline += 9 * 1.2
	last.Box.Y0, last.Box.Y1 = last.Box.Y0+9*1.2, last.Box.Y1+9*1.2
	require.Equal(t, "Code: one = 1\ntwo = 2\n\nthree = 3\n", dump(build(t, p)))
}

package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// wide is a line at least as wide as the column of the filler text.
const wide = "The quick brown fox jumps over the lazy dog and runs on and on."

func TestLineEndsThatMatter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page *pageBuilder
		want string
	}{
		"an address":                  {page(1).text().block(body, "Ms Ruth Keller", "The Old Signal Box", "12 Mill Lane"), "P: Ms Ruth Keller|The Old Signal Box|12 Mill Lane\n"},
		"verse, the only text":        {page(1).block(body, "The lamps go out along", "The gulls are loud", "And I have half"), "P: The lamps go out along|The gulls are loud|And I have half\n"},
		"a paragraph":                 {page(1).text().block(body, "A line that is as long as the column can be, it is full,", "And so is this one, which has no room for another word,", "But ends here."), "P: A line that is as long as the column can be, it is full, And so is this one, which has no room for another word, But ends here.\n"},
		"lines that go on":            {page(1).text().block(body, "A short line", "that goes on."), "P: A short line that goes on.\n"},
		"numbers":                     {page(1).text().block(body, "100", "75", "50"), "P: 100 75 50\n"},
		"a line that is an address":   {page(1).in(1).block(body, "Department of Foxes", "anna@eastvale.edu"), "P: Department of Foxes|[anna@eastvale.edu](mailto:anna@eastvale.edu)\n"},
		"lines that say what of":      {page(1).in(1).block(body, "Invoice No: 2024-117 of this", "Date: 12 March 2024 or so"), "P: Invoice No: 2024-117 of this|Date: 12 March 2024 or so\n"},
		"centred lines":               {page(1).text().block(body, "Ruth Keller and Anna Berg", "Department of Foxes, University of the Lower and Upper Eastvale", "Institute of Dogs").centred(), "P: Ruth Keller and Anna Berg|Department of Foxes, University of the Lower and Upper Eastvale|Institute of Dogs\n"},
		"centred lines that are full": {page(1).text().block(body, "Department of Foxes, University of the Lower and Upper Eastvale", "Incorporated Institute of Dogs").centred(), "P: Department of Foxes, University of the Lower and Upper Eastvale Incorporated Institute of Dogs\n"},
		"dots that lead to a number":  {page(1).text().block(body, "abs . . . . . . . . . . . . . . . . . . . . 549", "a name that does not fit in one line of them", "all ....................................... 12, 17"), "P: abs 549|a name that does not fit in one line of them|all 12, 17\n"},
		"and go on in a column":       {page(1).in(1).block(body, "abs ....................................... 549", "all ........................................ 12").in(2).at(300, 72).block(body, "any ........................................ 400", "arg ........................................ 3"), "P: abs 549|all 12|any 400|arg 3\n"},
		"an ellipsis in each line":    {page(1).text().block(body, "A fox (......) is an animal of the wood that", "sleeps …… at day and walks at night."), "P: A fox (......) is an animal of the wood that sleeps …… at day and walks at night.\n"},
		"names of files":              {page(1).text().block(body, "fox.defs.h", "fox.cpu.c", "sim/dog.c"), "P: fox.defs.h|fox.cpu.c|sim/dog.c\n"},
		"words that end in dots":      {page(1).text().block(body, "foxes.", "dogs.", "cats."), "P: foxes. dogs. cats.\n"},
		"mail and web at line starts": {page(1).text().block(body, "Phone 7079 4301", "info@example.com"), "P: Phone 7079 4301|info@example.com\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, dump(build(t, c.page)))
		})
	}
}

func TestQuotesAreSetInFromBothSides(t *testing.T) {
	t.Parallel()
	quoted := func(l look, lines ...string) *pageBuilder {
		p := page(1).block(body, wide, wide, "and on.")
		p.x += 30
		p.block(l, lines...)
		p.x -= 30
		return p.block(body, wide, "and on.")
	}
	for name, c := range map[string]struct {
		page *pageBuilder
		want string
	}{
		"three lines":    {quoted(body, "Whoever saw the fox jump over the dog", "will never forget how the dog went on", "with its sleep."), "BlockQuote: Whoever saw the fox jump over the dog will never forget how the dog went on with its sleep.\n"},
		"two in italics": {quoted(look{size: 10, italic: true}, "Whoever saw the fox jump over the dog", "will never forget it."), "BlockQuote: _Whoever saw the fox jump over the dog will never forget it._\n"},
		"two paragraphs": {
			page(1).text().block(body, wide, "and on.").at(80, 300).block(small, "Whoever saw the fox jump over the dog that", "will never forget it.").block(small, "Whoever saw the dog sleep through all of", "it will not either."),
			"BlockQuote: Whoever saw the fox jump over the dog that will never forget it.Whoever saw the dog sleep through all of it will not either.\n",
		},
		"two lines of the text": {quoted(body, "Whoever saw the fox jump over the dog", "will never forget it."), ""},
		"set in from the left":  {quoted(body, "Whoever saw the fox jump over the dog and all the rest of", "it will never forget how the dog went on for so long a", "time with its sleep."), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := dump(build(t, c.page))
			if c.want == "" {
				require.NotContains(t, got, "BlockQuote")
			} else {
				require.Contains(t, got, c.want)
			}
		})
	}
}

// centred centres the lines of the last block on the longest one.
func (b *pageBuilder) centred() *pageBuilder {
	block := &b.Blocks[len(b.Blocks)-1]
	for i := range b.BlockLines(block) {
		by := block.Box.Center().X - b.Lines[i].Box.Center().X
		l := &b.Lines[i]
		l.Box.X0, l.Box.X1, l.SecondWord = l.Box.X0+by, l.Box.X1+by, l.SecondWord+by
	}
	return b
}

// entry makes the last block an entry of an index.
func (b *pageBuilder) entry() *pageBuilder {
	b.Blocks[len(b.Blocks)-1].Entry = true
	return b
}

func TestEntriesOfAnIndexStayApart(t *testing.T) {
	t.Parallel()
	p := page(1).text().at(60, 300)
	p.block(body, "adjustable bridges of the upper valleys, 161, 231", "of stone, 198").entry()
	p.in(1).at(300, 100).block(body, "archives, 12").entry()
	p.block(body, "catalogues of the older libraries, 12, 14, 16, 31,", "42").entry()
	require.Contains(t, dump(build(t, p)), "P: adjustable bridges of the upper valleys, 161, 231|of stone, 198\n"+
		"P: archives, 12\nP: catalogues of the older libraries, 12, 14, 16, 31, 42\n")
}

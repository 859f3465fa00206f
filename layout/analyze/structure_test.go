package analyze_test

import (
	"context"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
)

// shuffle returns p with its runs painted in another order.
func shuffle(p *page) *page {
	q := newPage()
	q.Marks, q.Links, q.Paths, q.Segments = p.Marks, p.Links, p.Paths, p.Segments
	order := rand.New(rand.NewSource(7)).Perm(len(p.Runs))
	for _, i := range order {
		r := p.Runs[i]
		glyphs := p.Glyphs[r.First : r.First+r.Count]
		r.First = int32(len(q.Glyphs))
		q.Glyphs = append(q.Glyphs, glyphs...)
		q.Runs = append(q.Runs, r)
	}
	return q
}

func twoColumns() *page {
	p := newPage()
	p.show(140, 60, 18, "A Title Across Both of the Columns", run{font: bold})
	left := "First column begins. " + lorem + " First column ends."
	right := "Second column begins. " + lorem + " Second column ends."
	p.flow(60, 100, 234, 10, left)
	p.flow(318, 100, 234, 10, right)
	p.show(60, 700, 8, "A note that runs below both columns from the left margin of the page to the right one, once only.")
	return p
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*page{"in order": twoColumns(), "shuffled": shuffle(twoColumns())} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := pageOf(t, p)
			text := strings.Join(blocks(got), " ")
			order := []string{"A Title", "First column begins", "First column ends", "Second column begins", "Second column ends", "A note"}
			at := -1
			for _, mark := range order {
				next := strings.Index(text, mark)
				require.Greater(t, next, at, "%q in %s", mark, text)
				at = next
			}
			require.EqualValues(t, -1, got.Blocks[0].Column, "the title spans the columns")
			require.EqualValues(t, 0, got.Blocks[1].Column)
		})
	}
}

func TestALineThatReachesIntoTheGutterDoesNotCloseIt(t *testing.T) {
	t.Parallel()
	p := newPage()
	const left, measure, right = 60, 230, 305
	for i := range 20 {
		y := 100 + 12*float32(i)
		slack := float32(measure - 200)
		if i == 9 {
			slack += right - left - measure - 3 // overfull
		}
		for n := range 10 {
			p.show(left+float32(n)*(20+slack/9), y, 10, "word")
		}
		p.show(right, y, 10, "right text of this line")
	}
	got := pageOf(t, p)
	require.Len(t, got.Lines, 40)
	for i, text := range lines(got) {
		require.Equal(t, i >= 20, strings.HasPrefix(text, "right text"), "line %d: %s", i, text)
	}
}

func TestShufflingRunsChangesNothing(t *testing.T) {
	t.Parallel()
	a, b := pageOf(t, twoColumns()), pageOf(t, shuffle(twoColumns()))
	require.Equal(t, lines(a), lines(b))
	require.Equal(t, a.Words, b.Words)
}

// TestPagesOfAPrefaceAreNumbers: contents whose first pages have Roman numerals have no head of six rows.
func TestPagesOfAPrefaceAreNumbers(t *testing.T) {
	t.Parallel()
	p := newPage()
	pages := []string{"xi", "xii", "xiii", "xv", "xvi", "xvii", "1", "2", "4", "8", "13", "15", "17", "19", "23", "27", "27", "28"}
	for i, number := range pages {
		y := 100 + 12*float32(i)
		p.show(72, y, 10, strings.Repeat("Foxes and their dens ", 1+i%2))
		p.show(400-width(number, 10), y, 10, number)
	}
	table := pageOf(t, p).Blocks[0].Table
	require.NotNil(t, table)
	require.Equal(t, len(pages), table.Rows)
	require.Equal(t, 2, table.Cols)
}

func TestAlignedRowsAreATable(t *testing.T) {
	t.Parallel()
	p := newPage()
	rows := [][]string{
		{"Country", "Capital", "People"}, {"Austria", "Vienna", "8.9"}, {"Belgium", "Brussels", "11.5"},
		{"Chile", "Santiago", "19.1"}, {"Denmark", "Copenhagen", "5.8"}, {"Estonia", "Tallinn", "1.3"},
	}
	var want []string
	for i, cells := range rows {
		for j, c := range cells {
			p.show(72+150*float32(j), 100+14*float32(i), 10, c)
			want = append(want, c)
		}
	}
	got := pageOf(t, p)
	require.Equal(t, want, lines(got))
	require.Len(t, got.Blocks, 1)
	require.Equal(t, len(rows), got.Blocks[0].Table.Rows)
	require.Equal(t, len(rows[0]), got.Blocks[0].Table.Cols)
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"a heading is a block of its own": {func(p *page) {
			p.show(72, 100, 14, "Heading")
			p.show(72, 118, 10, "Text that follows it closely and goes on")
			p.show(72, 130, 10, "in a second line.")
		}, []string{"Heading", "Text that follows it closely and goes on in a second line."}},
		"a bold heading of the same size": {func(p *page) {
			p.show(72, 100, 10, "Heading in bold", run{font: bold})
			p.show(72, 112, 10, "Text that follows it in the next line at once")
		}, []string{"Heading in bold", "Text that follows it in the next line at once"}},
		"space parts paragraphs": {func(p *page) {
			p.show(72, 100, 10, "The first of the lines is here and")
			p.show(72, 112, 10, "the second one follows after it.")
			p.show(72, 132, 10, "another paragraph stands further down")
			p.show(72, 144, 10, "on the page than the line before.")
		}, []string{
			"The first of the lines is here and the second one follows after it.",
			"another paragraph stands further down on the page than the line before.",
		}},
		"an indent begins a paragraph": {func(p *page) {
			p.show(72, 100, 10, "The first line of the page is quite long")
			p.show(72, 112, 10, "and so is the second one that ends here")
			p.show(87, 124, 10, "Indented line of the next paragraph")
			p.show(72, 136, 10, "which then goes on at the margin again.")
		}, []string{
			"The first line of the page is quite long and so is the second one that ends here",
			"Indented line of the next paragraph which then goes on at the margin again.",
		}},
		"a short last line ends a paragraph": {func(p *page) {
			p.show(72, 100, 10, "The first line of the page is quite long and")
			p.show(72, 112, 10, "ends soon.")
			p.show(72, 124, 10, "Then there is another paragraph that follows")
		}, []string{
			"The first line of the page is quite long and ends soon.",
			"Then there is another paragraph that follows",
		}},
		"bullets begin blocks and keep their lines": {func(p *page) {
			p.show(72, 100, 10, "\u2022")
			p.show(90, 100, 10, "The first item of the list runs over")
			p.show(90, 112, 10, "to a second line.")
			p.show(72, 124, 10, "\u2022")
			p.show(90, 124, 10, "The second item.")
		}, []string{"\u2022 The first item of the list runs over to a second line.", "\u2022 The second item."}},
		"a centred heading in the type of its text": {func(p *page) {
			p.show(150, 100, 10, "Cooling")
			p.show(84, 112, 10, "The cooling was the same as here and")
			p.show(72, 124, 10, "in the papers before, of which there are")
			p.show(72, 136, 10, "some.")
		}, []string{"Cooling", "The cooling was the same as here and in the papers before, of which there are some."}},
		"a centred title whose middle line fills the measure keeps its first two": {func(p *page) {
			p.show(150, 100, 10, "On cooling")
			p.show(72, 112, 10, "as it was done before and now, in papers")
			p.show(150, 124, 10, "of all kinds")
			p.show(72, 150, 10, "The cooling was the same as here and the")
			p.show(72, 162, 10, "warming too, of which there is some more")
		}, []string{"On cooling as it was done before and now, in papers", "of all kinds", "The cooling was the same as here and the warming too, of which there is some more"}},
		"a centred title of two lines": {func(p *page) {
			p.show(150, 100, 16, "A rather long title that is")
			p.show(205, 119, 16, "set in two lines")
		}, []string{"A rather long title that is set in two lines"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			require.Equal(t, c.want, blocks(pageOf(t, p)))
		})
	}
}

func TestProgramLinesAreVerbatim(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "for i := range n {", run{font: mono})
	p.show(92, 112, 10, "use(i)", run{font: mono})
	p.show(72, 136, 10, "}", run{font: mono})
	got := pageOf(t, p)
	require.Len(t, got.Blocks, 1)
	require.Equal(t, layout.Verbatim, got.Blocks[0].Kind)
	require.Equal(t, []string{"for i := range n {", "use(i)", "}"}, lines(got))
}

func TestColumnsOfProgramLinesKeepTheirSpaces(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "WWW", run{font: mono})
	p.show(107, 100, 10, "WW", run{font: mono})
	p.show(72, 112, 10, "W", run{font: mono})
	p.show(107, 112, 10, "WW", run{font: bold})
	p.show(72, 200, 10, "WWW")
	p.show(107, 200, 10, "WW")
	got := pageOf(t, p)
	require.Equal(t, []string{"WWW    WW", "W WW", "WWW WW"}, lines(got))
}

func TestLettersSpreadOverColumns(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, text := range []string{"WWWWWW WWCWW  WWC", "    WWW"} {
		for k, r := range text {
			if r != ' ' {
				spread := []float32{0.3, 0, -0.3}[k%3] // letters of 5 points in columns of 5.8
				p.show(72+5.8*float32(k)+spread, 100+12*float32(i), 10, string(r), run{font: mono})
			}
		}
	}
	require.Equal(t, []string{"WWWWWW WWCWW  WWC", "WWW"}, lines(pageOf(t, p)))
}

func TestProgramTextIsNotCutAtItsColumns(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.words(72, 88, 10, "This is what the old commands are called nowadays, one by one:", run{})
	for i := range 10 {
		y := 100 + 12*float32(i)
		p.words(72, y, 10, []string{"apt-get install --reinstall package", "apt-get autoremove --purge package", "apt-cache show package of this name"}[i%3], run{font: mono})
		p.words(280, y, 10, "apt install --reinstall package", run{font: mono})
	}
	p.words(72, 220, 10, "The new ones do the same as the old ones, with less to type.", run{})
	got := lines(pageOf(t, p))
	require.Len(t, got, 12)
	for _, line := range got[1:11] {
		require.Regexp(t, `^apt-.* {2,}apt install --reinstall package$`, line)
	}
}

func TestOneFixedWidthLineInABox(t *testing.T) {
	t.Parallel()
	boxed := func(x0, y0, x1, y1 float32) bool {
		p := newPage()
		p.show(72, 80, 10, "Some text above it")
		p.show(72, 100, 10, "make install", run{font: mono})
		p.show(72, 120, 10, "Some text below it")
		p.shade(x0, y0, x1, y1, grey)
		got := pageOf(t, p)
		require.Len(t, got.Blocks, 3)
		return got.Blocks[1].Boxed
	}
	require.True(t, boxed(68, 90, 300, 105))
	require.False(t, boxed(68, 60, 300, 140), "a box around the text too")
	require.False(t, boxed(68, 90, 80, 105), "a box behind a part of it")
}

func TestSlantedTextIsItalic(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "upright")
	p.show(72, 130, 10, "slanted")
	p.Runs[1].Em[2] = 2.5
	got := pageOf(t, p)
	require.Equal(t, []string{"upright", "slanted"}, lines(got))
	require.False(t, got.Styles[got.Lines[0].Style].Italic)
	require.True(t, got.Styles[got.Lines[1].Style].Italic)
}

func TestSpacesOfANarrowFontPartWords(t *testing.T) {
	t.Parallel()
	gaps := func(widths ...float32) *layout.Page {
		p := newPage()
		for i, x := 0, float32(60); i < len(widths); i++ {
			p.show(x, 100, 10, "word")
			x += width("word", 10) + widths[i]
		}
		return pageOf(t, p)
	}
	require.Equal(t, "word word word word", gaps(1.3, 1.3, 1.3, 0).LineText(0))
	require.Equal(t, "wordword wordword", gaps(1.3, 3, 1.3, 0).LineText(0), "two of them may be kerning")
}

func TestHyphensAtLineEnds(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "The word at the end is hyphen-")
	p.show(72, 112, 10, "ated but this one is not: well-")
	p.show(72, 124, 10, "Known is a name, and so is soft\u00AD")
	p.show(72, 136, 10, "Hyphen here, while 1990-")
	p.show(72, 148, 10, "2000 is a range.")
	got := pageOf(t, p)
	var hyphens []bool
	for i := range got.Lines {
		hyphens = append(hyphens, got.Lines[i].Hyphen)
	}
	require.Equal(t, []bool{true, false, true, false, false}, hyphens)
}

func TestRightToLeft(t *testing.T) {
	t.Parallel()
	// visual paints words from the right margin leftwards, as a reader sees them.
	cases := map[string]struct{ visual, want string }{
		"Hebrew":                           {"םולש", "שלום"},
		"Hebrew with a number":             {"הבוט 2024 תנש", "שנת 2024 טובה"},
		"Hebrew with a decimal number":     {"זוחא 12.5 אוה", "הוא 12.5 אחוז"},
		"Hebrew with Latin words":          {"םולש Go Lang ונבתכ", "כתבנו Go Lang שלום"},
		"Hebrew in brackets":               {"(םולש) אוה", "הוא (שלום)"},
		"a Latin word between spaces":      {"ולוכ םלועה Python ו", "ו Python העולם כולו"},
		"a Latin word that lost its space": {"ולוכ םלועהPython ו", "ו Python העולם כולו"},
		"a prefix before a Latin word":     {"ולוכ םלוע Pythonב", "בPython עולם כולו"},
		"Arabic presentation forms":        {"\uFEE1\uFEFC\uFEB3", "سلام"},
		"Latin with a Hebrew word":         {"the word םולש is Hebrew", "the word שלום is Hebrew"},
		"Hebrew with points":               {"ם\u05B9\u05D5לש", "של\u05D5\u05B9ם"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.show(72, 100, 10, c.visual)
			got := pageOf(t, p)
			require.Equal(t, c.want, got.Text)
			want := layout.RightToLeft
			if strings.HasPrefix(name, "Latin") {
				want = layout.LeftToRight
			}
			require.Equal(t, want, got.Lines[0].Direction)
		})
	}
}

func TestVerticalWritingRunsFromRightToLeft(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(480, 80, 12, "吾輩は猫である。", run{flags: layout.VerticalMode})
	p.show(456, 80, 12, "名前はまだ無い。", run{flags: layout.VerticalMode})
	got := pageOf(t, p)
	require.Equal(t, []string{"吾輩は猫である。", "名前はまだ無い。"}, lines(got))
	require.Equal(t, layout.TopToBottom, got.Lines[0].Direction)
	require.Zero(t, got.Lines[0].Rotation)
	require.InDelta(t, 480, got.Lines[0].Box.Center().X, 1)
}

func TestUprightCharactersBelowEachOtherAreVerticalText(t *testing.T) {
	t.Parallel()
	p := newPage()
	column := func(x float32, text string) {
		y := float32(90)
		for _, c := range text {
			p.show(x, y, 12, string(c))
			y += 12
		}
	}
	column(480, "吾輩は猫である\uFE12")
	column(456, "名前はまだ無い\uFE12")
	column(420, "目的")
	got := pageOf(t, p)
	require.Equal(t, []string{"吾輩は猫である。", "名前はまだ無い。", "目的"}, lines(got))
	require.Equal(t, layout.TopToBottom, got.Lines[0].Direction)
	require.InDelta(t, 486, got.Lines[0].Box.Center().X, 1)
}

func TestUnseenTextIsLeftOut(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "What is seen")
	p.show(72, 120, 10, "secret words", run{flags: layout.SameAsPaper})
	got := pageOf(t, p)
	require.Equal(t, "What is seen", got.Text)
	require.Equal(t, "secret words", got.Unseen[0].Text)
	require.Equal(t, []layout.Warning{{Code: "hidden_text", Page: 1, Detail: "11 characters that a reader does not see were left out"}}, got.Warnings)

	kept, err := analyze.Page(context.Background(), &p.Content, analyze.Options{KeepUnseen: true})
	require.NoError(t, err)
	require.Equal(t, []string{"What is seen", "secret words"}, lines(kept))
	require.Empty(t, kept.Unseen)
}

func TestInvisibleTextOnAScanIsRead(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.Images = append(p.Images, layout.Image{Box: layout.Rect{X1: 612, Y1: 792}, Clip: -1, Mark: -1})
	p.show(72, 100, 10, "recognised words", run{flags: layout.Invisible | layout.Transcript})
	p.Runs[0].RenderMode = 3
	got := pageOf(t, p)
	require.Equal(t, "recognised words", got.Text)
	require.True(t, got.Lines[0].OCR)
	require.Equal(t, "recognised_text", got.Warnings[0].Code)
}

func TestInvisibleTextOnASmallImageIsReadWhereItIsTagged(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.Images = append(p.Images, layout.Image{Box: layout.Rect{X0: 60, Y0: 80, X1: 300, Y1: 120}, Clip: -1, Mark: -1})
	p.Marks = append(p.Marks, layout.Mark{Tag: "Span", Parent: -1, MCID: 0}, layout.Mark{Tag: "Artifact", Parent: -1, MCID: -1, Artifact: true})
	p.show(72, 100, 10, "words of the picture", run{flags: layout.Invisible, mark: 1})
	p.show(72, 115, 10, "an artifact", run{flags: layout.Invisible, mark: 2})
	p.show(72, 110, 10, "not tagged", run{flags: layout.Invisible})
	p.show(72, 300, 10, "beside the picture", run{flags: layout.Invisible, mark: 1})
	for i := range p.Runs {
		p.Runs[i].RenderMode = 3
	}
	require.Equal(t, "words of the picture", pageOf(t, p).Text)
}

func TestRecognisedWordsOfOneTextHaveOneSize(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.Images = append(p.Images, layout.Image{Box: layout.Rect{X1: 612, Y1: 792}, Clip: -1, Mark: -1})
	p.show(72, 80, 20, "A Title")
	for i, size := range []float32{9, 11.5, 10, 9.5, 11} {
		p.show(72, 120+12*float32(i), size, "a line of the recognised text of a scan")
	}
	for i := range p.Runs {
		p.Runs[i].RenderMode = 3
	}
	got := pageOf(t, p)
	require.EqualValues(t, 5, got.Blocks[1].LineCount)
	require.InDelta(t, 20, got.Lines[0].Size, 0.1)
	for _, l := range got.Lines[1:] {
		require.InDelta(t, 10, got.Styles[l.Style].Size, 0.1)
	}
}

func TestTheFontOfRecognisedTextIsNoFixedWidth(t *testing.T) {
	t.Parallel()
	kinds := func(mode uint8) (layout.BlockKind, bool) {
		p := newPage()
		for i := range 3 {
			p.show(72, 100+12*float32(i), 10, "all in one font that nobody sees", run{font: mono})
		}
		for i := range p.Runs {
			p.Runs[i].RenderMode = mode
		}
		got := pageOf(t, p)
		return got.Blocks[0].Kind, got.Styles[got.Lines[0].Style].Mono
	}
	kind, fixed := kinds(0)
	require.Equal(t, layout.Verbatim, kind)
	require.True(t, fixed)
	kind, fixed = kinds(3)
	require.Equal(t, layout.Paragraph, kind)
	require.False(t, fixed)
}

func TestStyles(t *testing.T) {
	t.Parallel()
	style := func(p *layout.Page, text string) layout.Style {
		for _, sp := range p.Spans {
			if strings.TrimSpace(p.Text[sp.Start:sp.End]) == text {
				return p.Styles[sp.Style]
			}
		}
		t.Fatalf("no span %q in %q", text, p.Text)
		return layout.Style{}
	}
	t.Run("scripts", func(t *testing.T) {
		t.Parallel()
		p := newPage()
		x := p.show(72, 100, 10, "water H")
		x = p.show(x, 102, 7, "2")
		x = p.show(x, 100, 10, "O in m")
		p.show(x, 96, 7, "3")
		got := pageOf(t, p)
		require.Equal(t, "water H2O in m3", got.Text)
		require.True(t, style(got, "2").Sub)
		require.True(t, style(got, "3").Super)
		require.EqualValues(t, 10, got.Lines[0].Size)
	})
	t.Run("painted twice is bold", func(t *testing.T) {
		t.Parallel()
		p := newPage()
		p.show(72, 100, 10, "Strong")
		p.show(72.3, 100, 10, "Strong")
		got := pageOf(t, p)
		require.Equal(t, "Strong", got.Text)
		require.True(t, style(got, "Strong").Bold)
	})
	t.Run("rules under and through words", func(t *testing.T) {
		t.Parallel()
		p := newPage()
		x := p.show(72, 100, 10, "plain ")
		y := p.show(x, 100, 10, "under")
		z := p.show(y+2.5, 100, 10, "struck")
		p.rule(x, y, 101.5)
		p.rule(y+2.5, z, 97)
		p.rule(20, 600, 101.5)
		got := pageOf(t, p)
		require.True(t, style(got, "under").Underline)
		require.True(t, style(got, "struck").Strike)
		require.Equal(t, layout.Style{Font: "Text-Roman", Size: 10, Serif: true}, style(got, "plain"))
	})
}

func TestLinksMarksAndArtifacts(t *testing.T) {
	t.Parallel()
	p := newPage()
	m := p.addMark(layout.Mark{Parent: -1, Tag: "P", MCID: 4})
	x := p.show(72, 100, 10, "see ", run{mark: m})
	y := p.show(x, 100, 10, "this page", run{mark: m})
	p.show(y, 100, 10, " now", run{mark: m})
	p.show(72, 760, 10, "Page 7", run{flags: layout.ArtifactRun})
	p.Links = []layout.Link{{URI: "https://example.org/", Areas: []layout.Rect{{X0: x, Y0: 91, X1: y, Y1: 103}}}}
	got := pageOf(t, p)
	type part struct {
		text       string
		mark, link int32
	}
	var parts []part
	for _, sp := range got.LineSpans(0) {
		parts = append(parts, part{got.Text[sp.Start:sp.End], sp.Mark, sp.Link})
	}
	require.Equal(t, []part{{"see ", 0, -1}, {"this page", 0, 0}, {" now", 0, -1}}, parts)
	require.False(t, got.Lines[0].Artifact)
	require.True(t, got.Lines[1].Artifact)
	require.Equal(t, p.Marks, got.Marks)
}

func TestFiguresAndRulings(t *testing.T) {
	t.Parallel()
	p := newPage()
	m := p.addMark(layout.Mark{Parent: -1, MCID: 1, Alt: "a boat"})
	p.show(72, 100, 10, "Above the picture")
	p.show(72, 300, 10, "Below the picture")
	p.Images = append(p.Images, layout.Image{Box: layout.Rect{X0: 72, Y0: 120, X1: 200, Y1: 280}, Object: 9, Clip: -1, Mark: m - 1})
	p.rule(72, 500, 400)
	got := pageOf(t, p)
	require.Len(t, got.Blocks, 3)
	require.Equal(t, layout.Picture, got.Blocks[1].Kind)
	require.Equal(t, "a boat", got.Figures[0].Alt)
	require.Equal(t, []layout.Ruling{{Box: layout.Rect{X0: 72, Y0: 399.75, X1: 500, Y1: 400.25}}}, got.Rulings)
}

func TestContextEndsTheAnalysis(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := analyze.Page(ctx, &twoColumns().Content, analyze.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestRecognisedTextInCourierHasTheSizeOfItsPicture(t *testing.T) {
	t.Parallel()
	// The words of a book as wide as in Times, in Courier of the size that makes them so.
	page := func(width func(word string) float32) *layout.Page {
		p := newPage()
		p.Images = append(p.Images, layout.Image{Box: layout.Rect{X1: 612, Y1: 792}, Clip: -1, Mark: -1})
		y := float32(100)
		for range 4 {
			x := float32(72)
			for _, word := range strings.Fields(strings.Repeat("minimal movement W will illustrate i little. ", 2)) {
				size := width(word) / (0.5 * float32(len(word)))
				p.show(x, y, size, strings.Map(func(r rune) rune { return 'm' }, word), run{font: mono, flags: layout.Invisible | layout.Transcript})
				if x += width(word) + 2.5; strings.HasSuffix(word, ".") {
					x += 3.8
				}
			}
			y += 12
		}
		for i := range p.Runs {
			p.Runs[i].RenderMode = 3
		}
		return pageOf(t, p)
	}
	fitted := page(func(word string) float32 {
		switch w := float32(0); word {
		case "W": // and a dash
			return 14
		case "i":
			return 1.5
		default:
			for _, r := range word {
				w += 10 * advance(r)
			}
			return w
		}
	})
	require.Len(t, fitted.Blocks, 2, "a paragraph and the picture")
	require.Len(t, fitted.Lines, 4, "narrow and wide words stand on the lines of their neighbours")
	typed := page(func(word string) float32 { return 6 * float32(len(word)) })
	require.InDelta(t, 12, typed.Lines[0].Size, 0.1)
	require.Greater(t, fitted.Lines[0].Size, float32(8.7), "eight to nine points of the words, an eighth more")
}

package htmlout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/semantic"
)

// Thresholds of the shape of a table. A character of table type is 7.5 px wide on the average
// (14 px sans), a column of text 640 px, a sheet of A4 between its margins 720 px, and 1,050 px
// where it lies on its side.
const (
	shapeColumns = 128 // that are looked at; more fit no window

	cellPad    = 3   // the room beside the text of a cell, in characters
	broadTable = 60  // characters that fit a window of 48rem with any font of a system
	fullTable  = 90  // characters that fit a sheet beside the numbers of its pages, 668 px, in type of 8.5 pt
	vastTable  = 125 // characters that fit a sheet in type of 8 pt, at 5.7 px a character
	deepRows   = 16  // rows that fill a window
	pinColumns = 4   // fewer are read without the first in sight
	pinText    = 36  // characters of a key; a longer one would hide what it is the key of

	numberColumns = 24  // the columns that look.css has a class for
	numberShare   = 0.8 // of the cells with text: the others say "n/a", "closed", "see note 2"
	numbersLeast  = 2   // one number alone may be a year in a column of words
	unitLetters   = 2   // of the unit behind a number: m, kg, h
	numberBytes   = 24  // longer ones are several numbers
)

// tableShape is what the look of a table depends on: which columns are numbers, and whether it
// may be wider than where it stands.
//
//	| Port    | Ships | Share |    numbers: columns 2 and 3
//	| Dunmere | 1,204 | 41 %  |    width:   7+5+5 characters of the longest words, and the
//	| Ostrey  |   388 | 13 %  |             room beside them, 26 in all: it fits any window
type tableShape struct {
	numbers  []bool // by column
	columns  int
	rows     int
	width    int  // in characters, when words are not broken
	rigid    bool // it holds what has a width of its own
	longKeys bool // a cell of the first column has more than pinText characters
	// shifted are the rows in which a cell does not stand at the column that its number among the
	// cells says, and the columns of their cells; -1 of a cell of several.
	shifted map[*semantic.Node][]int
}

// columnShape is what the cells of one column hold.
type columnShape struct {
	texts, numbers int
	width          int // of the longest word
}

// shapeOf looks at all rows of a table.
func shapeOf(n *semantic.Node) *tableShape {
	s := &tableShape{shifted: map[*semantic.Node][]int{}}
	var columns [shapeColumns]columnShape
	var busy [shapeColumns]int // for how many more rows a cell above reaches into the column
	for _, c := range n.Children {
		switch {
		case c == nil:
		case c.Role == semantic.TR:
			s.row(c, &columns, &busy, true)
		case c.Role == semantic.THead || c.Role == semantic.TBody || c.Role == semantic.TFoot:
			clear(busy[:])
			for _, row := range c.Children {
				if row != nil && row.Role == semantic.TR {
					s.row(row, &columns, &busy, c.Role != semantic.THead)
				}
			}
			clear(busy[:])
		}
	}
	s.numbers = make([]bool, min(s.columns, shapeColumns))
	for i := range s.numbers {
		c := &columns[i]
		s.width += c.width + cellPad
		s.numbers[i] = i < numberColumns && c.numbers >= numbersLeast && float64(c.numbers) >= numberShare*float64(c.texts)
	}
	s.width += max(s.columns-shapeColumns, 0) * cellPad
	return s
}

// row looks at one row. Only cells of one column tell what that holds.
func (s *tableShape) row(n *semantic.Node, columns *[shapeColumns]columnShape, busy *[shapeColumns]int, body bool) {
	s.rows++
	at, shifted := 0, false
	var cells []int
	free := func() {
		for at < shapeColumns && busy[at] > 0 {
			busy[at]--
			at++
		}
	}
	for _, c := range n.Children {
		if c == nil || c.Role != semantic.TH && c.Role != semantic.TD {
			continue
		}
		free()
		across, down := spans(c)
		shifted = shifted || across > 1 || at != len(cells)
		cells = append(cells, at)
		if across > 1 {
			cells[len(cells)-1] = -1
		}
		text := strings.TrimSpace(plainText(c))
		if across == 1 && at < shapeColumns {
			s.cell(&columns[at], c, text, body)
			s.longKeys = s.longKeys || at == 0 && body && len([]rune(text)) > pinText
		}
		for i := at; i < min(at+across, shapeColumns); i++ {
			busy[i] = down - 1
		}
		at = min(at+across, shapeColumns+1)
	}
	free()
	s.columns = max(s.columns, at)
	if shifted {
		s.shifted[n] = cells
	}
}

// cell looks at a cell of one column.
func (s *tableShape) cell(c *columnShape, n *semantic.Node, text string, body bool) {
	c.width = max(c.width, longestWord(text))
	s.rigid = s.rigid || isRigid(n)
	if body && text != "" && n.Role == semantic.TD {
		c.texts++
		if isAmount(text) {
			c.numbers++
		}
	}
}

// spans are how many columns and rows a cell takes, as HTML counts them.
func spans(n *semantic.Node) (across, down int) {
	if n.Attr == nil {
		return 1, 1
	}
	return min(max(n.Attr.ColSpan, 1), maxSpan), min(max(n.Attr.RowSpan, 1), maxSpan)
}

// isRigid reports whether n holds what has a width of its own: pictures, formulas, controls,
// program text and tables.
func isRigid(n *semantic.Node) bool {
	for c := range n.All() {
		switch c.Role {
		case semantic.Figure, semantic.Formula, semantic.Form, semantic.Code, semantic.Table:
			return true
		}
	}
	return false
}

// cjk is the first of the characters between any two of which a line may end.
const cjk = 0x2E80

// longestWord is how many characters of s stay in one line.
func longestWord(s string) int {
	longest, now := 0, 0
	for _, r := range s {
		switch {
		case r >= cjk:
			now = 2 // as wide as two letters
		case unicode.IsSpace(r) && r != '\u00a0':
			now = 0
		default:
			now++
		}
		longest = max(longest, now)
	}
	return longest
}

// withoutUnit is s without one or two letters behind a space at its end. Names of months have three.
func withoutUnit(s string) string {
	space := strings.LastIndexAny(s, " \u00a0\u202f\u2009")
	if space < 1 || !unicode.IsDigit(rune(s[space-1])) {
		return s
	}
	unit := []rune(strings.TrimLeft(s[space:], " \u00a0\u202f\u2009"))
	if len(unit) > unitLetters || slices.ContainsFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return s
	}
	return s[:space]
}

// isAmount reports whether s is one number as tables have them: with a sign, a currency or a
// unit ("36 m", "12 %"), in brackets, a time or an empty place "–".
func isAmount(s string) bool {
	if len(s) > numberBytes {
		return false
	}
	s = withoutUnit(s)
	digits := false
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits = true
		case unicode.Is(unicode.Sc, r) || unicode.Is(unicode.Pd, r):
		case strings.ContainsRune(".,:'’ \u00a0\u202f\u2009+\u2212±~≈<>≤≥()[]*†‡%‰°/|", r):
		default:
			return false
		}
	}
	return digits || len([]rune(s)) == 1 && (unicode.Is(unicode.Pd, []rune(s)[0]) || s == "\u2212")
}

// isPinned reports whether the first column stays in sight.
func (s *tableShape) isPinned() bool { return s.isBroad() && s.columns >= pinColumns && !s.longKeys }

// isBroad reports whether the table may be wider than the window.
func (s *tableShape) isBroad() bool { return s.rigid || s.width > broadTable }

// isNumbers reports whether a column is numbers.
func (s *tableShape) isNumbers(column int) bool {
	return column >= 0 && column < len(s.numbers) && s.numbers[column]
}

// marked are the columns of the cells of a row in which the stylesheet cannot count them, nil
// where it can or need not.
func (s *tableShape) marked(row *semantic.Node) []int {
	if s == nil || !s.isPinned() && !slices.Contains(s.numbers, true) {
		return nil
	}
	return s.shifted[row]
}

// box is the class of the box around the table.
func (s *tableShape) box() string {
	class := "table"
	if !s.isBroad() {
		return class
	}
	class += " broad"
	if s.isPinned() {
		class += " pin"
	}
	if s.rows >= deepRows {
		class += " deep"
	}
	if s.rigid || s.width > fullTable {
		class += " full"
	}
	if s.width > vastTable {
		class += " vast"
	}
	return class
}

// classes are those of the table: n2 says that its second column is numbers.
func (s *tableShape) classes() string {
	var b strings.Builder
	for i, is := range s.numbers {
		if is {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString("n" + strconv.Itoa(i+1))
		}
	}
	return b.String()
}

package htmlout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// Thresholds of the shape of a table. A character of table type is 7.5 px wide on average (14 px sans). A column
// of text is 640 px wide. A sheet of A4 is 720 px wide between its margins, or 1,050 px in landscape.
const (
	shapeColumns = 128 // columns that are looked at; no window shows more

	cellPad    = 3   // room beside the text of a cell, in characters
	broadTable = 60  // characters that fit a window of 48rem with any font of a system
	fullTable  = 90  // characters that fit a sheet beside the page numbers, 668 px, in type of 8.5 pt
	vastTable  = 125 // characters that fit a sheet in type of 8 pt, at 5.7 px a character
	deepRows   = 16  // rows that fill a window
	pinColumns = 4   // with fewer columns, the first need not stay in sight
	pinText    = 36  // characters of a key; a longer one would cover the cells that it is for

	wordyText    = 80 // characters of a cell that is read as a text: four lines of 12 em
	wordyColumns = 4  // with fewer columns, each has room on a phone

	numberColumns = 24  // columns for which look.css has a class
	numberShare   = 0.8 // of the cells with text; others say "n/a", "closed", "see note 2"
	numbersLeast  = 2   // a single number may be a year in a column of words
	unitLetters   = 2   // letters of the unit behind a number: m, kg, h
	numberBytes   = 24  // longer texts are several numbers
)

// tableShape is what the look of a table depends on: which columns hold numbers, and whether the table may be
// wider than the place where it stands.
//
//	| Port    | Ships | Share |    numbers: columns 2 and 3
//	| Dunmere | 1,204 | 41 %  |    width:   7+5+5 characters of the longest words, and the
//	| Ostrey  |   388 | 13 %  |             room beside them, 26 in all: it fits any window
type tableShape struct {
	numbers  []bool // by column
	columns  int
	rows     int
	width    int  // in characters, without breaks inside of words
	rigid    bool // it holds something with a width of its own
	longKeys bool // a cell of the first column has more than pinText characters
	// wordy holds the cell with the most text of each column that has one of wordyText characters, if there are
	// wordyColumns columns. A narrow window gives such a column a few words of room otherwise.
	wordy map[*semantic.Node]bool
	// shifted holds the rows in which the column of a cell differs from its index, with the columns of their
	// cells. -1 stands for a cell that spans several columns.
	shifted map[*semantic.Node][]int
}

// columnShape is what the cells of one column hold.
type columnShape struct {
	texts, numbers int
	width          int // of the longest word
	longest        int // characters of wordy, its cell with the most text
	wordy          *semantic.Node
}

// shapeOf returns the shape of a table. It looks at all rows.
func shapeOf(n *semantic.Node) *tableShape {
	s := &tableShape{shifted: map[*semantic.Node][]int{}, wordy: map[*semantic.Node]bool{}}
	var columns [shapeColumns]columnShape
	var busy [shapeColumns]int // for how many more rows a cell from above reaches into the column
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
	for i := range columns {
		if c := &columns[i]; c.longest >= wordyText && s.columns >= wordyColumns {
			s.wordy[c.wordy] = true
		}
	}
	return s
}

// row looks at one row. Only cells of a single column count for that column.
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

// cell looks at a cell of a single column.
func (s *tableShape) cell(c *columnShape, n *semantic.Node, text string, body bool) {
	c.width = max(c.width, longestWord(text), widestFormula(n))
	s.rigid = s.rigid || isRigid(n)
	if long := utf8.RuneCountInString(text); long > c.longest {
		c.longest, c.wordy = long, n
	}
	if body && text != "" && n.Role == semantic.TD {
		c.texts++
		if isAmount(text) {
			c.numbers++
		}
	}
}

// spans returns how many columns and rows a cell takes, as HTML counts them.
func spans(n *semantic.Node) (across, down int) {
	if n.Attr == nil {
		return 1, 1
	}
	return min(max(n.Attr.ColSpan, 1), maxSpan), min(max(n.Attr.RowSpan, 1), maxSpan)
}

// isRigid reports whether n holds something with a width of its own: a picture, a displayed formula, a control, lines
// of a program or a table. Formulas and names of programs in a line are words.
func isRigid(n *semantic.Node) bool {
	for c := range n.All() {
		switch c.Role {
		case semantic.Figure, semantic.Form, semantic.Table:
			return true
		case semantic.Formula:
			if !isInline(c) {
				return true
			}
		case semantic.Code:
			if strings.Contains(plainText(c), "\n") {
				return true
			}
		}
	}
	return false
}

// widestFormula returns how many characters the widest formula in n has. Lines break beside formulas, not in them.
func widestFormula(n *semantic.Node) (widest int) {
	for c := range n.All() {
		if isRead(c) {
			text := strings.ReplaceAll(formulaText(c), " ", "")
			widest = max(widest, len([]rune(text)))
		}
	}
	return widest
}

// cjk is the first of the characters between any two of which a line may break.
const cjk = 0x2E80

// longestWord returns how many characters of s must stay in one line.
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

// withoutUnit returns s without a unit at its end: one or two letters behind a number and a space. Names of months
// have three.
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

// isAmount reports whether s is a single number as tables have them. It may have a sign, a currency or a unit ("36
// m", "12 %"), or brackets. A time counts, and so does an empty place "–".
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

// isPinned reports whether the first column stays in sight while the table scrolls.
func (s *tableShape) isPinned() bool { return s.isBroad() && s.columns >= pinColumns && !s.longKeys }

// isBroad reports whether the table may be wider than the window.
func (s *tableShape) isBroad() bool { return s.rigid || s.width > broadTable }

// isNumbers reports whether a column holds numbers.
func (s *tableShape) isNumbers(column int) bool {
	return column >= 0 && column < len(s.numbers) && s.numbers[column]
}

// marked returns the columns of the cells of a row, if the style sheet needs them and cannot count them itself.
// Otherwise it returns nil.
func (s *tableShape) marked(row *semantic.Node) []int {
	if s == nil || !s.isPinned() && !slices.Contains(s.numbers, true) {
		return nil
	}
	return s.shifted[row]
}

// box returns the class of the box around the table.
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

// classes returns the classes of the table: n2 says that its second column holds numbers.
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

package infer

import (
	"strings"
	"unicode"
)

// totalWords begin the label of a row that sums up all others, in small letters.
var totalWords = map[string]bool{
	"total": true, "totals": true, "gesamt": true, "summe": true, "insgesamt": true, "gesamtsumme": true, "totale": true, "totaal": true, "suma": true,
	"итого": true, "всего": true, "razem": true, "ogółem": true, "celkem": true, "toplam": true, "合计": true, "合計": true, "总计": true, "총계": true,
}

// Thresholds.
//
// The foot of a table. footRows is how many rows there are above a sum at least, and
// totalLabel how many words name one at most: "Total for the year". The feet of
// 16 of the documents tuned on and the others were looked at: all are sums.
const (
	footRows   = 2
	totalLabel = 4
)

// foot is the row behind the body of t: its last row is its foot if it sums up all
// others. Its label is a word for that, its other cells are numbers, and no row above
// it has such a label, which would make it one sum of several.
func (t *tableDraft) foot(s *sheet) int {
	last := t.end - 1
	if t.heads == t.top || last-t.heads < footRows || t.grid.Cols < 2 || !t.isTotal(s, last) {
		return t.end
	}
	numbers := 0
	for col := 1; col < t.grid.Cols; col++ {
		switch t.signs(last, col).kind {
		case numberCell, yearCell:
			numbers++
		case textCell:
			if c := t.grid.at(last, col); c != nil && c.Col > 0 {
				return t.end
			}
		}
	}
	for row := t.heads; row < last; row++ {
		if t.isTotal(s, row) {
			return t.end
		}
	}
	if numbers == 0 {
		return t.end
	}
	return last
}

// isTotal reports whether the row begins with a cell of its own that names a sum.
func (t *tableDraft) isTotal(s *sheet, row int) bool {
	c := t.grid.at(row, 0)
	if c == nil || c.LineCount == 0 || c.Row != row || c.RowSpan > 1 {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(s.text(c.FirstLine)), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && len(words) <= totalLabel && (totalWords[words[0]] || totalWords[words[len(words)-1]])
}

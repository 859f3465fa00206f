package infer

import (
	"strings"
	"unicode"
)

// totalWords, in lower case, are words in the label of a row that sums up all others.
var totalWords = map[string]bool{
	"total": true, "totals": true, "gesamt": true, "summe": true, "insgesamt": true, "gesamtsumme": true, "totale": true, "totaal": true, "suma": true,
	"итого": true, "всего": true, "razem": true, "ogółem": true, "celkem": true, "toplam": true, "合计": true, "合計": true, "总计": true, "총계": true,
}

// Thresholds.
//
// The foot of a table. footRows is the fewest rows above a sum. totalLabel is the most words
// in the label of one: "Total for the year". The feet of
// 16 of the documents tuned on and the others were looked at: all are sums.
const (
	footRows   = 2
	totalLabel = 4
)

// foot returns the row behind the body of t. The last row is the foot of the table if it sums up
// the others: its label says so, its other cells are numbers, and no row above
// has such a label, since then it would be one sum of several:
//
//	County   Foxes
//	Oslo        17
//	Bergen       9
//	Total       26      the foot
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

// isTotal reports whether the row begins with a cell of its own whose text names a sum.
func (t *tableDraft) isTotal(s *sheet, row int) bool {
	c := t.grid.at(row, 0)
	if c == nil || c.LineCount == 0 || c.Row != row || c.RowSpan > 1 {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(s.text(c.FirstLine)), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && len(words) <= totalLabel && (totalWords[words[0]] || totalWords[words[len(words)-1]])
}

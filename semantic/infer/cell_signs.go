package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// cellKind is the kind of a cell's text.
type cellKind uint8

const (
	blankCell  cellKind = iota // nothing
	fillerCell                 // a sign for a missing value: "–", "n/a", "..."
	numberCell                 // a number, or a control for one
	yearCell                   // "2010": a value or the head of a column
	textCell
)

// cellSigns tells heads from other cells.
type cellSigns struct {
	kind  cellKind
	look  look
	color uint32 // the colour of its first line
	bytes int32  // length of its text
	flag  bool   // package layout found it to be a head
	blank bool   // it is to be filled in: it holds only controls
	name  bool   // it begins with a letter that is not in lower case
	label bool   // it ends with a colon, and names what stands beside it
}

// signsOf reads the signs of the cells of a table.
func (s *sheet) signsOf(g *grid) []cellSigns {
	signs := make([]cellSigns, len(g.Cells))
	var measures []measure
	for i := range g.Cells {
		c := &g.Cells[i]
		signs[i].flag = c.Header
		if c.LineCount == 0 {
			continue
		}
		p := part{first: c.FirstLine, count: c.LineCount}
		s.measure(&p)
		text := s.joined(&p)
		signs[i].kind, signs[i].look, signs[i].bytes = kindOfCell(text), p.look, p.bytes
		if s.formsOf() != nil && isBlank(text) {
			signs[i].kind, signs[i].blank = numberCell, true
		}
		first, _ := utf8.DecodeRuneInString(text)
		signs[i].label = isCellLabel(text)
		signs[i].name = unicode.IsLetter(first) && !unicode.IsLower(first)
		signs[i].color = s.Styles[s.line(c.FirstLine).Style].Color
		switch unit, ok := unitOf(text); {
		case !ok || signs[i].kind != textCell && signs[i].kind != numberCell:
		case c.Row > 0 && powersOfTen[strings.ToLower(unit)]:
			signs[i].kind = numberCell
		default:
			measures = append(measures, measure{cell: i, unit: unit})
		}
	}
	readMeasures(g, signs, measures)
	return signs
}

// measure is a cell that holds a number and its unit: "4 ml".
type measure struct {
	cell int
	unit string
}

// readMeasures makes cells with a number and a unit number cells, if another cell of the same column
// has the same unit. A single "24 hours" above counts stays text: it is the head that it looks like.
func readMeasures(g *grid, signs []cellSigns, measures []measure) {
	type place struct {
		col  int
		unit string
	}
	seen := map[place]int{}
	for _, m := range measures {
		seen[place{g.Cells[m.cell].Col, m.unit}]++
	}
	for _, m := range measures {
		if seen[place{g.Cells[m.cell].Col, m.unit}] > 1 {
			signs[m.cell].kind = numberCell
		}
	}
}

// unitOf returns the unit if text is a number and one word behind it.
func unitOf(text string) (string, bool) {
	text = strings.TrimSpace(text)
	unit := strings.TrimLeft(text, "0123456789"+besideDigits)
	if unit == "" || len(unit) > unitBytes || len(unit) == len(text) || text[0] < '0' || text[0] > '9' {
		return "", false
	}
	return unit, strings.IndexFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// isCellLabel reports whether text ends with a colon: it names what follows.
func isCellLabel(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > 1 && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："))
}

// isBlank reports whether text has only signs of controls.
func isBlank(text string) bool {
	return strings.Trim(text, string(layout.FieldSign)+" ") == "" && text != ""
}

// fillers stand for a value that is missing.
var fillers = map[string]bool{
	"-": true, "–": true, "—": true, "--": true, "―": true, "−": true, "..": true, "...": true, "…": true, ".": true, ":": true, "*": true,
	"n/a": true, "n.a.": true, "na": true, "nil": true, "nd": true, "n.d.": true, "none": true, "x": true,
}

// powersOfTen are the words for them behind a number: "100 million". In the first row such a number may name a class of
// sizes.
var powersOfTen = map[string]bool{
	"thousand": true, "million": true, "millions": true, "billion": true, "billions": true, "trillion": true, "lakh": true, "crore": true,
	"mio": true, "mrd": true, "tausend": true, "millionen": true, "milliarden": true, "mille": true, "milliard": true, "milliards": true,
	"millón": true, "millones": true, "milioni": true, "miliardi": true, "milhão": true, "milhões": true, "bn": true,
}

// besideDigits are signs that stand beside the digits of numbers.
const besideDigits = " .,()[]+-–—−%‰$€£¥'’*†‡<>≤≥~±:/"

// kindOfCell returns the kind of a cell's text. In a number at least half of the characters are
// digits, its unit and the mark of a note included.
func kindOfCell(text string) cellKind {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return blankCell
	case len(text) <= fillerBytes && fillers[strings.ToLower(text)]:
		return fillerCell
	case isYear(text):
		return yearCell
	case isName(text), isUnit(text):
		return textCell
	}
	digits, others := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune(besideDigits, r):
			others++
		}
	}
	if digits > 0 && digits >= others {
		return numberCell
	}
	return textCell
}

// isName reports whether text begins with letters and digits without space between:
// "IC03", "Q1 2010", "H2O".
func isName(text string) bool {
	i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return i > 0 && text[i] >= '0' && text[i] <= '9'
}

// isUnit reports whether text is a unit of money in thousands or millions: "€000".
func isUnit(text string) bool {
	bare := strings.Trim(text, besideDigits)
	return len(bare) >= 3 && strings.Trim(bare, "0") == ""
}

// unitBytes is the longest word that counts as a unit: "months", "points", "percent".
const unitBytes = 10

// fillerBytes is the length of the longest filler.
const fillerBytes = 5

// isYear reports whether text is a year from 1800 to 2099, perhaps with a mark, a
// currency or a span to another year: "2010", "2009/10", "1999-2003".
func isYear(text string) bool {
	text = strings.Trim(text, "*†‡£€$ ")
	if len(text) < 4 || text < "1800" || text >= "2100" {
		return false
	}
	for i := range 4 {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	rest := text[4:]
	if rest == "" {
		return true
	}
	r, size := utf8.DecodeRuneInString(rest)
	rest = rest[size:]
	return strings.ContainsRune("/-–—", r) && (len(rest) == 2 || len(rest) == 4) && strings.Trim(rest, "0123456789") == ""
}

// joined returns the text of p with spaces for line ends.
func (s *sheet) joined(p *part) string {
	switch p.count {
	case 0:
		return ""
	case 1:
		return s.lineText(p.first)
	}
	var b strings.Builder
	b.Grow(int(p.bytes) + int(p.count))
	for i := p.first; i <= p.last(); i++ {
		if i > p.first {
			b.WriteByte(' ')
		}
		b.WriteString(s.lineText(i))
	}
	return b.String()
}

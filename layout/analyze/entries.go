package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// An index is a column of short lines, most of which end in page numbers. Each entry begins at the left
// edge. Lines further in continue the entry or are its subentries:
//
//	hash functions, 12, 40-43
//	headings, 7
//	  numbered, 9
//	  of tables, 31

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// An index has at least indexLines lines in a column. indexNumbers of them end in a page number or in
	// the comma after one (.81 or more in an index column of the R manual, at most .23 of the long lines
	// of the documents tuned on). indexEdge of them begin at the left edge; the rest are second lines and
	// subentries. At most indexUnder of the numbers stand under each other at the right edge, as all do on
	// contents pages.
	indexLines   = 6
	indexNumbers = 0.7
	indexEdge    = 0.4
	indexUnder   = 0.5
)

// isIndex reports whether the lines of the leaf are entries of an index. The lines of a contents page end
// in numbers too, but these stand under each other; cells of tables share rows.
func (bf *blockFinder) isIndex() bool {
	if len(bf.lines) < indexLines || bf.rtl {
		return false
	}
	numbers, under, edge := 0, 0, 0
	for i := range bf.lines {
		l := &bf.lines[i]
		if l.cell || l.label {
			return false
		}
		if bf.atEdge(l) && chars.IsLetter(l.firstRune) {
			edge++
		}
		if chars.IsDigit(l.lastRune) || l.lastRune == ',' {
			numbers++
			if bf.right-l.u1 < measureSlack*l.em {
				under++
			}
		}
	}
	all := float32(len(bf.lines))
	return float32(numbers) >= indexNumbers*all && float32(edge) >= indexEdge*all &&
		float32(under) <= indexUnder*float32(numbers)
}

// atEdge reports whether l begins at the edge of the leaf.
func (bf *blockFinder) atEdge(l *line) bool {
	start, _ := bf.edges(l)
	return start-bf.left < blockIndent/2*l.em
}

// breaksEntry returns why line i of an index begins an entry; "": it does not.
func (bf *blockFinder) breaksEntry(i int) string {
	a, b := &bf.lines[i-1], &bf.lines[i]
	if bf.atEdge(b) && (chars.IsDigit(a.lastRune) || bf.hasRoom(a, b)) {
		return whyEntry
	}
	return ""
}

package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// An index is a column of short lines most of which end in the number of a page. Each
// entry begins at the left edge; what stands further in goes on with it.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// An index has so many lines in a column; so large a share of them ends in the number
	// of a page or the comma after one (of those of an index column of the R manual 0.81
	// at the least, of the long lines of the documents tuned on 0.23 at the most), begins at
	// the left edge (the rest are second lines and entries below entries), and so many of
	// the numbers may stand under each other at the right edge, as all do on contents pages.
	indexLines   = 6
	indexNumbers = 0.7
	indexEdge    = 0.4
	indexUnder   = 0.5
)

// isIndex reports whether the lines of the leaf are entries of an index. Those of a
// contents page end in numbers too, but under each other, and cells stand in rows.
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

// atEdge reports that l begins where the leaf does.
func (bf *blockFinder) atEdge(l *line) bool {
	start, _ := bf.edges(l)
	return start-bf.left < blockIndent/2*l.em
}

// breaksEntry says why line i of an index begins an entry, or "".
func (bf *blockFinder) breaksEntry(i int) string {
	a, b := &bf.lines[i-1], &bf.lines[i]
	if bf.atEdge(b) && (chars.IsDigit(a.lastRune) || bf.hasRoom(a, b)) {
		return whyEntry
	}
	return ""
}

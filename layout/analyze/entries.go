package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// An index is a column of short lines most of which end in the number of a page. Each
// entry begins at the left edge; what stands further in goes on with it.

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

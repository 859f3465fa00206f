package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Channels between words inside a column. They are at least refineWidth wide, more than the space of
	// any usual font (Helvetica .28, DejaVu .32). At least refineLines lines and refineShare of them have
	// words on both sides; at most refineCrossed may cross. columnsRefined bounds the columns looked into.
	refineWidth    = 0.36
	refineLines    = 3
	refineShare    = 0.4
	refineCrossed  = 0.1
	columnsRefined = limits.RefinedColumns
)

// refine looks into columns for channels between words. Cells may stand closer than the gap that cuts rows
// into parts, but never leave a channel as narrow as a space:
//
//	Apples  red   0.58       "Apples  red" was one column
//	Pears   green 1.10
//	Plums   blue  0.23
func (a *columnStage) refine() {
	if len(a.cols) > columnsRefined {
		return
	}
	out := a.refined[:0]
	for c := range a.cols {
		out = a.refineColumn(out, c)
	}
	a.refined, a.cols = a.cols, out
}

// refineColumn adds the columns that column c turns out to be.
func (a *columnStage) refineColumn(out []alignedColumn, c int) []alignedColumn {
	k := a.cols[c]
	lines := a.wordCover(c)
	if lines < refineLines {
		return append(out, k)
	}
	most := int32(refineCrossed*float32(lines) + 0.5)
	cover, first := int32(0), true
	end := k.u0
	for i, s := range a.cover {
		cover += s.step
		if cover > most || i+1 == len(a.cover) {
			continue
		}
		low := interval{s.u, a.cover[i+1].u}
		if low.b-low.a < refineWidth*a.em || a.beside(c, low) < max(refineLines, int(refineShare*float32(lines))) {
			continue
		}
		if first {
			out = append(out, alignedColumn{edge: k.edge, u0: k.u0, u1: low.a})
			first = false
		} else {
			out = append(out, alignedColumn{edge: end, u0: end, u1: low.a})
		}
		end = low.b
		out[len(out)-1].u1 = low.a
	}
	if first {
		return append(out, k)
	}
	return append(out, alignedColumn{edge: end, u0: end, u1: k.u1})
}

// wordCover makes the steps of the words of column c and returns how many lines have such words.
func (a *columnStage) wordCover(c int) int {
	a.cover = a.cover[:0]
	lines := 0
	for i := range a.band {
		l := &a.band[i]
		if !l.gaps || l.even {
			continue
		}
		any := false
		for _, p := range a.parts[l.first:l.end] {
			if p.u0 < a.cols[c].u1 && p.u1 > a.cols[c].u0 {
				a.addWords(&p)
				any = true
			}
		}
		if any {
			lines++
		}
	}
	slices.SortFunc(a.cover, coverOrder)
	return lines
}

func (a *columnStage) addWords(p *alignedPart) {
	glyphs := a.s.glyphs[p.first : p.first+p.count]
	for at := 0; at < len(glyphs); {
		end, u0, u1 := wordAt(glyphs, at)
		a.cover = append(a.cover, coverStep{u0, 1}, coverStep{u1, -1})
		at = end
	}
}

// beside counts the lines of column c with a word on either side of a channel and
// none in it.
func (a *columnStage) beside(c int, low interval) int {
	n := 0
	for i := range a.band {
		l := &a.band[i]
		if !l.gaps || l.even {
			continue
		}
		left, right := false, false
		for _, p := range a.parts[l.first:l.end] {
			if p.u1 <= a.cols[c].u0 || p.u0 >= a.cols[c].u1 {
				continue
			}
			left = left || p.u0 < low.a
			right = right || p.u1 > low.b
		}
		if left && right {
			n++
		}
	}
	return n
}

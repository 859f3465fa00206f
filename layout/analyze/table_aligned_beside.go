package analyze

import "slices"

// Few rows that line up may be columns of the page, each with a title of its own. The text below them
// tells which.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A page has columns if linesBelow lines below a few rows go on in one column.
	linesBelow = 2
	// Two addresses have addressLines lines at most, stand addressGap apart or more and begin in addressTop of the
	// height of the page.
	addressLines = 8
	addressGap   = 8
	addressTop   = 0.35
)

// columnGoesOn reports whether text goes on below the band in one column behind the first, and nothing stands
// beside it:
//
//	Our purpose        Our mission        What we do
//	AI for people      AI everywhere      Tools that all can use
//	                                      • on any cloud
//	                                      • with data of your own
func (a *columnStage) columnGoesOn() bool {
	below := 0
	for i := a.after; i < len(a.lines) && below < linesBelow && (below == 0 || !a.isFar(i)) && a.inColumn(i) > 0; i++ {
		below++
	}
	return below == linesBelow
}

// hasAddresses reports whether the band shows people or offices side by side: a line of it has a mail address in each
// column. A table has them below each other.
//
//	Frank Schmager            Nicholas Cameron          James Noble
//	University of Wellington  University of Wellington  University of Wellington
//	frank@ecs.vuw.ac.nz       nicholas@ecs.vuw.ac.nz    kjx@ecs.vuw.ac.nz
func (a *columnStage) hasAddresses() bool {
	return slices.ContainsFunc(a.band, func(l alignedLine) bool {
		parts := a.parts[l.first:l.end]
		return len(parts) >= 2 && !slices.ContainsFunc(parts, func(p alignedPart) bool {
			return !slices.ContainsFunc(a.s.glyphs[p.first:p.first+p.count], func(g glyph) bool { return g.char == '@' })
		})
	})
}

// isLetterhead reports whether the band is two addresses, far apart from each other at the head of the first page:
//
//	Pallister & Daughters                  Harbour Office Fennick
//	Rope and sailcloth                     Attn. Mr Reed
//	3 Quay Lane                            1 Pier Road
//	Dunmere                                Fennick
//
// Their lines begin with capitals or numbers, none is a number or bold, and none names what stands beside it ("Date:").
func (a *columnStage) isLetterhead() bool {
	if a.s.c.Page != 1 || len(a.cols) != 2 || a.rulesN > 0 || len(a.band) > addressLines || a.band[0].v > addressTop*a.s.c.Height || a.cols[1].u0-a.cols[0].u1 < addressGap*a.em {
		return false
	}
	for _, l := range a.band {
		for _, p := range a.parts[l.first:l.end] {
			if p.kind != textPart || p.bold || p.label || p.lower || a.s.glyphs[p.tail].char == ':' {
				return false
			}
		}
	}
	return true
}

// inColumn returns the column of line i, which is below the band; -1: the line is in none, or in several.
func (a *columnStage) inColumn(i int) int {
	l := &a.lines[i]
	c := a.columnOf(l.u0)
	if l.solid || c != a.columnOf(l.u1) || l.u0 < a.cols[c].u0-a.em {
		return -1
	}
	return c
}

// endOfColumns returns the end of the lines below the band that lie in one of its columns.
func (a *columnStage) endOfColumns() int {
	end := a.after
	for end < len(a.lines) && a.inColumn(end) >= 0 {
		end++
	}
	return end
}

// keepColumns notes that the page has the columns of the band: from its first line to the line before end.
func (a *columnStage) keepColumns(end int) {
	a.pageColumns = a.pageColumns[:0]
	for c := range a.cols {
		a.pageColumns = append(a.pageColumns, a.cols[c].edge)
	}
	a.top, a.foot = a.band[0].v, a.lines[end-1].v
}

// cutColumns reads a region column by column if the search for tables found columns of the page in it.
func (s *regionStage) cutColumns(region []int32, column bool, depth int) bool {
	edges := append([]float32(nil), s.aligner.pageColumns...)
	if len(edges) < 2 || depth >= regionDepth {
		return false
	}
	first, end := 0, len(region)
	for first < end && s.segments[region[first]].v < s.aligner.top {
		first++
	}
	for end > first && s.segments[region[end-1]].v > s.aligner.foot {
		end--
	}
	above, below := region[:first], region[end:]
	s.cut(above, column, depth+1)
	band := append([]int32(nil), region[first:end]...)
	rtl := s.rightToLeft(band)
	for c := range edges {
		if rtl {
			c = len(edges) - 1 - c
		}
		var own []int32
		for _, i := range band {
			if u0 := s.segments[i].u0; (c == 0 || u0 >= edges[c]) && (c+1 == len(edges) || u0 < edges[c+1]) {
				own = append(own, i)
			}
		}
		s.cut(own, true, depth+1)
	}
	s.cut(below, column, depth+1)
	return true
}

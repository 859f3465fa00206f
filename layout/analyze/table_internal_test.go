package analyze

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// place is a text on one baseline, each character of it 5 wide and no space shown.
type place struct {
	u, v float32
	text string
}

// stageOf is a stage with each place as a segment, in the rows they are given
// in: a new row where the baseline changes.
func stageOf(places ...place) (*blockStage, []int32) {
	s := &blockStage{}
	s.c, s.p = &layout.Content{}, &layout.Page{}
	s.frames, s.runs = []frame{{cos: 1}}, make([]runInfo, 1)
	s.c.Runs = []layout.Run{{Font: -1}}
	var region []int32
	row := int32(-1)
	for i, p := range places {
		if i == 0 || p.v != places[i-1].v {
			row++
		}
		g := segment{first: int32(len(s.glyphs)), row: row, v: p.v, size: 10, u0: p.u, u1: p.u}
		for _, r := range p.text {
			if r != ' ' {
				s.glyphs = append(s.glyphs, glyph{u0: g.u1, u1: g.u1 + 5, v: p.v, size: 10, char: r})
				g.count++
			}
			g.u1 += 5
		}
		region = append(region, int32(i))
		s.segments = append(s.segments, g)
	}
	return s, region
}

func (s *segmentStage) segmentText(i int32) string {
	g := &s.segments[i]
	if g.grid != 0 {
		return "#"
	}
	out := ""
	for _, c := range s.glyphs[g.first : g.first+g.count] {
		out += string(c.char)
	}
	return out
}

func TestClaimCutsTextAtTheEdgesOfAGrid(t *testing.T) {
	t.Parallel()
	s, region := stageOf(
		place{0, 80, "above"},
		place{0, 100, "left aa bb cc right"}, // 0 20, 25 35, 40 50, 55 65, 70 95
		place{25, 115, "wi on"},
		place{0, 130, "below"},
	)
	s.addGrid(grid{
		u: []float32{23, 38, 53, 68}, v: []float32{90, 105, 120},
		spans: []gridSpan{{row: 1, col: 0, rows: 1, cols: 2}},
	})
	rest := s.claim(region, 0, 0)

	var left []string
	for _, n := range rest {
		left = append(left, s.segmentText(n))
	}
	require.Equal(t, []string{"above", "left", "#", "right", "#", "below"}, left)
	cells := map[gridSpan]string{}
	for _, p := range s.grids[0].parts {
		cells[s.grids[0].cells[p.cell].gridSpan] += s.segmentText(p.seg)
	}
	require.Equal(t, map[gridSpan]string{
		{0, 0, 1, 1}: "aa", {0, 1, 1, 1}: "bb", {0, 2, 1, 1}: "cc", {1, 0, 1, 2}: "wion",
	}, cells)
}

func TestAWordOverAnEdgeStaysWhole(t *testing.T) {
	t.Parallel()
	s, region := stageOf(place{0, 100, "overlong b"})
	s.addGrid(grid{u: []float32{0, 30, 60}, v: []float32{90, 110}})
	s.claim(region, 0, 0)
	require.Len(t, s.grids[0].parts, 2)
	require.Equal(t, "overlong", s.segmentText(s.grids[0].parts[0].seg))
}

func TestALeafIsPartedAtItsGrid(t *testing.T) {
	t.Parallel()
	s, region := stageOf(place{0, 80, "above"}, place{0, 100, "aa bb"}, place{0, 115, "cc dd"}, place{0, 130, "below"})
	s.addGrid(grid{u: []float32{-5, 12, 30}, v: []float32{90, 105, 120}, why: "drawn by hand"})
	s.addLeaves(s.claim(region, 0, 0), false)
	s.findLines()
	s.findBlocks()

	require.Len(t, s.blocks, 3)
	b := s.blocks[1]
	require.Equal(t, layout.Grid, b.Kind)
	require.Equal(t, "drawn by hand", b.Why)
	require.EqualValues(t, 4, b.LineCount)
	require.Len(t, b.Table.Cells, 4)
	for i, c := range b.Table.Cells {
		require.EqualValues(t, 1+i, c.FirstLine)
		require.EqualValues(t, 1, c.LineCount)
	}
	require.Equal(t, s.blocks[0].Column, s.blocks[2].Column)
}

func TestATableReadFromTheRightNumbersItsColumnsSo(t *testing.T) {
	t.Parallel()
	s, region := stageOf(place{0, 100, "אב גד"})
	s.anyRTL = true
	s.addGrid(grid{u: []float32{-5, 12, 30}, v: []float32{90, 105}})
	s.addLeaves(s.claim(region, 0, 0), false)
	s.findLines()
	s.findBlocks()

	cells := s.blocks[0].Table.Cells
	require.Equal(t, 0, cells[0].Col)
	require.InDelta(t, 12, cells[0].Box.X0, 0.01)
	require.InDelta(t, 12, s.lines[cells[0].FirstLine].u0, 3.1)
}

func TestConfidenceInATableWithRulesIsEvidence(t *testing.T) {
	t.Parallel()
	sure := func(f gridFacts) float32 {
		c, _ := f.judge()
		return c
	}
	whole := gridFacts{cells: 12, filled: 12, rows: 4, cols: 3, slots: 12, width: 3, words: 20}
	sparse, merged, small, crossed := whole, whole, whole, whole
	sparse.filled = 6
	merged.slots = 16
	small.cells, small.filled, small.slots, small.width, small.rows, small.cols = 4, 4, 4, 2, 2, 2
	crossed.crossed = 2
	require.EqualValues(t, 1, sure(whole))
	for name, f := range map[string]gridFacts{"half of the cells": sparse, "cells over several": merged, "four cells": small, "words crossed": crossed} {
		require.Less(t, sure(f), float32(1), name)
		require.Greater(t, sure(f), float32(0.7), name)
	}
}

func TestAFormIsNoTable(t *testing.T) {
	t.Parallel()
	table := gridFacts{cells: 57, filled: 57, rows: 8, cols: 8, slots: 64, width: 8, words: 78}
	sure, why := table.judge()
	require.Positive(t, sure)
	require.Equal(t, "rules make 57 cells, 57 with text", why)

	form := gridFacts{cells: 111, filled: 48, rows: 34, cols: 7, slots: 34 * 7, width: 7, words: 596}
	sure, _ = form.judge()
	require.Zero(t, sure)

	drawing := gridFacts{cells: 20, filled: 20, rows: 4, cols: 5, slots: 20, width: 5, words: 40, crossed: 9}
	sure, _ = drawing.judge()
	require.Zero(t, sure)

	columns := gridFacts{cells: 4, filled: 4, rows: 2, cols: 2, slots: 4, width: 2, words: 800, long: 4, open: true}
	sure, _ = columns.judge()
	require.Zero(t, sure)
	columns.open = false
	sure, _ = columns.judge()
	require.Positive(t, sure, "long cells with a frame around them")
}

func TestTheFirstLineIsLargerThanNone(t *testing.T) {
	t.Parallel()
	a := partStage{lines: []alignedLine{{size: 20}, {size: 10}, {size: 20}}}
	require.False(t, a.isLarger(0, 1), "no line stands above it")
	require.False(t, a.isLarger(1, 2))
	require.True(t, a.isLarger(2, 3))
}

// TestWhatStandsInForATableIsNoEntry has the stand-in of a table whose row has two segments apart from each
// other: its count is that of both, which is more than there are glyphs from the first on.
func TestWhatStandsInForATableIsNoEntry(t *testing.T) {
	t.Parallel()
	s, _ := stageOf(place{10, 20, "12"}, place{60, 40, "a word"}, place{10, 60, "a,3"})
	s.glyphs = slices.Clip(s.glyphs)
	row := s.segments[2]
	require.True(t, s.endsListed(&row))
	row.grid, row.count = 1, row.count+2
	require.False(t, s.endsListed(&row))
	require.False(t, s.isNumber(&row))
	_, ok := s.leadingNumber(&row)
	require.False(t, ok)
}

// TestOpenFramesWithRulesInPieces has a table whose upper rule is one of two lines, drawn anew over each of its columns.
// The first column is open on the left.
func TestOpenFramesWithRulesInPieces(t *testing.T) {
	t.Parallel()
	var level []rule
	for _, at := range []float32{100, 101.6} {
		for from := float32(40); from < 240; from += 40 {
			level = append(level, rule{at: at, from: from + 4, to: from + 40})
		}
	}
	level = append(level, rule{at: 116, from: 40, to: 240}, rule{at: 132, from: 40, to: 240})
	upright := []rule{{at: 80, from: 100, to: 132}, {at: 120, from: 100, to: 132}, {at: 160, from: 100, to: 132}, {at: 200, from: 100, to: 132}, {at: 240, from: 100, to: 132}}
	require.Equal(t, []float32{40, 80, 120, 160, 200, 240}, edgesOf(upright, level))
	require.Equal(t, []float32{80, 120, 160, 200, 240}, edgesOf(upright, append(level[1:5:5], level[10])), "one rule runs on")
}

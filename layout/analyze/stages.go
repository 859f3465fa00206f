package analyze

import (
	"context"
	"sync"

	"github.com/pagelift/pagelift/layout"
)

// A page is read in stages. Each embeds the one before it, so that its passes see what all
// before it have found, and cannot see or call what comes later: the compiler keeps the order.
//
//	contentStage   what the page paints, and what is put among it
//	  shapeStage   rules, areas, dots, drawings, pictures
//	  runStage     runs of glyphs that are read, and the frames they stand in
//	  glyphStage   glyphs, row by row as they were painted
//	  segmentStage parts of rows between wide gaps
//	  tableStage   tables, and boxes with text
//	  regionStage  columns and what stands between them, in reading order
//	  lineStage    lines
//	  blockStage   blocks
//	  writeStage   the text of the page
//	  figureStage  drawings and pictures that are figures
//
// What a stage finds stands first in it; below the empty line is storage of its passes,
// which the next page uses again.

// analysis is what one call of Page needs besides its result. It is reused.
type analysis struct{ figureStage }

var pool = sync.Pool{New: func() any {
	a := &analysis{}
	a.styles = map[layout.Style]int32{}
	return a
}}

// begin makes a ready for c, of which p is made.
func (a *analysis) begin(c *layout.Content, p *layout.Page, opts Options) {
	a.contentStage.begin(c, p, opts)
	a.runStage.begin()
	a.glyphStage.begin()
	a.segmentStage.begin()
	a.tableStage.begin()
	a.regionStage.begin()
	a.lineStage.begin()
	a.blockStage.begin()
	a.writeStage.begin()
}

// release gives a back, without anything that would keep a document alive.
func (a *analysis) release() {
	a.contentStage.forget()
	a.shapeStage.forget()
	a.runStage.forget()
	a.tableStage.forget()
	a.blockStage.forget()
	a.writeStage.forget()
	pool.Put(a)
}

// contentStage has what the page paints: passes before the glyphs are read add stand-ins
// to it, for what is no text and stands in the text.
type contentStage struct {
	c     *layout.Content
	p     *layout.Page
	extra []string // texts besides Content.Strings
	leads []bool   // by control: its label stands before it, though it is ticked

	untagged bool           // see Options
	own      layout.Content // c with stand-ins for the controls of forms, where it has any
	fields   []int32        // Content.Fields, as their signs are written
	compared int            // pairs of a small shape and a path so far
}

func (s *contentStage) begin(c *layout.Content, p *layout.Page, opts Options) {
	s.c, s.p, s.untagged = c, p, opts.Untagged
}

func (s *contentStage) forget() {
	s.c, s.p = nil, nil
	s.own = layout.Content{Runs: s.own.Runs[:0], Glyphs: s.own.Glyphs[:0]}
	clear(s.extra)
	s.extra = s.extra[:0]
}

// shapeStage has what is drawn and pictured. What of it stands in the text as a sign does
// is put among the content.
type shapeStage struct {
	contentStage

	rulings []paintedRuling
	// shortBars are level strokes too short for rules, of pages with mathematics.
	shortBars []paintedRuling
	horizon   []int32 // level rulings by y
	areas     []area
	dots      []dot           // by height
	rasters   []layout.Figure // the pictures made of images, then the small drawings that may be bullets, then the words that are drawn
	drawings  drawingFinder
	formulas  formulaFinder
	insets    insetFinder
	words     wordFinder
}

func (s *shapeStage) findShapes() {
	s.p.Rulings = s.findRulings()
	s.findWords()
	s.findDrawings()
	s.placeFormulas()
	s.placeFields()
	s.placeEndBoxes()
	s.rasters = append(s.rasterFigures(), s.smallDrawings()...)
	s.rasters = append(s.rasters, s.wordFigures()...)
	s.placeInsets()
	s.settleWords()
}

func (s *shapeStage) forget() { s.rasters = nil }

// runStage has what is to be known of the runs before their glyphs are read.
type runStage struct {
	shapeStage

	runs     []runInfo
	frames   []frame
	byWeight []int32       // frames, the heaviest first
	actual   []replacement // by mark

	frame [2 * turns]int32 // by turn and writing mode: index into frames + 1
	fits  []fontFit        // by font
	gaps  []float32
}

func (s *runStage) begin() {
	s.frames, s.frame = s.frames[:0], [2 * turns]int32{}
}

func (s *runStage) readRuns(keepUnseen bool) {
	s.splitUnseen(keepUnseen)
	s.evenRecognised()
	s.widenSqueezed()
	s.fitAdvances()
	s.readFrames()
}

func (s *runStage) forget() {
	clear(s.actual)
	s.actual = s.actual[:0]
}

// glyphStage has the glyphs that are text, in chunks as they were painted.
type glyphStage struct {
	runStage

	glyphs   []glyph // in paint order; then those that were moved to stand in order
	chunks   []chunk
	anyRTL   bool // any character of a script written from right to left
	anyBreak bool // any glyph is breakable

	gather gatherer
	sorter sorter
	placed []placedGlyph // of the stretch that is sorted
}

func (s *glyphStage) begin() {
	s.glyphs, s.chunks = s.glyphs[:0], s.chunks[:0]
	s.anyRTL, s.anyBreak = false, false
}

// segmentStage has the rows of all frames, cut at wide gaps.
type segmentStage struct {
	glyphStage

	segments []segment

	rows []row // of the frame at hand
}

func (s *segmentStage) begin() { s.segments = s.segments[:0] }

func (s *segmentStage) cutFrames(ctx context.Context) error {
	for _, f := range s.frameOrder() {
		s.findSegments(&s.frames[f])
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// tableStage has the tables and the boxes with text, both without the text that is in
// them. Tables that only alignment shows are found by the next stage, region by region,
// with the passes of this one.
type tableStage struct {
	segmentStage

	grids  []grid
	panels []panel

	ruled    ruleFinder
	levels   []rule
	levelsOf int32  // the frame of levels and uprights, plus one
	uprights []rule // across the text of that frame
	aligner  aligner
	axes     axisFinder
	claimed  []int32 // a region without what grids took
}

func (s *tableStage) begin() {
	s.grids, s.panels = s.grids[:0], s.panels[:0]
	s.levelsOf, s.axes.looked = 0, 0
}

func (s *tableStage) findTables() {
	s.ruledTables()
	s.findPanels()
	for _, f := range s.byWeight {
		s.stackedTables(f)
	}
}

func (s *tableStage) forget() { clear(s.grids) }

// regionStage has the parts of the page that are read from top to bottom, in order.
type regionStage struct {
	tableStage

	leaves []leaf

	regions regionFinder
	numbers []lineNumber // of the region at hand
}

func (s *regionStage) begin() {
	s.leaves, s.regions.all = s.leaves[:0], s.regions.all[:0]
}

func (s *regionStage) findRegions(ctx context.Context) error {
	for _, f := range s.byWeight {
		s.findLeaves(f)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	s.placeGrids()
	return nil
}

// lineStage has the lines, those of tables cell by cell.
type lineStage struct {
	regionStage

	lines []line

	apart        []int32 // glyphs of the line at hand that may begin words
	cellSegments []int32 // of one row of a cell
	rtl          bidiLine
}

func (s *lineStage) begin() { s.lines = s.lines[:0] }

func (s *lineStage) joinLines() {
	s.findLines()
	s.findBullets()
	s.weighDirections()
}

// blockStage has the blocks, in reading order.
type blockStage struct {
	lineStage

	blocks []layout.Block

	blocked  []layout.Rect // floats and pictures beside lines
	samples  []pitchSample
	leadings []leading
	typed    bool // the page is in a fixed-width font
}

func (s *blockStage) begin() { s.blocks = s.blocks[:0] }

func (s *blockStage) joinBlocks() {
	s.findBlocks()
	s.findPrograms()
}

func (s *blockStage) forget() { clear(s.blocks) }

// writeStage has the text with all that refers to it.
type writeStage struct {
	blockStage

	out writer

	styles  map[layout.Style]int32
	looks   lookCache
	links   linkIndex
	under   []underline // rules that mark the line at hand
	strikes strikeLooks
}

func (s *writeStage) begin() {
	s.looks = lookCache{}
	s.out.reset()
}

func (s *writeStage) forget() {
	clear(s.styles)
	clear(s.out.styles)
	s.out.styles = s.out.styles[:0]
}

// figureStage decides which drawings are figures, which needs their text.
type figureStage struct {
	writeStage

	graphics graphicFinder
}

// text is what g stands for when it is not one character.
func (s *contentStage) text(char rune) string {
	i := int(^char)
	if i < len(s.c.Strings) {
		return s.c.Strings[i]
	}
	if i -= len(s.c.Strings); i < len(s.extra) {
		return s.extra[i]
	}
	return ""
}

// addText keeps t and returns the char that stands for it.
func (s *contentStage) addText(t string) rune {
	s.extra = append(s.extra, t)
	return ^rune(len(s.c.Strings) + len(s.extra) - 1)
}

package analyze

import (
	"context"
	"sync"

	"github.com/pagelift/pagelift/layout"
)

// A page is read in stages. Each stage embeds the one before it. Its passes see what all earlier stages
// have found, and can neither see nor call what comes later: the compiler keeps the order.
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
// The results of a stage stand first in its struct. Below the empty line is storage of its passes, which
// the next page uses again.

// analysis is what one call of Page needs besides its result. It is pooled and reused.
type analysis struct{ figureStage }

var pool = sync.Pool{New: func() any {
	a := &analysis{}
	a.styles = map[layout.Style]int32{}
	return a
}}

// begin prepares a for the analysis of c into p.
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

// release returns a to the pool, without anything that would keep a document in memory.
func (a *analysis) release() {
	a.contentStage.forget()
	a.shapeStage.forget()
	a.runStage.forget()
	a.tableStage.forget()
	a.blockStage.forget()
	a.writeStage.forget()
	pool.Put(a)
}

// contentStage has what the page paints. Passes that run before the glyphs are read add stand-ins to it,
// for things that stand in the text but are no text.
type contentStage struct {
	c     *layout.Content
	p     *layout.Page
	extra []string // texts besides Content.Strings
	leads []bool   // by control: its label stands before it, although it is ticked

	untagged bool           // see Options
	own      layout.Content // copy of c with stand-ins, if c needs any
	fields   []int32        // indexes into Content.Fields, in the order in which their signs are written
	compared int            // pairs of a small shape and a path compared so far
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

// shapeStage has what is drawn and pictured. What stands in the text as a sign does, such as an icon, gets
// a stand-in among the content.
type shapeStage struct {
	contentStage

	rulings []paintedRuling
	// shortBars are level strokes too short for rules. They are found on pages with mathematics only.
	shortBars []paintedRuling
	horizon   []int32 // level rulings by y
	areas     []area
	dots      []dot           // by height
	keys      []layout.Rect   // the squares of the keys of charts, from left to right in each row
	rasters   []layout.Figure // pictures made of images, then small drawings that may be bullets, then drawn words
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

// runStage has what must be known about runs before their glyphs are read.
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

// glyphStage has the glyphs that are text, in chunks in paint order.
type glyphStage struct {
	runStage

	glyphs   []glyph // in paint order, then copies of those that were moved to stand in order
	chunks   []chunk
	anyRTL   bool // any character of a script written from right to left
	anyBreak bool // any glyph is breakable

	gather gatherer
	sorter sorter
	placed []placedGlyph // the glyphs that are being sorted
}

func (s *glyphStage) begin() {
	s.glyphs, s.chunks = s.glyphs[:0], s.chunks[:0]
	s.anyRTL, s.anyBreak = false, false
}

// segmentStage has the rows of all frames, cut at wide gaps.
type segmentStage struct {
	glyphStage

	segments []segment

	rows []row // rows of the current frame
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

// tableStage has the tables and the boxes with text, without the text in them. The next stage finds tables
// that only alignment shows, region by region, with the passes of this one.
type tableStage struct {
	segmentStage

	grids  []grid
	panels []panel

	ruled    ruleFinder
	levels   []rule
	levelsOf int32  // the frame that levels and uprights belong to, plus one
	uprights []rule // rules across the text of that frame
	aligner  aligner
	axes     axisFinder
	claimed  []int32 // a region without the text that grids have claimed
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
	numbers []lineNumber // numbers in the margin of the current region
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

// lineStage has the lines; those of tables are in order of the cells.
type lineStage struct {
	regionStage

	lines []line

	apart        []int32 // glyphs of the current line that may begin words
	cellSegments []int32 // segments of one row of a cell
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

// writeStage has the text, with all that refers to it.
type writeStage struct {
	blockStage

	out writer

	styles  map[layout.Style]int32
	looks   lookCache
	links   linkIndex
	under   []underline // rules that mark the current line
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

// figureStage decides which drawings are figures. It needs the text on them for that.
type figureStage struct {
	writeStage

	graphics graphicFinder
}

// text returns the text that char stands for when char is not one character itself.
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

// addText adds t to the texts and returns the char that stands for it.
func (s *contentStage) addText(t string) rune {
	s.extra = append(s.extra, t)
	return ^rune(len(s.c.Strings) + len(s.extra) - 1)
}

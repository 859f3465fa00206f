package analyze

import (
	"sync"

	"github.com/pagelift/pagelift/layout"
)

// glyph is one visible glyph, or one stretch of text that replaces glyphs, in
// the space of its frame: u runs along the baseline, v across it, downwards.
type glyph struct {
	u0, u1 float32
	v      float32
	size   float32 // em along the baseline, points
	char   rune    // ^i: text i, see scratch.text
	run    int32   // its runInfo.kin
	from   int32   // Content.Glyphs; of text that replaces several, the first
	flags  glyphFlags
}

type glyphFlags uint8

const (
	spaceBefore glyphFlags = 1 << iota // a space glyph was shown right before it
	spaceAfter                         // and right after it
	repeated                           // painted again at the same place
	dropped                            // a repetition: not text any more
	wordStart                          // a space stands before it
	rtlChar                            // of a script written from right to left
	breakable                          // an ActualText of a soft hyphen: text only at the end of a line
)

// runInfo is what layout needs of a run, computed once.
type runInfo struct {
	kin             int32 // the first of the consecutive runs before it that look like it, or itself
	frame           int32 // scratch.frames; -1: not in the lines
	actual          int32 // the mark whose ActualText replaces this run; -1: none
	em              float32
	height          float32 // em across the baseline
	tracked         float32 // what its letters keep of CharSpace: see trackingOf
	slanted         bool    // leans to the right as italics do
	recognised      bool    // read from the picture of a page: its font is not what a reader sees
	stacked         bool    // upright characters one below the other: see findStacked
	step            float32 // from letter to letter of a stacked word; 0: it is none
	ascent, descent float32 // points above and below the baseline, both positive
}

// chunk is a row of glyphs painted one after the other on one baseline without
// a wide gap: glyphs[first : first+count].
type chunk struct {
	first, count int32
	u0, u1, v    float32
	size         float32
	row          int32
	frame        int32
	mono         bool
	key          uint64 // see sorter
	shadowed     bool   // some of its glyphs are dropped
}

// segment is a part of a row between wide gaps: glyphs[first : first+count], left
// to right.
type segment struct {
	first, count int32
	row          int32
	u0, u1, v    float32
	size         float32 // of the row
	lastSize     float32 // of what was added last
	chunks       int32   // how many it was made of
	float        int32   // the panel that text flows around here, plus one; 0: none
	grid         int32   // the grid it stands in for, plus one; the panel, as -1-i; 0: it is text
	mono         bool
}

// scratch is what one call of Page needs besides its result. It is reused.
type scratch struct {
	c *layout.Content
	p *layout.Page

	untagged bool // see Options

	own      layout.Content // c with stand-ins for the controls of forms, where it has any
	fields   []int32        // Content.Fields, as their signs are written
	leads    []bool         // by control: its label stands before it, though it is ticked
	runs     []runInfo
	frames   []frame
	frame    [2 * turns]int32 // by turn and writing mode: index into frames + 1
	byWeight []int32          // frames, the heaviest first
	fits     []fontFit        // by font
	placed   []placedGlyph    // of the stretch that is sorted
	extra    []string         // texts besides Content.Strings
	actual   []replacement    // by mark
	glyphs   []glyph          // in paint order; then those that were moved to stand in order
	chunks   []chunk
	sorter   sorter
	gather   gatherer
	anyRTL   bool // any character of a script written from right to left
	anyBreak bool // any glyph is breakable

	segments     []segment
	rows         []row   // of the frame at hand
	claimed      []int32 // a region without what grids took
	cellSegments []int32 // of one row of a cell
	regions      regionFinder
	leaves       []leaf
	grids        []grid
	panels       []panel
	blocked      []layout.Rect // floats and pictures beside lines
	ruled        ruleFinder
	drawings     drawingFinder
	graphics     graphicFinder
	rasters      []layout.Figure // the pictures made of images, then the small drawings that may be bullets, then the words that are drawn
	insets       insetFinder
	words        wordFinder
	lines        []line
	numbers      []lineNumber // of the region at hand
	apart        []int32      // glyphs of the line at hand that may begin words
	gaps         []float32
	blocks       []layout.Block
	samples      []pitchSample
	leadings     []leading

	styles   map[layout.Style]int32
	looks    lookCache
	links    linkIndex
	under    []underline // rules that mark the line at hand
	rulings  []paintedRuling
	dots     []dot // by height
	areas    []area
	compared int     // pairs of a dot and a path so far
	horizon  []int32 // level rulings by y
	strikes  strikeLooks
	levels   []rule
	levelsOf int32 // the frame of levels, plus one
	aligner  aligner
	axes     axisFinder
	rtl      bidiLine
	out      writer
}

var pool = sync.Pool{New: func() any { return &scratch{styles: map[layout.Style]int32{}} }}

// begin makes s ready for c.
func (s *scratch) begin(c *layout.Content, p *layout.Page) {
	s.c, s.p = c, p
	s.frames, s.glyphs, s.chunks = s.frames[:0], s.glyphs[:0], s.chunks[:0]
	s.segments, s.leaves = s.segments[:0], s.leaves[:0]
	s.lines, s.blocks = s.lines[:0], s.blocks[:0]
	s.regions.all = s.regions.all[:0]
	s.grids, s.panels = s.grids[:0], s.panels[:0]
	s.levelsOf, s.axes.looked = 0, 0
	s.frame = [2 * turns]int32{}
	s.looks, s.anyRTL, s.anyBreak = lookCache{}, false, false
	s.out.reset()
}

// release gives s back, without anything that would keep a document alive.
func (s *scratch) release() {
	s.c, s.p = nil, nil
	s.own = layout.Content{Runs: s.own.Runs[:0], Glyphs: s.own.Glyphs[:0]}
	clear(s.extra)
	s.extra = s.extra[:0]
	clear(s.actual)
	s.actual = s.actual[:0]
	clear(s.styles)
	clear(s.out.styles)
	s.out.styles = s.out.styles[:0]
	clear(s.blocks)
	s.rasters = nil
	clear(s.grids)
	pool.Put(s)
}

// text is what g stands for when it is not one character.
func (s *scratch) text(char rune) string {
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
func (s *scratch) addText(t string) rune {
	s.extra = append(s.extra, t)
	return ^rune(len(s.c.Strings) + len(s.extra) - 1)
}

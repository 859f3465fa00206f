package analyze

import (
	"context"
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// glyph is one visible glyph, or one text that replaces glyphs, in the space of its frame: u runs along
// the baseline, v across it, downwards.
type glyph struct {
	u0, u1 float32
	v      float32
	size   float32 // em along the baseline, points
	char   rune    // ^i stands for text i, see contentStage.text
	run    int32   // its runInfo.kin
	from   int32   // Content.Glyphs; the first one, for text that replaces several
	flags  glyphFlags
}

type glyphFlags uint8

const (
	spaceBefore glyphFlags = 1 << iota // a space glyph was shown right before it
	spaceAfter                         // a space glyph was shown right after it
	repeated                           // painted again at the same place
	dropped                            // a repetition: not text any more
	wordStart                          // a space stands before it
	rtlChar                            // of a script written from right to left
	breakable                          // ActualText of a soft hyphen: text only at the end of a line
)

// runInfo is what layout needs of a run, computed once.
type runInfo struct {
	kin             int32 // the first of the consecutive runs that look alike and end with this one
	frame           int32 // runStage.frames; -1: not in the lines
	actual          int32 // the mark whose ActualText replaces this run; -1: none
	em              float32
	height          float32 // em across the baseline
	tracked         float32 // what its letters keep of CharSpace, see trackingOf
	slanted         bool    // leans to the right as italics do
	recognised      bool    // read from the picture of a page: its font is not what a reader sees
	stacked         bool    // upright characters one below the other: see findStacked
	step            float32 // distance from letter to letter of a stacked word; 0: it is none
	ascent, descent float32 // points above and below the baseline, both positive
}

// Limits for the heights that fonts declare, in ems: some declare 0, some 30.
const (
	ascentDefault  = 0.8
	descentDefault = 0.2
	ascentMin      = 0.4
	ascentMax      = 1.1
	descentMin     = 0.05
	descentMax     = 0.4
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// slantLeast is how far italic text leans, as a share of its height: browsers lean it by 0.25,
	// LibreOffice by 0.33, TeX by 0.167.
	slantLeast = 0.12
)

// measure computes the sizes of a run.
func (info *runInfo) measure(c *layout.Content, r *layout.Run) {
	info.em = hypot(r.Em[0], r.Em[1])
	info.height = hypot(r.Em[2], r.Em[3])
	if info.em == 0 || info.height == 0 {
		// Text may be squeezed to a line or a point. What remains tells how large it is.
		info.em = max(info.em, info.height, 1)
		info.height = info.em
	}
	info.slanted = r.Em[0]*r.Em[2]+r.Em[1]*r.Em[3] > slantLeast*info.em*info.height
	if r.Flags&layout.VerticalMode != 0 {
		info.em, info.height = info.height, info.em
		info.ascent, info.descent = info.height/2, info.height/2
		return
	}
	up, down := float32(ascentDefault), float32(descentDefault)
	if r.Font >= 0 && int(r.Font) < len(c.Fonts) {
		f := c.Fonts[r.Font]
		if f.Ascent > 0 {
			up = min(max(f.Ascent, ascentMin), ascentMax)
		}
		if f.Descent < 0 {
			down = min(max(-f.Descent, descentMin), descentMax)
		}
	}
	info.ascent, info.descent = up*info.height, down*info.height
}

// readGlyphs turns the visible glyphs into chunks, in paint order. Real files paint most lines from left
// to right, so later stages sort the few chunks and not the many glyphs.
func (s *glyphStage) readGlyphs(ctx context.Context) error {
	s.gather = gatherer{last: -1, frame: -1}
	s.findReplacements()
	for i, n := 0, 0; i < len(s.c.Runs); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := int32(i)
		first, end := s.nextGlyphs(&i)
		switch {
		case s.runs[at].frame < 0:
		case s.runs[at].actual >= 0:
			s.replaceRun(at, first, end)
		default:
			s.readRun(at, first, end)
		}
	}
	s.sortChunks()
	return ctx.Err()
}

// nextGlyphs returns the range of the glyphs of run i and of the runs after it that look the same and
// continue it: some programs show each glyph by itself. It moves i behind these runs.
func (s *runStage) nextGlyphs(i *int) (first, end int) {
	at := *i
	first, end = clampRange(s.c.Runs[at].First, s.c.Runs[at].Count, len(s.c.Glyphs))
	for *i++; *i < len(s.c.Runs); *i++ {
		from, to := clampRange(s.c.Runs[*i].First, s.c.Runs[*i].Count, len(s.c.Glyphs))
		if s.runs[*i].kin != s.runs[at].kin || s.runs[*i].frame != s.runs[at].frame || from != end {
			break
		}
		end = to
	}
	return first, end
}

// looksLike reports whether two runs differ in nothing but their glyphs.
func looksLike(a, b *layout.Run) bool {
	return a.Font == b.Font && a.Paint == b.Paint && a.Mark == b.Mark && a.Clip == b.Clip && a.Size == b.Size &&
		a.Em == b.Em && a.CharSpace == 0 && b.CharSpace == 0 && a.RenderMode == b.RenderMode &&
		a.Origin == b.Origin && a.Origin < layout.FromField && a.Flags == b.Flags && a.Confidence == b.Confidence
}

// readRun reads the glyphs [first, end), which look like run i.
func (s *glyphStage) readRun(i int32, first, end int) {
	r, info, glyphs := &s.c.Runs[i], &s.runs[i], s.c.Glyphs[first:end]
	i = info.kin
	s.changeFrame(info.frame)
	f := &s.frames[info.frame]
	cos, sin := f.cos, f.sin
	drop := s.sideways(r, info)
	plain := cos == 1 && sin == 0 && drop == 0 && !f.vertical
	next := glyph{size: info.em, run: i}
	for n := 0; n < len(glyphs); n++ {
		if plain {
			if n += s.readPlain(glyphs[n:], i, int32(first+n)); n == len(glyphs) {
				return
			}
		}
		g := &glyphs[n]
		u, v := g.X*cos+g.Y*sin, g.Y*cos-g.X*sin-drop
		if !near(u) || !near(v) || !near(g.Advance) {
			continue
		}
		width := g.Advance
		if f.vertical {
			width = abs(width)
		}
		if info.step > 0 && chars.IsSpace(g.Char) {
			continue // beside a letter, not between two
		}
		if info.stacked {
			u, v, width = info.stackedAt(u, v, width)
		}
		next.u0, next.u1, next.v, next.char, next.from, next.flags = u, u+width, v, g.Char, int32(first+n), 0
		if next.u1 < next.u0 {
			next.u0, next.u1 = next.u1, next.u0
		}
		s.addGlyph(&next)
	}
}

// readPlain handles as many of the next glyphs of run i as simply continue the open chunk: plain
// characters on the same baseline, one after the other, and spaces between them. Most glyphs are such, so
// they are handled without further checks. The first is Content.Glyphs[first]. It returns how many it
// handled.
func (s *glyphStage) readPlain(glyphs []layout.Glyph, i, first int32) int {
	a := &s.gather
	if !a.open || a.last < 0 {
		return 0
	}
	k, em := &s.chunks[len(s.chunks)-1], s.runs[i].em
	if last := &s.glyphs[a.last]; !chars.IsPlain(last.char) || last.run != i && !s.mayGoOn(k, i) {
		return 0 // before the slice grows, which every run would make it do again
	}
	kept := slices.Grow(s.glyphs, len(glyphs))
	last := &kept[a.last]
	tracked := s.runs[i].tracked
	if last.run != i {
		tracked = 0 // the space between two runs is not of this one
	}
	least, most, step := tracked-overlapStep*em, tracked+splitGap*em, repeatAlong*last.size
	u0, u1, end := last.u0, last.u1, k.u1
	n := 0
	for ; n < len(glyphs); n++ {
		g := &glyphs[n]
		if !(g.Advance > 0) || g.Y != k.v || !near(g.Advance) {
			break
		}
		gap := g.X - u1
		if g.Char == ' ' && near(g.X) {
			if abs(gap) < em/2 && abs(g.Y-kept[len(kept)-1].v) < em/2 {
				kept[len(kept)-1].flags |= spaceAfter
			}
			a.space, a.spaceStart, a.spaceEnd, a.spaceLine = true, g.X, g.X+g.Advance, g.Y
			continue
		}
		if !chars.IsPlain(g.Char) || !(gap > least && gap < most) || g.X-u0 <= step {
			break
		}
		flags := glyphFlags(0)
		if a.space {
			if abs(g.X-a.spaceEnd) < em/2 && abs(g.Y-a.spaceLine) < em/2 {
				flags = spaceBefore
			}
			a.space = false
		}
		u0, u1 = g.X, g.X+g.Advance
		if end < u1 {
			end = u1
		}
		// Field by field: copying a glyph made just before would have to wait for its fields.
		kept = kept[:len(kept)+1]
		next := &kept[len(kept)-1]
		next.u0, next.u1, next.v, next.size, next.char, next.run, next.from, next.flags = u0, u1, g.Y, em, g.Char, i, first+int32(n), flags
		if k.count++; tracked == 0 {
			tracked = s.runs[i].tracked
			least, most, step = tracked-overlapStep*em, tracked+splitGap*em, repeatAlong*em
		}
	}
	k.u1, s.glyphs, a.last = end, kept, int32(len(kept)-1)
	return n
}

// sideways returns how far text lying on its side in a vertical line moves. Its middle, not its baseline,
// then lies on the middle of the line.
func (s *runStage) sideways(r *layout.Run, info *runInfo) float32 {
	if s.frames[info.frame].vertical && r.Flags&layout.VerticalMode == 0 && !info.stacked {
		return (info.ascent - info.descent) / 2
	}
	return 0
}

func (s *glyphStage) changeFrame(f int32) {
	if s.gather.frame != f {
		s.gather.frame, s.gather.open, s.gather.last, s.gather.space = f, false, -1, false
	}
}

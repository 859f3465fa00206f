package analyze

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// replacement is a marked-content sequence with ActualText (ISO 32000-2 clause 14.9.4). The ActualText
// replaces the text of its glyphs:
//
//	/Span << /ActualText (first) >> BDC  ﬁ r s t  EMC      one word, "first"
type replacement struct {
	owner    int32 // this mark, or the nearest one around it with ActualText; -1: none
	frame    int32
	v0, v1   float32 // extent of baselines of its runs
	known    bool    // some of its glyphs are on the page
	keep     bool    // its glyphs are read: they are a passage over several lines that they spell out, or other words than the text
	unmapped bool    // some of its glyphs have no Unicode
	letters  int     // letters and digits among its glyphs
	glyph    int32   // the glyph that stands for the whole; -1: none yet
	first    int32   // the first glyph that it replaces, in Content.Glyphs
	count    int32   // how many glyphs from there on
}

// findReplacements finds for each run the ActualText that replaces it.
func (s *runStage) findReplacements() {
	any := false
	s.actual = sized(s.actual, len(s.c.Marks))
	for i := range s.c.Marks {
		m := &s.c.Marks[i]
		s.actual[i] = replacement{owner: -1, glyph: -1}
		if m.HasActual {
			s.actual[i].owner = int32(i)
			any = true
		} else if m.Parent >= 0 && int(m.Parent) < i {
			s.actual[i].owner = s.actual[m.Parent].owner
		}
	}
	if !any {
		return
	}
	for i := range s.c.Runs {
		if r := &s.c.Runs[i]; r.Mark >= 0 && int(r.Mark) < len(s.actual) && s.runs[i].frame >= 0 {
			s.runs[i].actual = s.actual[r.Mark].owner
			s.extend(r, &s.runs[i])
		}
	}
	for i := range s.actual {
		a := &s.actual[i]
		if !a.known || a.unmapped {
			continue
		}
		text := s.c.Marks[i].ActualText
		a.keep = a.v1 > a.v0 && strings.ContainsRune(text, ' ')
		if !a.keep && a.swallows(text) {
			a.keep = true
			s.p.Warnings = append(s.p.Warnings, layout.Warning{Code: "tag_text_overruled", Page: s.c.Page, Detail: "an ActualText has no room for the words that are to be seen: these are read"})
		}
	}
}

// silencedLetters is how many letters an empty ActualText may hide: those of a mark, or of a number in the
// margin. From swallowedLetters on, an ActualText may hide half of the letters.
const (
	silencedLetters  = 6
	swallowedLetters = 20
)

// swallows reports whether text, if it replaced the glyphs of a, would hide words that a reader sees: it
// is empty, or far too short. A single soft hyphen says that a hyphen is no letter of the word that it
// breaks; for letters it says nothing.
func (a *replacement) swallows(text string) bool {
	if isSoftHyphen(text) {
		return a.letters > 0
	}
	if a.letters < silencedLetters {
		return false
	}
	n := 0
	for _, r := range text {
		if isNoCharacter(r) {
			return true
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return saysNothing(text) || a.letters >= swallowedLetters && 2*n < a.letters
}

// isSoftHyphen reports whether text is one soft hyphen, spaces aside.
func isSoftHyphen(text string) bool { return strings.TrimSpace(text) == string(rune(chars.SoftHyphen)) }

// saysNothing reports whether text has no character that is seen or spoken: only spaces,
// and format characters such as the joiners.
func saysNothing(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) }) < 0
}

// isNoCharacter reports whether r has no agreed meaning: it is a replacement or a private character.
func isNoCharacter(r rune) bool { return r == utf8.RuneError || unicode.Is(unicode.Co, r) }

// extend notes where a run of a replaced sequence stands.
func (s *runStage) extend(r *layout.Run, info *runInfo) {
	first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
	if info.actual < 0 || first >= end {
		return
	}
	f, g, a := &s.frames[info.frame], &s.c.Glyphs[first], &s.actual[info.actual]
	v := g.Y*f.cos - g.X*f.sin
	if !a.known {
		a.known, a.frame, a.v0, a.v1 = true, info.frame, v, v
	}
	a.unmapped = a.unmapped || r.Flags&layout.Unmapped != 0
	for _, g := range s.c.Glyphs[first:end] {
		if g.Char < 0 || unicode.IsLetter(g.Char) || unicode.IsDigit(g.Char) {
			a.letters++
		}
		a.unmapped = a.unmapped || isNoCharacter(g.Char)
	}
	// Only a step to another line counts.
	if abs(v-a.v0) > info.height {
		a.v0, a.v1 = min(a.v0, v), max(a.v1, v)
	}
}

// replaceRun reads the glyphs [first, end), which look like run i and belong to a replaced sequence. The
// first glyph gets the text of the whole sequence; the others widen its box.
func (s *glyphStage) replaceRun(i int32, first, end int) {
	r, info := &s.c.Runs[i], &s.runs[i]
	a := &s.actual[info.actual]
	if a.keep {
		s.readRun(i, first, end)
		return
	}
	text := s.c.Marks[info.actual].ActualText
	if text == "" {
		return
	}
	s.changeFrame(info.frame)
	f := &s.frames[info.frame]
	drop := s.sideways(r, info)
	for n, g := range s.c.Glyphs[first:end] {
		u, v := g.X*f.cos+g.Y*f.sin, g.Y*f.cos-g.X*f.sin-drop
		if !near(u) || !near(v) || !near(g.Advance) || g.Char == 0 {
			continue // or the glyph is part of a formula
		}
		width := abs(g.Advance)
		if info.stacked {
			u, v, width = info.stackedAt(u, v, width)
		}
		next := glyph{u0: u, u1: u + width, v: v, size: info.em, run: info.kin, from: int32(first + n)}
		if a.glyph < 0 {
			s.beginReplacement(a, next, text)
			a.first = next.from
		} else if a.glyph < int32(len(s.glyphs)) {
			s.widen(a, &next)
		}
		a.count = next.from - a.first + 1
	}
}

// beginReplacement places the text of a where its first glyph stands.
func (s *glyphStage) beginReplacement(a *replacement, g glyph, text string) {
	if blank(text) {
		g.char = ' '
		s.addSpace(&g)
		return
	}
	if r, n := utf8.DecodeRuneInString(text); n == len(text) {
		g.char = r
		if r == chars.SoftHyphen {
			g.flags |= breakable
			s.anyBreak = true
		}
	} else {
		g.char = s.addText(text)
	}
	s.anyRTL = s.anyRTL || chars.IsRTL(s.firstRune(g.char))
	s.placeGlyph(&g)
	a.glyph = int32(len(s.glyphs) - 1)
}

// widen makes the box of the replacing glyph cover another glyph of its line.
func (s *glyphStage) widen(a *replacement, next *glyph) {
	g := &s.glyphs[a.glyph]
	if s.runs[g.run].frame != s.runs[next.run].frame || abs(next.v-g.v) > g.size {
		return
	}
	g.u0, g.u1 = min(g.u0, next.u0), max(g.u1, next.u1)
	if k := &s.chunks[len(s.chunks)-1]; a.glyph == k.first+k.count-1 {
		k.u0, k.u1 = min(k.u0, g.u0), max(k.u1, g.u1)
	}
}

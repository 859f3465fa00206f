package pdfua

import (
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// texts checks that the text of a page has Unicode characters, a language, and glyphs in its fonts.
func (c *Checker) texts(content *layout.Content, at place) {
	known := make(map[usedCode]codeState)
	for i := range content.Runs {
		run := &content.Runs[i]
		c.test("7.2-t34", c.lang || c.markState(run.Mark).lang, at, "the language of the text is not known")
		f, ok := content.Fonts[run.Font].Handle.(*font.Font)
		if !ok {
			continue
		}
		c.font(f, run.RenderMode, at)
		all := codeState{hasGlyphs: true, hasWidths: true}
		for _, g := range content.Glyphs[run.First : run.First+run.Count] {
			used := usedCode{run.Font, g.Code}
			state, ok := known[used]
			if !ok {
				state = stateOf(f, g.Code)
				known[used] = state
			}
			all.add(state)
		}
		c.test("7.21.7-t01", !all.undeclared, at, "characters in the font %.60q are not mapped to Unicode", f.Name)
		c.test("7.21.7-t02", !all.forbidden, at, "a character in the font %.60q is mapped to U+0000, U+FEFF or U+FFFE", f.Name)
		c.test("7.21.8-t01", !all.undefined, at, "text in the font %.60q shows the glyph .notdef", f.Name)
		if run.RenderMode == invisible {
			continue
		}
		if all.read {
			c.test("7.21.4.1-t02", all.hasGlyphs, at, "the font %.60q does not have all glyphs that are shown", f.Name)
		}
		if all.measured {
			c.test("7.21.5-t01", all.hasWidths, at, "the font %.60q has other widths than its program", f.Name)
		}
	}
}

// usedCode is a character code of a font on the page.
type usedCode struct {
	font int32
	code uint32
}

// codeState is what is right and wrong with one code, or with several together.
type codeState struct {
	forbidden, undeclared, undefined bool
	read, hasGlyphs                  bool // by the embedded program
	measured, hasWidths              bool
}

// widthTolerance is the greatest difference between two widths, in thousandths of an em: one, plus rounding.
const widthTolerance = 1 + 0.01

func stateOf(f *font.Font, code uint32) codeState {
	shown := f.Shown(code)
	s := codeState{
		forbidden: f.MapsToNoCharacter(code), undefined: shown.Undefined,
		read: shown.Known, hasGlyphs: !shown.Missing,
		measured: shown.Measured, hasWidths: math.Abs(float64(shown.Stated-shown.Drawn)) <= widthTolerance,
	}
	// A code that is mapped to no character is mapped, though wrongly.
	s.undeclared = !s.forbidden && !f.Declares(code)
	return s
}

// add combines s with the state of one more code.
func (s *codeState) add(o codeState) {
	s.forbidden, s.undeclared, s.undefined = s.forbidden || o.forbidden, s.undeclared || o.undeclared, s.undefined || o.undefined
	s.read, s.hasGlyphs = s.read || o.read, s.hasGlyphs && o.hasGlyphs
	s.measured, s.hasWidths = s.measured || o.measured, s.hasWidths && o.hasWidths
}

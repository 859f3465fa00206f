package pdfua

import (
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// texts checks that the text of a page is characters in a language.
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
		var all codeState
		for _, g := range content.Glyphs[run.First : run.First+run.Count] {
			used := usedCode{run.Font, g.Code}
			state, ok := known[used]
			if !ok {
				state.forbidden = f.MapsToNoCharacter(g.Code)
				// What is mapped to no character is mapped, if badly.
				state.undeclared = !state.forbidden && !f.Declares(g.Code)
				known[used] = state
			}
			all.forbidden = all.forbidden || state.forbidden
			all.undeclared = all.undeclared || state.undeclared
		}
		c.test("7.21.7-t01", !all.undeclared, at, "characters in the font %.60q are not mapped to Unicode", f.Name)
		c.test("7.21.7-t02", !all.forbidden, at, "a character in the font %.60q is mapped to U+0000, U+FEFF or U+FFFE", f.Name)
	}
}

// usedCode is a character code in a font of the page.
type usedCode struct {
	font int32
	code uint32
}

// codeState is what is wrong with the mapping of a code.
type codeState struct{ forbidden, undeclared bool }

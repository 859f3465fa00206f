package content

import "github.com/pagelift/pagelift/layout"

// In some fonts, raised digits are glyphs of their own. They are shown in the size and on the baseline of the
// text, and mapped to plain digits. So only their outlines show that they are raised.
//
//	 _
//	(_) _ _       8, shown as the mark of a note
//	(_)
//	appear  in    the baseline
const (
	// raisedFoot is how far above the baseline a raised digit stands at least, in ems. raisedTall is how tall it
	// is at most. Those of the Brill have .255 and .41 to .43. In 904 documents no other digit stands more than
	// .05 above the baseline.
	raisedFoot = 0.2
	raisedTall = 0.55
	// raisedWide is how wide a raised digit is at most, unless all letters of its font have one width. Those of
	// Times have .3, those of Helvetica .33; the digits on the baseline of most fonts have .5 and more, and
	// their outlines, which take time, are not looked at.
	raisedWide = 0.45
	// plainFoot is how far above the baseline the feet of other letters and digits are at most. If a font has no
	// such character, none of its digits counts as raised: the whole font may be raised.
	plainFoot = 0.1
	// footsSought is how many characters of a font are searched for one that stands on the baseline.
	footsSought = 256
)

// superiors are the raised digits of Unicode.
var superiors = [10]rune{'⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'}

// raises reports whether the glyph of a code, which means a digit, is raised.
func (e *fontEntry) raises(code uint32) bool {
	if !e.face.Mono && e.font.Advance(code) > raisedWide {
		return false
	}
	ink, ok := e.face.Shapes.Ink(code)
	return ok && ink.Y0 >= raisedFoot && ink.Height() <= raisedTall && e.hasFeet()
}

// hasFeet reports whether the font has letters or digits that stand on the baseline.
func (e *fontEntry) hasFeet() bool {
	e.feetOnce.Do(func() {
		e.font.EachMeaning(footsSought, func(code uint32, text string) {
			if !e.feet && len(text) == 1 && isPlainLetter(text[0]) {
				ink, ok := e.face.Shapes.Ink(code)
				e.feet = ok && ink.Y0 <= plainFoot
			}
		})
	})
	return e.feet
}

// isPlainLetter reports whether c is a digit or a letter of ASCII. All of these stand on the baseline or reach
// below it.
func isPlainLetter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// raiseDigits gives raised digits the characters of raised digits. The first parts of fractions stay: they are
// raised before a slash.
func (u *fontUse) raiseDigits(glyphs []layout.Glyph) {
	if !u.font.Embedded || u.font.Type3 != nil || u.font.Vertical {
		return
	}
	for i := 0; i < len(glyphs); i++ {
		from := i
		for i < len(glyphs) && glyphs[i].Char >= '0' && glyphs[i].Char <= '9' && u.raises(glyphs[i].Code) {
			i++
		}
		if i == from || i < len(glyphs) && isSlash(glyphs[i].Char) {
			continue
		}
		for k := from; k < i; k++ {
			glyphs[k].Char = superiors[glyphs[k].Char-'0']
		}
	}
}

// isSlash reports whether r stands between the parts of a fraction.
func isSlash(r rune) bool { return r == '/' || r == '\u2044' || r == '\u2215' }

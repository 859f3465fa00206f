package content

import (
	"sync"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

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
	// plainFoot is how far above the baseline the feet of other letters and digits are at most. If a font has no
	// such character, none of its digits counts as raised: the whole font may be raised.
	plainFoot = 0.1
	// footsSought is how many characters of a font are searched for one that stands on the baseline.
	footsSought = 256
)

// superiors are the raised digits of Unicode.
var superiors = [10]rune{'⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'}

// raisedDigits says which codes of a font show raised digits, as far as they were looked up.
type raisedDigits struct {
	mu     sync.Mutex
	known  map[uint32]bool
	plain  bool // the font has characters that stand on the baseline
	sought bool // such characters were looked for
}

// raises returns the answer of fontEntry.raises, kept for the page, so that workers do not wait for each other.
func (u *fontUse) raises(code uint32) bool {
	is, known := u.raised[code]
	if !known {
		if u.raised == nil {
			u.raised = make(map[uint32]bool)
		}
		is = u.fontEntry.raises(code)
		u.raised[code] = is
	}
	return is
}

// raises reports whether the glyph of a code, which means a digit, is raised.
func (e *fontEntry) raises(code uint32) bool {
	r := &e.digits
	r.mu.Lock()
	defer r.mu.Unlock()
	is, known := r.known[code]
	if !known {
		if r.known == nil {
			r.known = make(map[uint32]bool)
		}
		is = r.look(e.font, code)
		r.known[code] = is
	}
	return is
}

func (r *raisedDigits) look(f *font.Font, code uint32) bool {
	foot, top, ok := heightOf(f, code)
	if !ok || foot < raisedFoot || top-foot > raisedTall {
		return false
	}
	if !r.sought {
		r.sought = true
		f.EachMeaning(footsSought, func(code uint32, text string) {
			if r.plain || len(text) != 1 || !isPlainLetter(text[0]) {
				return
			}
			foot, _, ok := heightOf(f, code)
			r.plain = ok && foot <= plainFoot
		})
	}
	return r.plain
}

// isPlainLetter reports whether c is a digit or a letter of ASCII. All of these stand on the baseline or reach
// below it.
func isPlainLetter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// heightOf returns where the outline of a code begins and ends above the baseline, in ems.
func heightOf(f *font.Font, code uint32) (foot, top float32, ok bool) {
	for _, s := range f.Outline(code) {
		n := 1
		if s.Verb == font.CurveTo {
			n = len(s.P)
		}
		for _, p := range s.P[:n] {
			if !ok {
				foot, top, ok = p.Y, p.Y, true
			}
			foot, top = min(foot, p.Y), max(top, p.Y)
		}
	}
	return foot, top, ok
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

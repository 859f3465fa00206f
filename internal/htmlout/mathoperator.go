package htmlout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// MathML Core has a dictionary of operators. Browsers take from it the white space around an operator, and whether
// it grows. The functions below say where formulas need something else.

// isSign reports whether an operator may stand before one value as well as between two.
func isSign(s string) bool { return isOneOf(s, "+-−±∓") }

// isBar reports whether an operator is a vertical line. Such a line may open, close or separate.
func isBar(s string) bool { return isOneOf(s, "|∣‖∥") }

// grows reports whether browsers make an operator as high as its row.
func grows(s string) bool {
	return isOneOf(s, "()[]{}|‖⟨⟩⟪⟫⌈⌉⌊⌋⟦⟧⟮⟯⎰⎱↑↓↕⇑⇓⇕")
}

// isOrdinary reports whether something that was read as an operator has no operands. The dictionary lacks these
// signs, and browsers set signs that it lacks far from their neighbours.
func isOrdinary(s string) bool {
	return isOneOf(s, "…⋯⋮⋱⋰‥∞∅ℏℓ℘ℵ△▽□◇◊♭♮♯♠♣♡♢♥♦∠⊤⊥")
}

// isSlash reports whether an operator is a division in a line of text, which has no white space around it.
func isSlash(s string) bool { return isOneOf(s, "/∕") }

func isOneOf(s, signs string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return s != "" && size == len(s) && strings.Contains(signs, s)
}

// isLargeOperator reports whether browsers make an operator larger in displayed formulas: sums, products,
// integrals and the like.
func isLargeOperator(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return size == len(s) && (r >= 0x220F && r <= 0x2211 || r >= 0x222B && r <= 0x2233 || r >= 0x22C0 && r <= 0x22C3 || r >= 0x2A00 && r <= 0x2A1C)
}

// movesLimits reports whether browsers write the limits of an operator beside it when it is not large. They do for
// all large operators except integrals.
func movesLimits(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isLargeOperator(s) && (r < 0x222B || r > 0x2233) && (r < 0x2A0B || r > 0x2A1C)
}

// operator writes an operator, with the attributes that its meaning needs. form is "" if the browser finds the
// form itself.
func (m treeWriter) operator(n *formula.Node, form string) {
	if isOrdinary(n.Text) {
		m.token("mi", n.Text)
		return
	}
	styled := m.styleOf(n)
	if styled {
		m.str(`<mstyle displaystyle="true">`)
	}
	m.str("<mo")
	m.attr("form", form)
	switch {
	case grows(n.Text) && !n.Large && form != "postfix":
		m.attr("stretchy", "false")
	case isSlash(n.Text):
		m.attr("lspace", "0")
		m.attr("rspace", "0")
	case m.display && !n.Large && isLargeOperator(n.Text):
		m.attr("largeop", "false")
	}
	if !m.display && !n.Large && movesLimits(n.Text) {
		m.attr("movablelimits", "false")
	}
	m.str(">")
	m.text(inAlphabet(n.Text, n.Alphabet))
	m.str("</mo>")
	if styled {
		m.close("mstyle")
	}
}

// coreOf returns n without what stands at its corners, and under and over it.
func coreOf(n *formula.Node) *formula.Node {
	for n != nil && (n.Kind == formula.Scripts || n.Kind == formula.Limits) {
		n = kid(n, 0)
	}
	return n
}

// wantsMore reports whether a sign behind n belongs to what follows: n is an operator that has no right operand
// yet.
func wantsMore(n *formula.Node) bool {
	core := coreOf(n)
	if core == nil || core.Kind != formula.Operator || isOrdinary(core.Text) {
		return false
	}
	return !isOneOf(core.Text, "!′″‴⁗%°)]}⟩⌉⌋|‖†‡")
}

// thinSpace is the white space beside the name of a function.
const thinSpace = `<mspace width="0.1667em"></mspace>`

// invisibleOperator writes the operator between two neighbours that nobody prints and everybody reads, if it is certain: a
// number times what follows, or a function of what follows.
func (m treeWriter) invisibleOperator(a, b *formula.Node) {
	if next := coreOf(b); next != nil && isFunction(next) && isArgument(a) && !isFunction(coreOf(a)) {
		m.str(thinSpace) // as behind a function
	}
	switch core := coreOf(a); {
	case core == nil:
	case a.Kind == formula.Number && !m.index && isFactor(b):
		m.str("<mo>\u2062</mo>")
	case isFunction(core) && isArgument(b):
		m.str("<mo>\u2061</mo>")
		if b.Kind != formula.Fence {
			m.str(thinSpace)
		}
	}
}

// isFactor reports whether a number before n is multiplied with it: n is a variable, a root or a bracket. Several
// letters do not count, since they may be a unit, or the end of a numeral.
func isFactor(n *formula.Node) bool {
	core := coreOf(n)
	if core == nil {
		return false
	}
	switch core.Kind {
	case formula.Identifier:
		r, size := utf8.DecodeRuneInString(core.Text)
		return size == len(core.Text) && unicode.IsLetter(r) && (core.Alphabet != layout.Upright || r > unicode.MaxLatin1)
	case formula.Root:
		return true
	case formula.Fence:
		return core.Text == "(" && core.Close == ")"
	}
	return false
}

// isFunction reports whether n is the name of a function: the only upright identifier with several letters.
func isFunction(n *formula.Node) bool {
	return n.Kind == formula.Identifier && n.Alphabet == layout.Upright && utf8.RuneCountInString(n.Text) > 1
}

// isArgument reports whether n can be the argument of a function.
func isArgument(n *formula.Node) bool {
	core := coreOf(n)
	return core != nil && core.Kind != formula.Operator && core.Kind != formula.Space && core.Kind != formula.Text
}

// accentOf returns the sign of an accent that browsers draw best: one that stands alone, not one that combines
// with the letter before it.
func accentOf(s string) string {
	switch s {
	case "^", "\u0302":
		return "ˆ"
	case "~", "∼", "\u0303":
		return "˜"
	case "‾", "ˉ", "-", "−", "\u0304", "\u0305":
		return "¯"
	case "\u0332":
		return "_"
	case "\u0307":
		return "˙"
	case "\u0308":
		return "¨"
	case "\u030C":
		return "ˇ"
	case "\u0306":
		return "˘"
	case "\u0301":
		return "´"
	case "\u0300":
		return "`"
	case "\u030A":
		return "˚"
	case "\u20D7":
		return "→"
	case "\u20D6":
		return "←"
	case "\u20E1":
		return "↔"
	}
	return s
}

// lineClass returns the class of a formula with a line over or under more than one letter. The style sheet draws
// the line: with no font do browsers make it as long as what it covers.
func lineClass(n *formula.Node) string {
	base := kid(n, 0)
	if base != nil && (base.Kind == formula.Identifier || base.Kind == formula.Number) && utf8.RuneCountInString(base.Text) == 1 {
		return ""
	}
	under, over := kid(n, 1), kid(n, 2)
	switch {
	case under == nil && over != nil && accentOf(over.Text) == "¯":
		return "overline"
	case over == nil && under != nil && (accentOf(under.Text) == "¯" || accentOf(under.Text) == "_"):
		return "underline"
	}
	return ""
}

// isColon and isEquals report the two signs of a definition. The dictionary has both as one operator.
func isColon(n *formula.Node) bool { return n != nil && n.Kind == formula.Operator && n.Text == ":" }

func isEquals(n *formula.Node) bool { return n != nil && n.Kind == formula.Operator && n.Text == "=" }

package tree

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Clean is s without the characters that nobody sees and that programs obey: controls but
// tab and line feed, noncharacters, those that turn the order of text around (the embeddings, overrides and
// isolates of UAX #9), the tags of U+E0000, which spell hidden text, and selectors of variants
// that select none. Bytes that are no UTF-8 become U+FFFD. Marks that scripts need stay:
// U+200C, U+200D, and the marks of direction, which turn nothing but neutral characters.
func Clean(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		c := s[i]
		clean = c >= ' ' && c < 0x7f || c == '\n' || c == '\t'
	}
	if clean {
		return s
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	var b strings.Builder
	b.Grow(len(s))
	before := ' '
	for _, r := range s {
		if harmful(r) || supplementSelector(r) && !unicode.Is(unicode.Han, before) {
			continue
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// harmful reports whether text of the output may not have r.
func harmful(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n' && r != '\t'
	case r >= 0x7f && r <= 0x9f: // DEL, C1
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // UAX #9
		return true
	case r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe: // noncharacters
		return true
	case r >= 0xfff9 && r <= 0xfffb, r == 0xfeff: // interlinear annotation, BOM
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f // tags
}

// supplementSelector reports whether r selects a variant of an ideograph: 240 invisible
// characters, enough to spell any byte.
func supplementSelector(r rune) bool { return r >= 0xe0100 && r <= 0xe01ef }

// Text is what n says, as text: words of controls and formulas with it, line ends that matter
// as line feeds, blocks parted by a line feed. What of n is page furniture is left out.
func Text(n *semantic.Node) string {
	var b strings.Builder
	appendText(&b, n, 0)
	return strings.TrimSpace(Clean(b.String()))
}

// OneLine is Text with single spaces for all white space.
func OneLine(n *semantic.Node) string { return strings.Join(strings.Fields(Text(n)), " ") }

// maxDepth is how deep nodes nest; what is deeper is left out. No document seen has more
// than 30 levels.
const maxDepth = 256

func appendText(b *strings.Builder, n *semantic.Node, depth int) {
	if n == nil || depth > maxDepth {
		return
	}
	switch n.Role {
	case semantic.Artifact, semantic.PageBreak, semantic.RP:
		return
	case semantic.LineBreak:
		b.WriteByte('\n')
		return
	case semantic.Formula:
		if text := FormulaText(n); text != "" {
			b.WriteString(text)
			if IsRead(n) {
				return
			}
		}
	case semantic.Form:
		b.WriteString(FieldText(n))
	case semantic.RT:
		if text := strings.TrimSpace(plain(n)); text != "" {
			b.WriteString(" (" + text + ")")
		}
		return
	}
	b.WriteString(n.Text)
	for _, c := range n.Children {
		if c != nil && !IsInline(c) && b.Len() > 0 && c.Role != semantic.PageBreak && c.Role != semantic.Artifact && b.String()[b.Len()-1] != '\n' {
			b.WriteByte('\n')
		}
		appendText(b, c, depth+1)
		if c != nil && c.Role == semantic.Lbl {
			b.WriteByte(' ')
		}
	}
}

// plain is the text of the spans under n.
func plain(n *semantic.Node) string {
	var b strings.Builder
	for c := range n.All() {
		b.WriteString(c.Text)
	}
	return b.String()
}

// IsInline reports whether n stands inside a line of text: formulas do that as well as stand
// by themselves, and pictures in lines.
func IsInline(n *semantic.Node) bool {
	if n.Role.Inline() {
		return true
	}
	if n.Role == semantic.Figure {
		return n.Attr != nil && n.Attr.Figure != nil && n.Attr.Figure.Inset != nil
	}
	return IsRead(n) && !n.Attr.Math.Display
}

// HoldsText reports whether n holds text and no blocks.
func HoldsText(n *semantic.Node) bool {
	for _, c := range n.Children {
		if c != nil && !IsInline(c) && c.Role != semantic.PageBreak && c.Role != semantic.Artifact {
			return false
		}
	}
	return true
}

// IsRead reports whether n is a formula that was read from its glyphs.
func IsRead(n *semantic.Node) bool {
	return n.Role == semantic.Formula && n.Attr != nil && n.Attr.Math != nil && n.Attr.Math.Root != nil
}

// FormulaText is what a formula says in words: what was read of it, or what its glyphs say
// from left to right where that is in doubt.
func FormulaText(n *semantic.Node) string {
	switch {
	case n.Attr == nil:
		return ""
	case !IsRead(n), n.Attr.Alt != "" && !n.Attr.Math.Trusted():
		return n.Attr.Alt
	}
	return cmp.Or(n.Attr.Math.Text(), n.Attr.Alt)
}

// TeX is the formula as LaTeX, without dollar signs around it; "" where nobody trusts its
// reading.
func TeX(n *semantic.Node) string {
	if !IsRead(n) || !n.Attr.Math.Trusted() {
		return ""
	}
	return Clean(n.Attr.Math.TeX())
}

// FieldText is what a control shows: ballot boxes for those that are ticked, else what is
// written or chosen. A password shows nothing.
func FieldText(n *semantic.Node) string {
	if n.Attr == nil || n.Attr.Field == nil {
		return ""
	}
	f := n.Attr.Field
	switch {
	case f.Kind == layout.CheckBox && f.Flags&layout.Checked != 0:
		return "☒"
	case f.Kind == layout.CheckBox:
		return "☐"
	case f.Kind == layout.RadioButton && f.Flags&layout.Checked != 0:
		return "◉"
	case f.Kind == layout.RadioButton:
		return "○"
	case f.Kind == layout.PushButton:
		return f.Caption
	case f.Flags&layout.Password != 0:
		return ""
	}
	if len(f.Options) > 0 {
		var chosen []string
		for _, o := range f.Options {
			if o.Chosen {
				chosen = append(chosen, cmp.Or(o.Display, o.Export))
			}
		}
		if len(chosen) > 0 {
			return strings.Join(chosen, ", ")
		}
	}
	return strings.Join(f.Values, " ")
}

// Child is the first child of a role, nil when there is none.
func Child(n *semantic.Node, role semantic.Role) *semantic.Node {
	for _, c := range n.Children {
		if c != nil && c.Role == role {
			return c
		}
	}
	return nil
}

// IsDefinitions reports whether n is a list of terms and descriptions.
func IsDefinitions(n *semantic.Node) bool {
	return n.Attr != nil && n.Attr.Numbering == "description"
}

// Verbatim is the text of a block of code, line by line.
func Verbatim(n *semantic.Node) string {
	var b strings.Builder
	for c := range n.All() {
		if b.WriteString(c.Text); c.Role == semantic.LineBreak {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

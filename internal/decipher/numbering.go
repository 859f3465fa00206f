package decipher

import (
	"slices"
	"strconv"
	"strings"
)

// numbering has numbers for the glyphs of a font.
type numbering struct {
	name string
	of   func(code uint32) (int, bool)
}

// The names of numberings that are not numbers in glyph names.
const (
	byCode  = "codes"
	byGlyph = "glyph numbers"
)

// bases are the bases of the numbers that writers put into glyph names.
var bases = [...]int{10, 16, 36}

// numberings returns the ways to number the glyphs of p.
func (p *puzzle) numberings() []*numbering {
	list := []*numbering{{byCode, func(code uint32) (int, bool) { return int(code), true }}}
	if p.numbersGlyphs() {
		list = append(list, &numbering{byGlyph, func(code uint32) (int, bool) { return p.Glyph(code) }})
	}
	names := p.names()
	if len(names) == 0 {
		return list
	}
	for _, base := range bases {
		for _, prefix := range prefixes(names) {
			if fits(names, prefix, base) {
				list = append(list, p.named(prefix, base))
			}
		}
	}
	return list
}

// numbersGlyphs reports whether glyph numbers differ from the codes.
func (p *puzzle) numbersGlyphs() bool {
	for code := range p.counts {
		if gid, ok := p.Glyph(code); ok && gid != int(code) {
			return true
		}
	}
	return false
}

// names returns the names of the glyphs that are shown, in order.
func (p *puzzle) names() (names []string) {
	for code := range p.counts {
		if name := p.GlyphName(code); name != "" && !ordinary(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// ordinary reports whether a name is no number even in a font whose glyph names are numbers.
func ordinary(name string) bool { return name == ".notdef" || name == "space" || name == ".null" }

// named numbers glyphs by the numbers behind a prefix in their names.
func (p *puzzle) named(prefix string, base int) *numbering {
	return &numbering{"names in base " + strconv.Itoa(base), func(code uint32) (int, bool) {
		name := p.GlyphName(code)
		if ordinary(name) {
			return 0, false
		}
		return number(name, prefix, base)
	}}
}

// prefixes returns the prefixes that may precede the numbers in names: none, and what all names
// begin with, without digits.
func prefixes(names []string) []string {
	first, last := names[0], names[len(names)-1]
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	common := first[:n]
	if len(names) == 1 {
		common = strings.TrimRight(first, "0123456789")
	}
	list := []string{""}
	for _, prefix := range []string{strings.TrimRight(common, "0123456789"), strings.TrimRight(common, "0123456789abcdefABCDEF"), strings.TrimRight(common, "0")} {
		if !slices.Contains(list, prefix) {
			list = append(list, prefix)
		}
	}
	return list
}

// fits reports whether nearly all names are numbers with this prefix and base.
func fits(names []string, prefix string, base int) bool {
	count := 0
	for _, name := range names {
		if _, ok := number(name, prefix, base); ok {
			count++
		}
	}
	return float64(count) >= enoughRead*float64(len(names))
}

// maxDigits is more than the digits of any glyph number in base 10.
const maxDigits = 7

// number returns the number behind prefix in name.
func number(name, prefix string, base int) (int, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	if !ok || digits == "" || len(digits) > maxDigits || digits[0] == '+' || digits[0] == '-' || strings.Contains(digits, "_") {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, base, 32)
	return int(n), err == nil
}

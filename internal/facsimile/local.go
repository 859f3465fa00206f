package facsimile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// local is a font of the reader's machine, for one that the document names and does not
// have: the font of that name, else one with the metrics of the standard fonts (ISO
// 32000-2 clause 9.6.2.2).
type local struct {
	name         string
	mono, serif  bool
	bold, italic bool
}

func localOf(f *layout.Font) local {
	return local{name: plainName(f.Name), mono: f.Mono, serif: f.Serif, bold: f.Bold, italic: f.Italic}
}

// mostName is the longest name of a font that systems know.
const mostName = 127

// plainName is a name as far as it has letters, digits and signs of PostScript names: it
// comes from the document and goes into a stylesheet.
func plainName(s string) string {
	s = s[:min(len(s), mostName)]
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '+' || r == ' ' {
			return r
		}
		return -1
	}, s)
}

// locals are those of the styles, in the order of their first use.
func (s *styles) locals() []local {
	var list []local
	known := map[local]bool{}
	for _, st := range s.order {
		if st.family >= 0 {
			continue
		}
		if l := localOf(st.font); !known[l] {
			known[l] = true
			list = append(list, l)
		}
	}
	return list
}

// standIns are fonts of the same metrics, by the names that systems know them under:
// regular, bold, italic, both.
var standIns = map[string][4][]string{
	"sans": {
		{"Arial", "ArialMT", "Helvetica", "Liberation Sans", "Arimo"},
		{"Arial Bold", "Arial-BoldMT", "Helvetica-Bold", "Helvetica Bold", "Liberation Sans Bold", "Arimo Bold"},
		{"Arial Italic", "Arial-ItalicMT", "Helvetica-Oblique", "Helvetica Oblique", "Liberation Sans Italic", "Arimo Italic"},
		{"Arial Bold Italic", "Arial-BoldItalicMT", "Helvetica-BoldOblique", "Helvetica Bold Oblique", "Liberation Sans Bold Italic", "Arimo Bold Italic"},
	},
	"serif": {
		{"Times New Roman", "TimesNewRomanPSMT", "Times", "Liberation Serif", "Tinos"},
		{"Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Times-Bold", "Times Bold", "Liberation Serif Bold", "Tinos Bold"},
		{"Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Times-Italic", "Times Italic", "Liberation Serif Italic", "Tinos Italic"},
		{"Times New Roman Bold Italic", "TimesNewRomanPS-BoldItalicMT", "Times-BoldItalic", "Times Bold Italic", "Liberation Serif Bold Italic", "Tinos Bold Italic"},
	},
	"mono": {
		{"Courier New", "CourierNewPSMT", "Courier", "Liberation Mono", "Cousine"},
		{"Courier New Bold", "CourierNewPS-BoldMT", "Courier-Bold", "Courier Bold", "Liberation Mono Bold", "Cousine Bold"},
		{"Courier New Italic", "CourierNewPS-ItalicMT", "Courier-Oblique", "Courier Oblique", "Liberation Mono Italic", "Cousine Italic"},
		{"Courier New Bold Italic", "CourierNewPS-BoldItalicMT", "Courier-BoldOblique", "Courier Bold Oblique", "Liberation Mono Bold Italic", "Cousine Bold Italic"},
	},
}

// kind is the group of standIns, and the generic family.
func (l local) kind() (group, generic string) {
	switch {
	case l.mono:
		return "mono", "monospace"
	case l.serif:
		return "serif", "serif"
	}
	return "sans", "sans-serif"
}

// face is the rule that names the font, with its line where those of web fonts have it.
func (l local) face() string {
	var b strings.Builder
	b.WriteString("@font-face{font-family:" + l.family() + ";src:")
	group, _ := l.kind()
	i := 0
	if l.bold {
		i++
	}
	if l.italic {
		i += 2
	}
	names := standIns[group][i]
	if l.name != "" && !slices.Contains(names, l.name) {
		names = append([]string{l.name}, names...)
	}
	for k, name := range names {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteString("local(" + strconv.Quote(name) + ")")
	}
	b.WriteString(";ascent-override:80%;descent-override:20%;line-gap-override:0%}\n")
	return b.String()
}

// family is the name of the font in the stylesheet.
func (l local) family() string {
	name := "L" + strings.ReplaceAll(strings.ReplaceAll(l.name, "+", ""), " ", "")
	if l.bold {
		name += "-b"
	}
	if l.italic {
		name += "-i"
	}
	return name
}

// fontFamily is the family of a style.
func (st *style) fontFamily() string {
	if st.family >= 0 {
		return "f" + strconv.Itoa(int(st.family))
	}
	l := localOf(st.font)
	_, generic := l.kind()
	return l.family() + "," + generic
}

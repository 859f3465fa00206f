package facsimile

import (
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
// comes from the document and goes into a style sheet.
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

// design is a family of fonts by the names that systems know it under: regular, bold,
// italic, both.
type design [4][]string

// The standard fonts, and those of the same metrics that others have in their place: of URW, of TeX and of GNU,
// which come from those of URW, and of Microsoft, Red Hat and Google. Where a machine had TeX's alone, a slide came
// .62 near its page without them; with them it comes .98 near.
var (
	helvetica = design{
		{"Helvetica", "NimbusSans-Regular", "TeXGyreHeros-Regular", "FreeSans"},
		{"Helvetica-Bold", "Helvetica Bold", "NimbusSans-Bold", "TeXGyreHeros-Bold", "FreeSansBold"},
		{"Helvetica-Oblique", "Helvetica Oblique", "NimbusSans-Italic", "TeXGyreHeros-Italic", "FreeSansOblique"},
		{"Helvetica-BoldOblique", "Helvetica Bold Oblique", "NimbusSans-BoldItalic", "TeXGyreHeros-BoldItalic", "FreeSansBoldOblique"},
	}
	arial = design{
		{"Arial", "ArialMT", "Liberation Sans", "Arimo"},
		{"Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"},
		{"Arial Italic", "Arial-ItalicMT", "Liberation Sans Italic", "Arimo Italic"},
		{"Arial Bold Italic", "Arial-BoldItalicMT", "Liberation Sans Bold Italic", "Arimo Bold Italic"},
	}
	times = design{
		{"Times-Roman", "Times", "NimbusRoman-Regular", "TeXGyreTermes-Regular", "FreeSerif"},
		{"Times-Bold", "Times Bold", "NimbusRoman-Bold", "TeXGyreTermes-Bold", "FreeSerifBold"},
		{"Times-Italic", "Times Italic", "NimbusRoman-Italic", "TeXGyreTermes-Italic", "FreeSerifItalic"},
		{"Times-BoldItalic", "Times Bold Italic", "NimbusRoman-BoldItalic", "TeXGyreTermes-BoldItalic", "FreeSerifBoldItalic"},
	}
	timesNewRoman = design{
		{"Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"},
		{"Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "Tinos Bold"},
		{"Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic", "Tinos Italic"},
		{"Times New Roman Bold Italic", "TimesNewRomanPS-BoldItalicMT", "Liberation Serif Bold Italic", "Tinos Bold Italic"},
	}
	courier = design{
		{"Courier", "NimbusMonoPS-Regular", "TeXGyreCursor-Regular", "FreeMono"},
		{"Courier-Bold", "Courier Bold", "NimbusMonoPS-Bold", "TeXGyreCursor-Bold", "FreeMonoBold"},
		{"Courier-Oblique", "Courier Oblique", "NimbusMonoPS-Italic", "TeXGyreCursor-Italic", "FreeMonoOblique"},
		{"Courier-BoldOblique", "Courier Bold Oblique", "NimbusMonoPS-BoldItalic", "TeXGyreCursor-BoldItalic", "FreeMonoBoldOblique"},
	}
	courierNew = design{
		{"Courier New", "CourierNewPSMT", "Liberation Mono", "Cousine"},
		{"Courier New Bold", "CourierNewPS-BoldMT", "Liberation Mono Bold", "Cousine Bold"},
		{"Courier New Italic", "CourierNewPS-ItalicMT", "Liberation Mono Italic", "Cousine Italic"},
		{"Courier New Bold Italic", "CourierNewPS-BoldItalicMT", "Liberation Mono Bold Italic", "Cousine Bold Italic"},
	}
	symbol   = design{{"Symbol", "StandardSymbolsPS"}, {"Symbol", "StandardSymbolsPS"}, {"Symbol", "StandardSymbolsPS"}, {"Symbol", "StandardSymbolsPS"}}
	dingbats = design{{"ZapfDingbatsITC", "D050000L"}, {"ZapfDingbatsITC", "D050000L"}, {"ZapfDingbatsITC", "D050000L"}, {"ZapfDingbatsITC", "D050000L"}}
)

// designs are those that stand in for the font, the nearest first.
func (l local) designs() []*design {
	switch {
	case l.isNamed("Symbol"):
		return []*design{&symbol}
	case l.isNamed("ZapfDingbats"):
		return []*design{&dingbats}
	}
	own, other := &arial, &helvetica
	switch {
	case l.mono:
		own, other = &courierNew, &courier
	case l.serif:
		own, other = &timesNewRoman, &times
	}
	if l.isNamed("Helvetica") || l.isNamed("Times") && !l.isNamed("TimesNew") || l.isNamed("Courier") && !l.isNamed("CourierNew") {
		own, other = other, own
	}
	return []*design{own, other}
}

// isNamed reports whether the name begins so, spaces left out.
func (l local) isNamed(begin string) bool {
	return strings.HasPrefix(strings.ReplaceAll(l.name, " ", ""), begin)
}

// generic is the family of CSS of the same kind.
func (l local) generic() string {
	switch {
	case l.mono:
		return "monospace"
	case l.serif, l.isNamed("Symbol"):
		return "serif"
	}
	return "sans-serif"
}

// names are the names of the font and of those that stand in for it.
func (l local) names() []string {
	i := 0
	if l.bold {
		i++
	}
	if l.italic {
		i += 2
	}
	var names []string
	if l.name != "" {
		names = append(names, l.name)
	}
	for _, d := range l.designs() {
		for _, name := range d[i] {
			if name != l.name {
				names = append(names, name)
			}
		}
	}
	return names
}

// face is the rule that names the font, with its line where those of web fonts have it.
func (l local) face() string {
	var b strings.Builder
	b.WriteString("@font-face{font-family:" + l.family() + ";src:")
	for k, name := range l.names() {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteString("local(" + strconv.Quote(name) + ")")
	}
	b.WriteString(";ascent-override:80%;descent-override:20%;line-gap-override:0%}\n")
	return b.String()
}

// family is the name of the font in the style sheet.
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
	return l.family() + "," + l.generic()
}

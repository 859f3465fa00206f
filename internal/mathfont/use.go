package mathfont

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// kind is the purpose of a font, as its name and the meanings of its codes show.
type kind struct {
	use      layout.MathUse
	encoding encoding        // encoding of its codes, if nothing names its glyphs
	alphabet layout.Alphabet // alphabet of its letters
	capitals bool            // alphabet applies to capitals only
	bold     bool
	sans     bool // it has no serifs, and that has a meaning
	known    bool // the name is that of one font, and not only a word in a name
	measured bool // the widths show that its codes are those of encoding; its glyph names say nothing
}

// fontKind is an index into kinds.
type fontKind uint8

const (
	variables fontKind = iota
	italics
	symbols
	extension
	firstAMS
	secondAMS
	signFont
	largeFont
	mathType
	fraktur
	scriptFont
	scriptCapitals
	struck
	textFont
	wholeFont
)

var kinds = [...]kind{
	variables:      {use: layout.MathLetters, encoding: mathLetters},
	italics:        {use: layout.MathLetters},
	symbols:        {use: layout.MathSymbols, encoding: mathSymbols, alphabet: layout.Script, capitals: true},
	extension:      {use: layout.MathLarge, encoding: mathExtension},
	firstAMS:       {use: layout.MathSymbols, encoding: amsA},
	secondAMS:      {use: layout.MathAlphabets, encoding: amsB, alphabet: layout.DoubleStruck},
	signFont:       {use: layout.MathSymbols},
	largeFont:      {use: layout.MathLarge},
	mathType:       {use: layout.MathLarge, encoding: mtExtra},
	fraktur:        {use: layout.MathAlphabets, alphabet: layout.Fraktur},
	scriptFont:     {use: layout.MathAlphabets, alphabet: layout.Script},
	scriptCapitals: {use: layout.MathAlphabets, alphabet: layout.Script, capitals: true},
	struck:         {use: layout.MathAlphabets, alphabet: layout.DoubleStruck},
	textFont:       {},
	wholeFont:      {use: layout.MathAll, known: true},
}

// families are the fonts of mathematics by the beginnings of their names, in the form of plainName:
// Computer Modern and the fonts with its encodings, the fonts of the AMS, and those of Word,
// MathType and others. The longest matching beginning counts.
var families = [...]struct {
	kind  fontKind
	bold  bool
	names string
}{
	{variables, false, "cmbrmi cmmi eurm fouriermathletters kpmitalic lmmathitalic lucidanewmathitalic mt2mi mtmi newpxmi newtxmi npxmi ntxmi nxlmi pxmi " +
		"rpxmi rtxmi texcmmathsitalic txmi xccmi"},
	{variables, true, "cmmib eurb kpmmediumitalic pxbmi rtxbmi txbmi"},
	{symbols, false, "cmbrsy cmsy fouriermathsymbols kpmsy lmmathsymbols lucidanewmathsymbol mt2sy mtsy pxsy texcmmathssymbols txsy"},
	{symbols, true, "cmbsy pxbsy txbsy"},
	{extension, false, "cmex fouriermathextension kpmex lmmathextension lucidanewmathextension mt2ex mtex pxex texcmmathsextension txex"},
	{firstAMS, false, "kpmsya msam pxsya txsya"},
	{secondAMS, false, "kpmsyb msbm pxsyb txsyb"},
	{fraktur, false, "boondoxfraktur euclidfraktur eufm pxmia stixmathfraktur txmia"},
	{fraktur, true, "eufb"},
	{scriptCapitals, false, "eusm rsfs"},
	{scriptCapitals, true, "eusb"},
	{largeFont, false, "texmathx esint euex kpmexa mathx pxexa stixintegrals stixmathextensions stixsize txexa"},
	{signFont, false, "texmatha texmathb texmathc standardsyml euclidsymbol kpmsyc lucidanewmath matha mathb mathc mathematicalpi mdsymbol opensymbol " +
		"pxsyc stmary symbol txsyc universalgreekwithmathpi wasy"},
	{struck, false, "bbm bbold boondoxdoublestruck dsrom dsss euclidmathtwo fouriermathblackboard pazomathblackboard stixmathblackboard " +
		"stixmathdoublestruck"},
	{scriptFont, false, "boondoxcalligraphic dutchcal euclidmathone fouriermathcal stixmathcalligraphy stixmathscript"},
	{italics, false, "pazomath"},
	{mathType, false, "euclidextra mtextra"},
	{textFont, true, "kpmmedium"},
	{wholeFont, false, "asanamath cambriamath concretemath dejavumath dejavumathtexgyre erewhonmath eulermath firamath garamondmath gfsneohellenicmath kpmath " +
		"latinmodernmath letesansmath libertinusmath libertinust1math lucidabrightmath minionmath neohellenicmath newcmmath newcmsansmath " +
		"notosansmath stixmath stixtwomath texgyrebonummath texgyredejavumath texgyrepagellamath texgyrescholamath texgyretermesmath xchartermath xitsmath"},
}

// byName returns the kind that the name of a font gives.
func byName(fullName string) (k kind, ok bool) {
	name := strings.Replace(plainName(fullName), "mathdesign", "", 1) // there are text fonts and mathematical fonts with it
	if name == "" || name[0] > 'z' {
		return k, false
	}
	best := 0
	for i := range families {
		f := &families[i]
		for prefix, rest := "", f.names; rest != ""; {
			prefix, rest, _ = strings.Cut(rest, " ")
			if prefix[0] == name[0] && len(prefix) > best && strings.HasPrefix(name, prefix) && endsWord(name[len(prefix):]) {
				k, best = kinds[f.kind], len(prefix)
				k.bold = f.bold
			}
		}
	}
	if best == 0 && (strings.Contains(fullName, "Math") || strings.HasSuffix(name, "math")) {
		k, ok = byWords(name)
	}
	k.bold = k.bold || strings.Contains(name, "bold")
	return k, ok || best > 0
}

// plainName returns a name in lower case, without hyphens and spaces.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// nameEnds are words that may follow a family in a name.
var nameEnds = [...]string{"regular", "bold", "medium", "italic", "mt", "std", "one", "ps", "scale", "o"}

// endsWord reports whether rest, which follows a family in a name, is only a size, a weight or the
// like: cmmi10, but not cmmiata.
func endsWord(rest string) bool {
	rest = strings.TrimLeft(rest, "0123456789,+")
	if rest == "" || len(rest) == 1 {
		return true
	}
	for _, end := range nameEnds {
		if strings.HasPrefix(rest, end) {
			return true
		}
	}
	return len(rest) <= 3 // it is an encoding or a design: 8r, sc, X
}

// byWords returns the kind that words in the name of a font give.
func byWords(name string) (kind, bool) {
	for _, w := range [...]struct {
		word string
		kind fontKind
	}{
		{"mathitalic", variables}, {"mathextension", extension}, {"mathsymbols", symbols}, {"extension10", extension}, {"symbol10", symbols},
		{"symbola10", secondAMS}, {"symbolb10", signFont}, {"mathblackboard", struck}, {"mathdoublestruck", struck}, {"mathfraktur", fraktur},
		{"mathcal", scriptFont}, {"mathscript", scriptFont}, {"mathletters", variables},
	} {
		if strings.Contains(name, w.word) {
			return kinds[w.kind], true
		}
	}
	if strings.Contains(name, "math") {
		return kind{use: layout.MathAll}, true
	}
	return kind{}, false
}

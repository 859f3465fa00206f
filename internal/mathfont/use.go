package mathfont

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/layout"
)

// kind is what a font is made for: by its name and by what its codes mean.
type kind struct {
	use      layout.MathUse
	encoding encoding        // of its codes, where nothing names its glyphs
	alphabet layout.Alphabet // of its letters
	capitals bool            // alphabet is that of its capitals only
	bold     bool
	sans     bool // without serifs, where that means something
	known    bool // the name is that of one font, not a word in it
}

// families are the fonts of mathematics by how their names begin, in plainName, behind the
// kind that they are; + says bold. Of Computer Modern and the fonts with its encodings, of
// the AMS, and of Word, MathType and others. The longest beginning counts.
const families = `
letters: cmbrmi cmmi eurm fouriermathletters kpmitalic lmmathitalic lucidanewmathitalic mt2mi mtmi newpxmi newtxmi npxmi ntxmi nxlmi pxmi rpxmi rtxmi texcmmathsitalic txmi xccmi
letters+: cmmib eurb kpmmediumitalic pxbmi rtxbmi txbmi
symbols: cmbrsy cmsy fouriermathsymbols kpmsy lmmathsymbols lucidanewmathsymbol mt2sy mtsy pxsy texcmmathssymbols txsy
symbols+: cmbsy pxbsy txbsy
extension: cmex fouriermathextension kpmex lmmathextension lucidanewmathextension mt2ex mtex pxex texcmmathsextension txex
amsA: kpmsya msam pxsya txsya
amsB: kpmsyb msbm pxsyb txsyb
fraktur: boondoxfraktur euclidfraktur eufm pxmia stixmathfraktur txmia
fraktur+: eufb
capitals: eusm rsfs
capitals+: eusb
large: texmathx esint euex kpmexa mathx pxexa stixintegrals stixmathextensions stixsize txexa
signs: texmatha texmathb texmathc standardsyml euclidsymbol kpmsyc lucidanewmath matha mathb mathc mathematicalpi mdsymbol opensymbol pxsyc stmary symbol txsyc universalgreekwithmathpi wasy
struck: bbm bbold boondoxdoublestruck dsrom dsss euclidmathtwo fouriermathblackboard pazomathblackboard stixmathblackboard stixmathdoublestruck
script: boondoxcalligraphic dutchcal euclidmathone fouriermathcal stixmathcalligraphy stixmathscript
italic: pazomath
mtExtra: euclidextra mtextra
text+: kpmmedium
all: asanamath cambriamath concretemath dejavumath erewhonmath eulermath firamath garamondmath gfsneohellenicmath kpmath latinmodernmath
	letesansmath libertinusmath libertinust1math lucidabrightmath minionmath neohellenicmath newcmmath newcmsansmath notosansmath stixmath stixtwomath
	texgyrebonummath texgyrepagellamath texgyrescholamath texgyretermesmath xchartermath xitsmath`

// kinds are the kinds that families names.
var kinds = map[string]kind{
	"letters":   {use: layout.MathLetters, encoding: mathLetters},
	"italic":    {use: layout.MathLetters},
	"symbols":   {use: layout.MathSymbols, encoding: mathSymbols, alphabet: layout.Script, capitals: true},
	"extension": {use: layout.MathLarge, encoding: mathExtension},
	"amsA":      {use: layout.MathSymbols, encoding: amsA},
	"amsB":      {use: layout.MathAlphabets, encoding: amsB, alphabet: layout.DoubleStruck},
	"signs":     {use: layout.MathSymbols},
	"large":     {use: layout.MathLarge},
	"mtExtra":   {use: layout.MathLarge, encoding: mtExtra},
	"fraktur":   {use: layout.MathAlphabets, alphabet: layout.Fraktur},
	"script":    {use: layout.MathAlphabets, alphabet: layout.Script},
	"capitals":  {use: layout.MathAlphabets, alphabet: layout.Script, capitals: true},
	"struck":    {use: layout.MathAlphabets, alphabet: layout.DoubleStruck},
	"text":      {},
	"all":       {use: layout.MathAll, known: true},
}

// family is a family of fonts, by how its name begins.
type family struct {
	prefix string
	kind
}

// familiesByLetter are the families by the first letter of their names.
var familiesByLetter = sync.OnceValue(func() (list ['z' + 1][]family) {
	var k kind
	for _, word := range strings.Fields(families) {
		if name, isKind := strings.CutSuffix(word, ":"); isKind {
			name, bold := strings.CutSuffix(name, "+")
			k = kinds[name]
			k.bold = bold
			continue
		}
		list[word[0]] = append(list[word[0]], family{word, k})
	}
	return list
})

// byName is the kind that the name of a font says.
func byName(fullName string) (k kind, ok bool) {
	name := strings.Replace(plainName(fullName), "mathdesign", "", 1) // text and mathematics
	if name == "" || name[0] > 'z' {
		return k, false
	}
	best := 0
	for _, f := range familiesByLetter()[name[0]] {
		if len(f.prefix) > best && strings.HasPrefix(name, f.prefix) && endsWord(name[len(f.prefix):]) {
			k, best = f.kind, len(f.prefix)
		}
	}
	if best == 0 && (strings.Contains(fullName, "Math") || strings.HasSuffix(name, "math")) {
		k, ok = byWords(name)
	}
	k.bold = k.bold || strings.Contains(name, "bold")
	return k, ok || best > 0
}

// plainName is a name in lower case without hyphens and spaces.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// nameEnds are what follows a family in a name.
var nameEnds = [...]string{"regular", "bold", "medium", "italic", "mt", "std", "one", "ps", "scale", "o"}

// endsWord reports whether what follows a family in a name is no more than a size, a weight
// or the like: cmmi10, but not cmmiata.
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
	return len(rest) <= 3 // an encoding or a design: 8r, sc, X
}

// byWords is the kind that words in the name of a font say.
func byWords(name string) (kind, bool) {
	for _, w := range [...][2]string{
		{"mathitalic", "letters"}, {"mathextension", "extension"}, {"mathsymbols", "symbols"}, {"extension10", "extension"}, {"symbol10", "symbols"},
		{"symbola10", "amsB"}, {"symbolb10", "signs"}, {"mathblackboard", "struck"}, {"mathdoublestruck", "struck"}, {"mathfraktur", "fraktur"},
		{"mathcal", "script"}, {"mathscript", "script"}, {"mathletters", "letters"},
	} {
		if strings.Contains(name, w[0]) {
			return kinds[w[1]], true
		}
	}
	if strings.Contains(name, "math") {
		return kind{use: layout.MathAll}, true
	}
	return kind{}, false
}

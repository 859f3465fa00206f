package font

import "strings"

// symbolTable is the character set of a picture font whose codes or names say
// letters. The zero symbolTable is that of an ordinary font.
type symbolTable uint8

const (
	noSymbols symbolTable = iota
	symbolSymbols
	wingdingsSymbols
	wingdings2Symbols
	wingdings3Symbols
	webdingsSymbols
	marlettSymbols
	zapfSymbols
)

// bareName takes out of the name of a font what some write between its words.
var bareName = strings.NewReplacer(" ", "", "_", "")

// symbolTableOf tells the picture fonts by name.
func symbolTableOf(name string) symbolTable {
	name = strings.ToLower(bareName.Replace(name))
	name = strings.Replace(name, "dings-", "dings", 1)
	switch {
	case strings.HasPrefix(name, "wingdings2"):
		return wingdings2Symbols
	case strings.HasPrefix(name, "wingdings3"):
		return wingdings3Symbols
	case strings.HasPrefix(name, "wingdings"):
		return wingdingsSymbols
	case strings.HasPrefix(name, "webdings"):
		return webdingsSymbols
	case strings.HasPrefix(name, "marlett"):
		return marlettSymbols
	case name == "symbol", strings.HasPrefix(name, "symbolmt"), strings.HasPrefix(name, "symbol,"), strings.HasPrefix(name, "symbol-"):
		return symbolSymbols
	case strings.Contains(name, "dingbats"):
		return zapfSymbols
	}
	return noSymbols
}

// text is what code c means in a picture font. Names count only where they are
// not those of letters that merely share the code.
func (t symbolTable) text(c byte, name string) text {
	lying := name == "" || name == winAnsiEncoding[c] || name == standardEncoding[c] || name == macRomanEncoding[c]
	switch t {
	case noSymbols:
		return text{}
	case symbolSymbols:
		if lying {
			return nameText(symbolEncoding[c])
		}
	case zapfSymbols:
		if lying {
			name = zapfDingbatsEncoding[c]
		}
		return zapfText(name)
	default:
		if r := t.picture(c); r != 0 && (lying || nameText(name).r == 0) {
			return text{r: r}
		}
	}
	return text{}
}

// overrules reports whether m, which ToUnicode gives a code of a picture font, is
// only the letter that shares the code.
func (t symbolTable) overrules(m text, c byte) bool {
	return t >= wingdingsSymbols && m.r > ' ' && m.r <= 0xFF && m == nameText(winAnsiEncoding[c])
}

// symbolOf is the code of a picture font that m, what ToUnicode gives a code of it, stands
// for: one of the private use area, where systems put symbols, or a letter. No picture
// font has letters, but some have these dots and signs.
func (t symbolTable) symbolOf(m text) (code byte, ok bool) {
	if symbol := m.r - symbolBase; symbol >= 0 && symbol <= 0xFF {
		return byte(symbol), t != noSymbols
	}
	if t < wingdingsSymbols || m.r <= ' ' || m.r > 0xFF || strings.ContainsRune("·°×÷«»¬", m.r) {
		return 0, false
	}
	return byte(m.r), true
}

// SymbolName is the name of a glyph of the standard font Symbol by its code, "" for none.
func SymbolName(code byte) string { return symbolEncoding[code] }

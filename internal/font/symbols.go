package font

import "strings"

// symbolTable is the character set of a picture font. The codes or names of such a font are those
// of letters. The zero symbolTable is that of an ordinary font.
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

// bareName removes the separators that some writers put between the words of a font name.
var bareName = strings.NewReplacer(" ", "", "_", "")

// symbolTableOf recognises picture fonts by name.
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

// text returns the meaning of code c in a picture font. A name counts only if it is not that of a
// letter that merely has the same code.
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

// overrules reports whether m, which ToUnicode gives a code of a picture font, is only the letter
// with the same code.
func (t symbolTable) overrules(m text, c byte) bool {
	return t >= wingdingsSymbols && m.r > ' ' && m.r <= 0xFF && m == nameText(winAnsiEncoding[c])
}

// symbolOf returns the code of a picture font for which m, the text that ToUnicode gives, stands. m
// is a character of the private use area, where systems put symbols, or a letter. No picture font
// has letters, but some have the dots and signs in this list.
func (t symbolTable) symbolOf(m text) (code byte, ok bool) {
	if symbol := m.r - symbolBase; symbol >= 0 && symbol <= 0xFF {
		return byte(symbol), t != noSymbols
	}
	if t < wingdingsSymbols || m.r <= ' ' || m.r > 0xFF || strings.ContainsRune("·°×÷«»¬", m.r) {
		return 0, false
	}
	return byte(m.r), true
}

// SymbolName returns the glyph name of a code of the standard font Symbol, or "" when there is none.
func SymbolName(code byte) string { return symbolEncoding[code] }

package font

import (
	"strings"
	"sync"
)

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
	zapfSymbols
)

// symbolTableOf tells the picture fonts by name.
func symbolTableOf(name string) symbolTable {
	name = strings.ToLower(strings.ReplaceAll(name, " ", ""))
	switch {
	case strings.HasPrefix(name, "wingdings2"):
		return wingdings2Symbols
	case strings.HasPrefix(name, "wingdings3"):
		return wingdings3Symbols
	case strings.HasPrefix(name, "wingdings"):
		return wingdingsSymbols
	case strings.HasPrefix(name, "webdings"):
		return webdingsSymbols
	case name == "symbol", strings.HasPrefix(name, "symbolmt"), strings.HasPrefix(name, "symbol,"), strings.HasPrefix(name, "symbol-"):
		return symbolSymbols
	case strings.Contains(name, "dingbats"):
		return zapfSymbols
	}
	return noSymbols
}

// wingdings is Wingdings from code 0x21, a space where there is no code. Where
// Unicode has an arrow or tick that fonts commonly hold it stands for the heavier one.
const wingdings = "✏✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭📁📂📄🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵" +
	"●🔾■□🞐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶🙶🙷 ⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•⬝⭘🞆🞈🞊🞋🔿▪◻🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰" +
	"🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘🡸➔🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑"

var wingdingsRunes = sync.OnceValue(func() []rune { return []rune(wingdings) })

const firstWingding = 0x21

// The codes of the rarer picture fonts that documents use: ticks, boxes, bullets
// and arrows.
var (
	wingdings2Runes = [256]rune{
		'O': '✗', 'P': '✓', 'Q': '☒', 'R': '☑', 'S': '☒', 'T': '☒', 'U': '⊗', 'V': '⊗',
		0x95: '·', 0x96: '•', 0x97: '●', 0x98: '●', 0x9E: '■', 0x9F: '■', 0xA0: '■', 0xA2: '□', 0xA3: '□',
	}
	wingdings3Runes = [256]rune{
		'p': '▲', 'q': '▼', 'r': '△', 's': '▽', 't': '◀', 'u': '▶', 'v': '◁', 'w': '▷',
		'x': '◣', 'y': '◢', 'z': '◤', '{': '◥', '|': '◂', '}': '▸', 0x7F: '▾', 0x80: '◂', 0x81: '▸',
	}
	webdingsRunes = [256]rune{
		'3': '◀', '4': '▶', '5': '▲', '6': '▼', 'a': '✔', 'c': '□', 'g': '■', 'i': 'ℹ', 'n': '●', 'r': '✖',
		'=': '■', '<': '■', 'Y': '♥', 'Z': '◆',
	}
)

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
	case wingdingsSymbols:
		if i := int(c) - firstWingding; i >= 0 && i < len(wingdingsRunes()) && (lying || nameText(name).r == 0) {
			return text{r: wingdingsRunes()[i]}
		}
	case wingdings2Symbols:
		return text{r: wingdings2Runes[c]}
	case wingdings3Symbols:
		return text{r: wingdings3Runes[c]}
	case webdingsSymbols:
		return text{r: webdingsRunes[c]}
	}
	return text{}
}

// overrules reports whether m, which ToUnicode gives a code of a picture font, is
// only the letter that shares the code.
func (t symbolTable) overrules(m text, c byte) bool {
	return t >= wingdingsSymbols && t != zapfSymbols && m.r > ' ' && m.r <= 0xFF && m == nameText(winAnsiEncoding[c])
}

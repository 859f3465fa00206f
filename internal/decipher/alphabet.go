package decipher

import (
	"sync"

	"golang.org/x/text/encoding/charmap"

	"github.com/pagelift/pagelift/internal/font"
)

// alphabet is an order of characters in fonts or code pages.
type alphabet struct {
	name    string
	texts   []string
	fixed   bool // it is a code page: numbers are its codes and are never shifted
	nearest int  // greatest distance from the end of the alphabet before it; -1: any
}

// at returns the character at a place, or "" for none.
func (a *alphabet) at(i int) string {
	if i < 0 || i >= len(a.texts) {
		return ""
	}
	return a.texts[i]
}

const (
	asciiOrder     = "the order of ASCII"
	windowsPage    = "Windows-1252"
	unicodeNumbers = "Unicode"

	// asciiFrom is the number of the space in nearly all fonts of system makers.
	asciiFrom = 3
	// latinNear is by how many glyphs the distance between ASCII and the accented letters may differ from
	// that in Unicode. Some fonts omit the soft hyphen, and some have a few forms of their own there.
	latinNear = 8
)

// ascii is the alphabet with which nearly all fonts begin.
var ascii = &alphabet{name: asciiOrder, texts: between(' ', '~'), nearest: -1}

// others are scripts that follow ascii in fonts. They are in the order of Unicode, apart from one letter.
var others = []*alphabet{
	{name: "the order of Cyrillic", texts: between('А', 'я'), nearest: -1},
	{name: "the order of Cyrillic with Yo", texts: split("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"), nearest: -1},
	{name: "the order of Greek", texts: between('Ά', 'ώ'), nearest: -1},
}

// alphabets returns the alphabets with which a reading may begin.
var alphabets = sync.OnceValue(func() []*alphabet {
	list := append([]*alphabet{
		ascii,
		{name: windowsPage, texts: page(charmap.Windows1252), fixed: true},
		{name: unicodeNumbers, texts: append(make([]string, ' '), between(' ', 0x2FFF)...), fixed: true},
		{name: "OT1", texts: font.TeXEncodings()[0], fixed: true},
		{name: "T1", texts: font.TeXEncodings()[1], fixed: true},
	}, others...)
	for _, p := range []*charmap.Charmap{
		charmap.Macintosh, charmap.Windows1250, charmap.Windows1251, charmap.Windows1253, charmap.KOI8R, charmap.ISO8859_5, charmap.ISO8859_7,
	} {
		list = append(list, &alphabet{name: p.String(), texts: page(p), fixed: true})
	}
	return list
})

// completing returns the alphabets that may follow another one.
var completing = sync.OnceValue(func() []*alphabet {
	return append([]*alphabet{
		ascii,
		{name: "the Macintosh order", texts: font.MacintoshOrder()[len(ascii.texts):]},
		{name: "the order of Latin", texts: between(0xA0, 0x24F), nearest: latinNear},
		{name: "the end of Windows-1252", texts: page(charmap.Windows1252)[0x7F:]},
		{name: "the end of Mac OS Roman", texts: page(charmap.Macintosh)[0x7F:]},
	}, others...)
})

// between returns the characters from first to last.
func between(first, last rune) (texts []string) {
	for r := first; r <= last; r++ {
		texts = append(texts, string(r))
	}
	return texts
}

func split(s string) (texts []string) {
	for _, r := range s {
		texts = append(texts, string(r))
	}
	return texts
}

// page returns the characters of a code page. A code that is no printing character has "".
func page(m *charmap.Charmap) []string {
	texts := make([]string, 256)
	for c := ' '; c < 256; c++ {
		if r := m.DecodeByte(byte(c)); r >= ' ' && (r < 0x7F || r >= 0xA0) && r != '\uFFFD' {
			texts[c] = string(r)
		}
	}
	return texts
}

// usual reports whether many writers number glyphs in this way.
func usual(h habit) bool {
	switch h.alphabet {
	case asciiOrder:
		return h.offset == asciiFrom || h.offset == ' '
	case windowsPage, unicodeNumbers:
		return true
	}
	return false
}

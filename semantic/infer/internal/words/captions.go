package words

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// CaptionKind is the kind of thing that a caption names.
type CaptionKind uint8

const (
	NoCaption CaptionKind = iota
	TableCaption
	FigureCaption
	otherCaption // the caption of an example or listing, which is text
)

// captionWords are the words at the start of captions, before a number, in lower case.
var captionWords = sync.OnceValue(func() map[string]CaptionKind {
	words := map[string]CaptionKind{}
	for kind, list := range map[CaptionKind]string{
		TableCaption: `table tables tab tabelle übersicht tableau tabla cuadro tabela quadro tabella tabel tabell taulukko tabelka tablica
			tabulka tabuľka tabelul tablo çizelge bảng таблица табл таблиця табліца πίνακας جدول الجدول טבלה לוח 表 表格 표`,
		FigureCaption: `figure figures fig figs abbildung abb bild schaubild grafik figura figuur figur kuva rysunek rys wykres obrázek obr
			obrázok slika şekil hình рисунок рис малюнок εικόνα σχήμα شكل الشكل رسم איור תרשים 图 圖 図 그림 chart graph diagram
			graphique gráfico grafico diagramm diagramme photo foto plate map karte carte mapa scheme exhibit image illustration`,
		otherCaption: `example listing box algorithm beispiel exemple ejemplo exemplo esempio пример`,
	} {
		for word := range strings.FieldsSeq(list) {
			words[word] = kind
		}
	}
	return words
})

// CaptionLabel is the "Table 3.1:" at the start of a caption.
type CaptionLabel struct {
	Kind   CaptionKind
	Word   string // "Table"
	Number string // "3.1"
	Ended  bool   // a sign ends the label, or nothing follows
	Lone   bool   // nothing follows
	Runs   bool   // the text goes on as a sentence about the table does: "Table 3 shows"
}

// CaptionKindOf returns the kind of captions that begin with word, which is in lower
// case, or NoCaption.
func CaptionKindOf(word string) CaptionKind { return captionWords()[word] }

// CaptionLabelOf reads the label at the start of text. Its kind is NoCaption when
// there is none.
func CaptionLabelOf(text string) CaptionLabel {
	text = text[Bullet(text):] // some documents set a bullet before it
	word, rest := captionWord(text)
	kind := CaptionKindOf(strings.ToLower(word))
	if kind == NoCaption {
		return CaptionLabel{}
	}
	rest = strings.TrimPrefix(rest, ".")
	rest = strings.TrimLeft(rest, " \u00a0")
	for _, no := range [...]string{"No. ", "no. ", "Nr. ", "nr. ", "nº ", "n° ", "№ ", "N° "} {
		rest = strings.TrimPrefix(rest, no)
	}
	size := CaptionNumber(rest)
	if size == 0 {
		return CaptionLabel{}
	}
	number, rest := rest[:size], rest[size:]
	behind := strings.TrimLeft(rest, " \u00a0\u3000")
	if behind == "" {
		return CaptionLabel{Kind: kind, Word: word, Number: number, Ended: true, Lone: true}
	}
	r, n := utf8.DecodeRuneInString(behind)
	if strings.ContainsRune(".:–—|)：．、-", r) {
		return CaptionLabel{Kind: kind, Word: word, Number: number, Ended: true, Lone: strings.Trim(behind[n:], " -–—") == ""}
	}
	if len(behind) == len(rest) {
		return CaptionLabel{} // "Table 3, which", "Fig. 2's"
	}
	return CaptionLabel{Kind: kind, Word: word, Number: number, Runs: unicode.IsLower(r)}
}

// captionWord returns the first word of text and what follows. In Chinese and Japanese the number
// follows without a space.
func captionWord(text string) (word, rest string) {
	r, size := utf8.DecodeRuneInString(text)
	if IsIdeograph(r) {
		if next, n := utf8.DecodeRuneInString(text[size:]); next == '格' {
			size += n
		}
		return text[:size], text[size:]
	}
	for i, r := range text {
		if !unicode.IsLetter(r) {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// CaptionNumber returns the length of the number of a caption: "3", "3.1", "A-2",
// "12b", "IV". It returns 0 when there is none.
func CaptionNumber(text string) int {
	i, digits, capitals := 0, 0, 0
	for i < len(text) {
		c := text[i]
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z':
			capitals++
		case c >= 'a' && c <= 'h' && digits > 0 && (i+1 == len(text) || !IsASCIILetter(text[i+1])):
		case (c == '.' || c == '-') && i > 0 && i+1 < len(text) && (text[i+1] >= '0' && text[i+1] <= '9'):
		default:
			return captionNumberEnd(text[:i], digits, capitals)
		}
		i++
	}
	return captionNumberEnd(text, digits, capitals)
}

// captionNumberEnd returns the length of number if it can be one: digits with at
// most two letters, a Roman number, or one capital. Else it returns 0.
func captionNumberEnd(number string, digits, capitals int) int {
	if digits > 0 && capitals <= 2 || capitals == 1 && len(number) == 1 ||
		capitals == len(number) && capitals > 0 && strings.Trim(number, "IVXL") == "" {
		return len(number)
	}
	return 0
}

// IsCaption reports whether text begins as a caption does.
func IsCaption(text string) bool { return CaptionLabelOf(text).Kind != NoCaption }

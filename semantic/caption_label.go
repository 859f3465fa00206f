package semantic

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// captionKind is what a caption says it belongs to.
type captionKind uint8

const (
	noCaption captionKind = iota
	tableCaption
	figureCaption
	otherCaption // of examples and listings: what it belongs to is text
)

// captionWords begin captions, before a number: in lower case, by language.
var captionWords = sync.OnceValue(func() map[string]captionKind {
	words := map[string]captionKind{}
	for kind, list := range map[captionKind]string{
		tableCaption: `table tables tab tabelle übersicht tableau tabla cuadro tabela quadro tabella tabel tabell taulukko tabelka tablica
			tabulka tabuľka tabelul tablo çizelge bảng таблица табл таблиця табліца πίνακας جدول الجدول טבלה לוח 表 表格 표`,
		figureCaption: `figure figures fig figs abbildung abb bild schaubild grafik figura figuur figur kuva rysunek rys wykres obrázek obr
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

// captionLabel is the "Table 3.1:" at the start of a caption.
type captionLabel struct {
	kind   captionKind
	word   string // "Table"
	number string // "3.1"
	ended  bool   // by a sign, or nothing follows
	lone   bool   // nothing follows
	runs   bool   // the text goes on as a sentence about the table does: "Table 3 shows"
}

// captionKindOf is what the captions belong to that begin with word, which is in lower
// case; noCaption when none does.
func captionKindOf(word string) captionKind { return captionWords()[word] }

// captionLabelOf reads the label at the start of text; its kind is noCaption when
// there is none.
func captionLabelOf(text string) captionLabel {
	text = text[bullet(text):] // some set a sign before it
	word, rest := captionWord(text)
	kind := captionKindOf(strings.ToLower(word))
	if kind == noCaption {
		return captionLabel{}
	}
	rest = strings.TrimPrefix(rest, ".")
	rest = strings.TrimLeft(rest, " \u00a0")
	for _, no := range [...]string{"No. ", "no. ", "Nr. ", "nr. ", "nº ", "n° ", "№ ", "N° "} {
		rest = strings.TrimPrefix(rest, no)
	}
	size := captionNumber(rest)
	if size == 0 {
		return captionLabel{}
	}
	number, rest := rest[:size], rest[size:]
	behind := strings.TrimLeft(rest, " \u00a0\u3000")
	if behind == "" {
		return captionLabel{kind: kind, word: word, number: number, ended: true, lone: true}
	}
	r, n := utf8.DecodeRuneInString(behind)
	if strings.ContainsRune(".:–—|)：．、-", r) {
		return captionLabel{kind: kind, word: word, number: number, ended: true, lone: strings.Trim(behind[n:], " -–—") == ""}
	}
	if len(behind) == len(rest) {
		return captionLabel{} // "Table 3, which", "Fig. 2's"
	}
	return captionLabel{kind: kind, word: word, number: number, runs: unicode.IsLower(r)}
}

// captionWord is the first word of text. Chinese and Japanese set the number right
// behind it.
func captionWord(text string) (word, rest string) {
	r, size := utf8.DecodeRuneInString(text)
	if isIdeograph(r) {
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

// captionNumber is the length of the number of a caption: "3", "3.1", "A-2",
// "12b", "IV"; 0 when there is none.
func captionNumber(text string) int {
	i, digits, capitals := 0, 0, 0
	for i < len(text) {
		c := text[i]
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z':
			capitals++
		case c >= 'a' && c <= 'h' && digits > 0 && (i+1 == len(text) || !isASCIILetter(text[i+1])):
		case (c == '.' || c == '-') && i > 0 && i+1 < len(text) && (text[i+1] >= '0' && text[i+1] <= '9'):
		default:
			return captionNumberEnd(text[:i], digits, capitals)
		}
		i++
	}
	return captionNumberEnd(text, digits, capitals)
}

// captionNumberEnd is the length of number when it can be one: digits with at
// most two letters, a roman number, one capital.
func captionNumberEnd(number string, digits, capitals int) int {
	if digits > 0 && capitals <= 2 || capitals == 1 && len(number) == 1 ||
		capitals == len(number) && capitals > 0 && strings.Trim(number, "IVXL") == "" {
		return len(number)
	}
	return 0
}

// isCaption reports whether text begins as captions do.
func isCaption(text string) bool { return captionLabelOf(text).kind != noCaption }

package infer

import (
	"strconv"
	"strings"
	"unicode"
)

// findNumbers marks page numbers that repetition cannot show, because the document
// has too few pages or is a piece of a longer one:
//
//	Page 3 of 12      says that it is a page number
//	3                 stands alone at the very edge, apart from the text, and is the
//	                  number of its page; in a document of a page or two any number will do
func (e *edges) findNumbers(sheets []sheet) {
	for i := range e.rows {
		r := &e.rows[i]
		s := &sheets[r.sheet]
		if r.why != "" || r.depth != 0 || r.count == 0 || r.lines != 1 || r.inner < slotApart && !e.isSmallNumber(i) {
			continue
		}
		text := s.text(e.lines[r.first])
		switch {
		case r.isPageNumber() && r.numbers[0] <= mostPages && (len(sheets) < oftenSeen || isNumberOf(s, r.numbers[0])):
			r.mark("a number alone at the edge of the page")
		case len(sheets) < oftenSeen && (isPageLabel(text) || countsAlone(text)):
			r.mark("the number of a page alone at its edge")
		case saysPage(text):
			r.mark("says which page it is")
		}
	}
}

// isSmallNumber reports whether row i is a number that is smaller than the next row inwards
// and no closer to it than rows of text are. Such a number needs less white space.
func (e *edges) isSmallNumber(i int) bool {
	r, next := &e.rows[i], e.beside(i, 1)
	return r.isPageNumber() && next != nil && !next.bare && r.size*lookRatio < next.size && r.inner >= closestHead && r.gap() >= textGap*next.gap()
}

// countsAlone reports whether a row is nothing but the number of a page and the number of
// all pages: "2 of 14", "2 / 14".
func countsAlone(text string) bool {
	f := strings.Fields(strings.ReplaceAll(text, "/", " / "))
	if len(f) != 3 || !countsOut(text) {
		return false
	}
	n, _ := strconv.Atoi(f[0])
	all, _ := strconv.Atoi(f[2])
	return n <= all && all > 1
}

func isNumberOf(s *sheet, n int32) bool {
	return int(n) == s.Number || strings.TrimSpace(s.Label) == strconv.Itoa(int(n))
}

// pageWords are the words before page numbers in the languages that most
// documents are in.
var pageWords = map[string]bool{
	"page": true, "pages": true, "pg": true, "p": true, "seite": true, "página": true, "pagina": true, "pág": true, "pag": true,
	"sida": true, "side": true, "strona": true, "strana": true, "sayfa": true, "oldal": true, "sivu": true,
	"страница": true, "стр": true, "сторінка": true, "صفحة": true, "עמוד": true, "หน้า": true,
}

// ofWords are the words between the number of a page and the number of all pages.
var ofWords = map[string]bool{
	"of": true, "von": true, "de": true, "di": true, "sur": true, "van": true, "af": true, "av": true, "z": true, "ze": true,
	"из": true, "з": true, "من": true, "מתוך": true, "/": true, "": true,
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// longestNumber is the most characters of a page number in Chinese, "第 123 頁", with some to spare.
	longestNumber = 8
)

// saysPage reports whether a row is like "Page 3", "Seite 3 von 12" or "第 3 页".
func saysPage(text string) bool {
	if r := []rune(strings.ReplaceAll(text, " ", "")); len(r) > 2 && r[0] == '第' && strings.ContainsRune("页頁", r[len(r)-1]) {
		return len(r) <= longestNumber
	}
	named, numbers := false, 0
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		bare := strings.TrimFunc(word, unicode.IsPunct)
		switch {
		case pageWords[bare] && numbers == 0:
			named = true
		case bare != "" && strings.Trim(bare, "0123456789/") == "":
			numbers++
		case !ofWords[bare]:
			return false
		}
	}
	return named && numbers > 0 && numbers <= 2
}

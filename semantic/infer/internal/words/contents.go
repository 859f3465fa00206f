package words

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// contentsWords are the headings of lists of contents, in lower case. The value is false for
// lists of other things than headings.
var contentsWords = map[string]bool{
	"contents": true, "table of contents": true, "contents of this chapter": true, "in this chapter": true, "in this section": true,
	"list of figures": false, "list of tables": false, "list of illustrations": false, "list of listings": false, "list of algorithms": false,
	"list of abbreviations": false, "list of appendices": false, "list of annexes": false, "list of boxes": false, "list of charts": false,
	"figures": false, "tables": false, "brief contents": true, "detailed contents": true, "table of authorities": false,
	"inhalt": true, "inhaltsverzeichnis": true, "inhaltsübersicht": true, "abbildungsverzeichnis": false, "tabellenverzeichnis": false, "verzeichnis der abbildungen": false,
	"sommaire": true, "table des matières": true, "table des figures": false, "liste des tableaux": false, "liste des figures": false,
	"índice": true, "indice": true, "contenido": true, "tabla de contenido": true, "tabla de contenidos": true, "índice general": true, "contenidos": true,
	"sumário": true, "conteúdo": true, "índice geral": true, "sommario": true, "indice generale": true,
	"inhoud": true, "inhoudsopgave": true, "spis treści": true, "obsah": true, "innehåll": true, "innehållsförteckning": true,
	"indhold": true, "indholdsfortegnelse": true, "innhold": true, "sisällys": true, "sisällysluettelo": true, "tartalom": true, "tartalomjegyzék": true,
	"содержание": true, "оглавление": true, "зміст": true, "içindekiler": true, "περιεχόμενα": true, "cuprins": true,
	"目次": true, "目录": true, "目錄": true, "차례": true, "목차": true, "المحتويات": true, "فهرس": true, "فهرس المحتويات": true, "תוכן העניינים": true, "תוכן": true,
}

// ContentsKey returns text in the form of contentsWords.
func ContentsKey(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, " .:")), " "))
}

// ContentsName reports whether key is the heading of a list of contents, and whether
// that list has headings as its entries. ContentsKey makes the key.
func ContentsName(key string) (ofHeadings, ok bool) {
	ofHeadings, ok = contentsWords[key]
	return ofHeadings, ok
}

// contentsSigns are the first two bytes of all contentsWords.
var contentsSigns = sync.OnceValue(func() map[[2]byte]bool {
	signs := map[[2]byte]bool{}
	for word := range contentsWords {
		signs[[2]byte{word[0], word[1]}] = true
	}
	return signs
})

// MayNameContents reports whether text may be among contentsWords. It is a quick test: most text
// is not, and making a key takes time.
func MayNameContents(text string) bool {
	text = strings.TrimLeft(text, " .:")
	if len(text) < 2 || text[0] >= utf8.RuneSelf || text[1] >= utf8.RuneSelf {
		return true
	}
	return contentsSigns()[[2]byte{text[0] | 0x20, text[1] | 0x20}]
}

package htmlout

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// outlinePages are the fewest pages that make contents worth a landmark. Through a few pages their
// headings lead as fast, and a list of them before them is the same text twice: of 23 tagged
// documents the five with an outline and no list of contents had one to four pages, and lost 0.20
// of their likeness to their own text with such a list.
const outlinePages = 8

// Bounds of the contents that are made.
const (
	outlineEntries = 2   // of an outline of the document: it was made by somebody
	headingEntries = 3   // of headings
	headingsMost   = 120 // with those of the second level; more are no overview
	entryRunes     = 90  // of a heading, the rest is cut: two or three lines beside the text
	sameTitles     = 3   // of the second level that say the same, such as "Note", tell nothing apart
)

// mainID is the id of the content, to which the first link leads that the keyboard meets. No
// heading's id begins with a low line.
const mainID = "_main"

// outline writes the contents of a long document as a list of links before it: its outline, or
// else its headings. It is folded where the window is narrow, and stands beside the text where it is
// wide. A document whose own list of contents is linked has that already. It reports whether
// there is one.
func (w *writer) outline(doc *semantic.Document) bool {
	if !w.semantic || w.pages != nil || len(doc.Pages) < outlinePages || doc.Root == nil {
		return false
	}
	items := doc.Outline
	if entries(items) < outlineEntries {
		if items = headingItems(doc.Root); entries(items) < headingEntries {
			return false
		}
	}
	if hasContents(doc.Root, items) {
		return false
	}
	name := contentsName(w.lang)
	w.str(`<nav class="outline"`)
	w.attr("aria-label", w.landmarkName(name))
	w.strLine(">")
	w.str(`<a class="skip"`)
	w.writeTarget("#"+mainID, "", "", "")
	w.str(">")
	w.text(skipName(w.lang))
	w.strLine("</a>")
	w.str("<details><summary>")
	w.text(name)
	w.strLine("</summary>")
	w.outlineList(items)
	w.strLine("</details>")
	w.strLine("</nav>")
	return true
}

// outlineList writes the entries of one level.
func (w *writer) outlineList(items []semantic.OutlineItem) {
	if len(items) == 0 {
		return
	}
	w.strLine("<ul>")
	for i := range items {
		item := &items[i]
		w.str("<li>")
		title := item.Title
		if !readable(title) {
			title = item.Href
		}
		if item.Href != "" {
			w.str("<a")
			w.writeTarget(item.Href, "", "", "")
			w.str(">")
			w.text(title)
			w.str("</a>")
		} else {
			w.text(title)
		}
		w.outlineList(item.Children)
		w.strLine("</li>")
	}
	w.strLine("</ul>")
}

// entries counts the entries of an outline that lead somewhere.
func entries(items []semantic.OutlineItem) int {
	count := 0
	for i := range items {
		if items[i].Href != "" {
			count++
		}
		count += entries(items[i].Children)
	}
	return count
}

// headingItems are the headings of the two highest levels that lead through the document. A level
// that has one heading only is its title.
//
//	h1 Counting swifts           (one: the title)
//	h2 Methods               ->  Methods
//	h3 Microphones           ->    Microphones
//	h4 Batteries
//	h2 Results               ->  Results
func headingItems(root *semantic.Node) []semantic.OutlineItem {
	var levels [7]int
	for n := range root.All() {
		if n.Role == semantic.H && n.Level <= 6 && n.Attr != nil && n.Attr.ID != "" {
			levels[headingLevel(n)]++
		}
	}
	top := 1
	for top < len(levels) && levels[top] < 2 {
		top++
	}
	if top == len(levels) {
		return nil
	}
	second := top + 1
	if second == len(levels) || levels[top]+levels[second] > headingsMost {
		second = top
	}
	often := map[string]int{}
	for n := range root.All() {
		if n.Role == semantic.H && int(headingLevel(n)) == second {
			often[entryTitle(n)]++
		}
	}
	var items []semantic.OutlineItem
	for n := range root.All() {
		if n.Role != semantic.H || n.Attr == nil || n.Attr.ID == "" {
			continue
		}
		level, title := int(headingLevel(n)), entryTitle(n)
		if level < top || level > second || n.Level > 6 || title == "" {
			continue
		}
		if level > top && often[title] >= sameTitles {
			continue
		}
		item := semantic.OutlineItem{Title: title, Href: "#" + cleanID(n.Attr.ID)}
		if last := len(items) - 1; level > top && last >= 0 {
			items[last].Children = append(items[last].Children, item)
		} else {
			items = append(items, item)
		}
	}
	return items
}

// entryTitle is the text of a heading in a list of contents, "" for one that nobody can read.
func entryTitle(n *semantic.Node) string {
	title := strings.Join(strings.Fields(plainText(n)), " ")
	if !readable(title) {
		return ""
	}
	runes := []rune(title)
	if len(runes) <= entryRunes {
		return title
	}
	cut := string(runes[:entryRunes])
	if space := strings.LastIndexByte(cut, ' '); space > len(cut)/2 {
		cut = cut[:space]
	}
	return cut + "…"
}

// hasContents reports whether the document has a list of contents of its own that does what items
// would do: half of its entries are links into the document, and they are as many as half of the
// chapters of items. Neither the contents of one chapter nor a list of addresses lead through a document.
func hasContents(root *semantic.Node, items []semantic.OutlineItem) bool {
	chapters := items
	for len(chapters) == 1 { // the title
		chapters = chapters[0].Children
	}
	printed, links := 0, 0
	countContents(root, false, &printed, &links)
	return links > 0 && 2*links >= printed && 2*links >= len(chapters)
}

// countContents counts the entries of all lists of contents under n, and their links into the document.
func countContents(n *semantic.Node, within bool, printed, links *int) {
	switch {
	case within && n.Role == semantic.TOCI:
		*printed++
	case within && leadsInside(n):
		*links++
	}
	within = within || n.Role == semantic.TOC
	for _, c := range n.Children {
		if c != nil && (within || !c.Role.Inline()) {
			countContents(c, within, printed, links)
		}
	}
}

// leadsInside reports whether n is a link to a place of the document.
func leadsInside(n *semantic.Node) bool {
	return (n.Role == semantic.Link || n.Role == semantic.Reference) && n.Attr != nil &&
		(strings.HasPrefix(n.Attr.Href, "#") || n.Attr.Target != nil)
}

// skipNames name the link over the contents, by language.
var skipNames = map[string]string{
	"ar": "انتقل إلى المحتوى", "bg": "Към съдържанието", "cs": "Přejít k obsahu", "da": "Gå til indholdet", "de": "Zum Inhalt springen", "el": "Μετάβαση στο περιεχόμενο", "es": "Saltar al contenido",
	"fi": "Siirry sisältöön", "fr": "Aller au contenu", "he": "דילוג לתוכן", "hu": "Ugrás a tartalomra", "it": "Vai al contenuto", "ja": "本文へ移動", "ko": "본문으로 건너뛰기",
	"nb": "Gå til innholdet", "nl": "Naar de inhoud", "no": "Gå til innholdet", "pl": "Przejdź do treści", "pt": "Ir para o conteúdo", "ro": "Salt la conținut", "ru": "Перейти к содержанию",
	"sk": "Prejsť na obsah", "sv": "Gå till innehållet", "tr": "İçeriğe geç", "uk": "Перейти до вмісту", "zh": "跳到正文",
}

// skipName is the name in the language of the document.
func skipName(lang string) string { return inLanguage(skipNames, lang, "Skip to content") }

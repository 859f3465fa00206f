package htmlout

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// outlinePages is the number of pages from which a list of contents is added. In a document of few pages its
// headings lead as fast, and a list of them before the text is the same text twice. Of 23 tagged documents, five
// had an outline and no list of contents; they had one to four pages, and lost 0.20 of their likeness to their own
// text with such a list.
const outlinePages = 8

// Bounds of the list of contents that is added.
const (
	outlineEntries = 2   // of the document's outline: somebody has made it
	headingEntries = 3   // of headings
	headingsMost   = 120 // with those of the second level; with more, the list gives no overview
	entryRunes     = 90  // of a heading; the rest is cut: two or three lines beside the text
	sameTitles     = 3   // equal headings of the second level, such as "Note", from which they are left out
)

// mainID is the id of the content. The first link that the keyboard reaches leads there. No heading's id begins
// with a low line.
const mainID = "_main"

// outline writes the contents of a long document as a list of links before it: its outline, or else its headings.
// The list is folded in a narrow window, and stands beside the text in a wide one. A document with a linked list
// of contents of its own needs none. outline reports whether it has written one.
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
		title := withoutGap(item.Title)
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

// withoutGap closes the gap between the number of a section and its stop: bookmarks of LaTeX say "3.1 . Methods".
func withoutGap(title string) string {
	number, rest, found := strings.Cut(title, " . ")
	if !found || strings.Trim(number, ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return title
	}
	return number + ". " + rest
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

// headingItems returns the headings of the two highest levels that lead through the document. A level with a
// single heading is the title.
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

// entryTitle returns the text of a heading for a list of contents, or "" if it has no readable text.
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

// hasContents reports whether the document has a list of contents of its own that does the work of items. Half of
// its entries must be links into the document, and it must have half as many entries as items has chapters. The
// contents of one chapter, or a list of addresses, do not lead through a document.
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

// leadsInside reports whether n is a link to a place in the document.
func leadsInside(n *semantic.Node) bool {
	return (n.Role == semantic.Link || n.Role == semantic.Reference) && n.Attr != nil &&
		(strings.HasPrefix(n.Attr.Href, "#") || n.Attr.Target != nil)
}

// skipNames are the texts of the link that skips the contents, by language.
var skipNames = map[string]string{
	"ar": "انتقل إلى المحتوى", "bg": "Към съдържанието", "cs": "Přejít k obsahu", "da": "Gå til indholdet", "de": "Zum Inhalt springen", "el": "Μετάβαση στο περιεχόμενο", "es": "Saltar al contenido",
	"fi": "Siirry sisältöön", "fr": "Aller au contenu", "he": "דילוג לתוכן", "hu": "Ugrás a tartalomra", "it": "Vai al contenuto", "ja": "本文へ移動", "ko": "본문으로 건너뛰기",
	"nb": "Gå til innholdet", "nl": "Naar de inhoud", "no": "Gå til innholdet", "pl": "Przejdź do treści", "pt": "Ir para o conteúdo", "ro": "Salt la conținut", "ru": "Перейти к содержанию",
	"sk": "Prejsť na obsah", "sv": "Gå till innehållet", "tr": "İçeriğe geç", "uk": "Перейти до вмісту", "zh": "跳到正文",
}

// skipName returns the text in the language of the document.
func skipName(lang string) string { return inLanguage(skipNames, lang, "Skip to content") }

package htmlout

import (
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// ListedPages is the number of pages from which a facsimile has a list of pages. Two pages are visible at once.
const ListedPages = 3

// pageList writes the list of the pages of a facsimile. It is folded over the first page, or beside the pages if
// the window has room. When the document flows it is absent: only pages.css shows it.
func (w *writer) pageList(doc *semantic.Document) {
	if !w.semantic || w.pages == nil || len(doc.Pages) < ListedPages {
		return
	}
	name := inLanguage(pagesNames, w.lang, "Pages")
	w.str(`<nav class="leaves"`)
	w.attr("aria-label", w.landmarkName(name))
	w.str("><details><summary>")
	w.text(name)
	w.strLine("</summary>")
	w.strLine("<ol>")
	for i := range doc.Pages {
		number := strconv.Itoa(doc.Pages[i].Number)
		label := doc.Pages[i].Label
		if !readable(label) {
			label = number
		}
		w.str(`<li><a href="#page-` + number + `">`)
		w.text(label)
		w.strLine("</a></li>")
	}
	w.strLine("</ol>")
	w.strLine("</details></nav>")
}

// pagesNames are the names of the list of pages, by language.
var pagesNames = map[string]string{
	"ar": "الصفحات", "bg": "Страници", "cs": "Stránky", "da": "Sider", "de": "Seiten", "el": "Σελίδες", "es": "Páginas", "fi": "Sivut", "fr": "Pages", "he": "עמודים", "hu": "Oldalak",
	"it": "Pagine", "ja": "ページ", "ko": "페이지", "nb": "Sider", "nl": "Pagina’s", "no": "Sider", "pl": "Strony", "pt": "Páginas", "ro": "Pagini", "ru": "Страницы", "sk": "Strany",
	"sv": "Sidor", "tr": "Sayfalar", "uk": "Сторінки", "zh": "页面",
}

// PageListRoom is how much room the list of pages takes at each side of the widest page, in CSS pixels.
const PageListRoom = 88

// PageListBeside are the style rules for a list of pages that has this room.
const PageListBeside = ".leaves{position:fixed;inset:0 auto 0 0;box-sizing:border-box;width:80px;overflow-y:auto}" +
	".leaves summary{display:block;pointer-events:none}.leaves ol{display:block;max-height:none}" +
	".leaves>details::details-content{display:block;content-visibility:visible;block-size:auto}"

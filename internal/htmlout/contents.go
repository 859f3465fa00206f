package htmlout

import (
	"cmp"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// contents writes a list of contents. The outermost one gets a landmark of its own.
func (w *writer) contents(n *semantic.Node) {
	if len(n.Children) == 0 && n.Text == "" {
		return
	}
	landmark := w.semantic && !w.inContents
	if landmark {
		w.str(`<nav role="doc-toc"`)
		title := contentsName(w.lang)
		if n.Attr != nil && readable(n.Attr.Title) {
			title = n.Attr.Title
		}
		w.attr("aria-label", w.landmarkName(title))
		w.strLine(">")
		w.inContents = true
	}
	w.open("ul", n)
	w.line()
	if n.Text != "" {
		w.str("<li>")
		w.nodeText(n)
		w.strLine("</li>")
	}
	for _, c := range n.Children {
		if c != nil && c.Role != semantic.Artifact {
			w.contentsItem(c)
		}
	}
	w.close("ul")
	w.line()
	if landmark {
		w.strLine("</nav>")
		w.inContents = false
	}
}

// contentsItem writes an entry. A child that is not an entry becomes one.
func (w *writer) contentsItem(n *semantic.Node) {
	if n.Role != semantic.TOCI {
		w.item(n)
		return
	}
	w.open("li", n)
	w.content(n)
	w.strLine("</li>")
}

// contentsNames are the names for a list of contents without a heading, by language.
var contentsNames = map[string]string{
	"ar": "المحتويات", "bg": "Съдържание", "cs": "Obsah", "da": "Indhold", "de": "Inhalt", "el": "Περιεχόμενα", "es": "Contenido",
	"fi": "Sisällys", "fr": "Sommaire", "he": "תוכן העניינים", "hu": "Tartalom", "it": "Sommario", "ja": "目次", "ko": "목차",
	"nb": "Innhold", "nl": "Inhoud", "no": "Innhold", "pl": "Spis treści", "pt": "Conteúdo", "ro": "Cuprins", "ru": "Содержание",
	"sk": "Obsah", "sv": "Innehåll", "tr": "İçindekiler", "uk": "Зміст", "zh": "目录",
}

// contentsName returns the name in the language of the document.
func contentsName(lang string) string { return inLanguage(contentsNames, lang, "Contents") }

// inLanguage returns the word for a language, or the English one. Only the first part of the language tag (BCP 47)
// counts.
func inLanguage(words map[string]string, lang, english string) string {
	base, _, _ := strings.Cut(lang, "-")
	return cmp.Or(words[strings.ToLower(base)], english)
}

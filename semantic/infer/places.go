package infer

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// namePlaces finds the places to which text may refer by a word and a number: figures, tables
// and listings by their captions, sections by their headings. The name of a place is its series and
// its number. A name that several places have is dropped. next holds the
// anchors that are in use.
func (d *draft) namePlaces(next map[string]int) {
	places, loose := map[string]*part{}, map[string]*part{}
	add := func(to map[string]*part, name string, p *part) {
		if _, twice := to[name]; twice {
			p = nil
		}
		to[name] = p
	}
	var captions []string // in the order of the document
	for p := range d.all() {
		if p.continued || p.count == 0 {
			continue
		}
		if p.display && p.role == semantic.P {
			continue
		}
		switch p.role {
		case semantic.H:
			d.addSections(p, func(name string) { add(places, name, p) })
		case semantic.Caption, semantic.P:
			l := words.CaptionLabelOf(d.sheetOf(p).text(p.first))
			if l.Kind == words.NoCaption || p.role == semantic.P && (!l.Ended || leaders(d.sheetOf(p).text(p.last()))) || isContinuation(d.chainText(p)) {
				continue
			}
			name := captionSeries(l) + " " + l.Number
			if captions = append(captions, name); p.role == semantic.Caption {
				add(places, name, p)
			} else {
				add(loose, name, p)
			}
		}
	}
	for name, p := range loose {
		if _, tied := places[name]; !tied {
			places[name] = p
		}
	}
	d.anchorPlaces(places, captions, next)
	for _, list := range d.equations {
		for i := range list {
			d.places[list[i].name] = list[i].anchor
		}
	}
}

// isLinked reports whether the document has links. Then its author made those that it should
// have. On the documents tuned on, which lost some of their links, link_f1 is .95, and .89 if
// all references become links.
func (d *draft) isLinked() bool {
	for i := range d.sheets {
		if len(d.sheets[i].Links) > 0 {
			return true
		}
	}
	return false
}

// anchorPlaces gives places their anchors. Captions get anchors made of their names, in the
// order of the document.
func (d *draft) anchorPlaces(places map[string]*part, captions []string, next map[string]int) {
	d.places = make(map[string]string, len(places))
	for _, name := range captions {
		if p := places[name]; p != nil && d.places[name] == "" {
			if d.placed == nil {
				d.placed = map[*part]string{}
			}
			d.places[name] = unique("#"+slug(name), next)
			d.placed[p] = d.places[name]
		}
	}
	for name, p := range places {
		if p != nil && p.role == semantic.H {
			d.places[name] = d.anchors[p]
		}
	}
}

// captionID returns the ID of the table or figure p, or "" when nothing can refer to it.
func (d *draft) captionID(p *part) string {
	if anchor := d.placed[d.captions[keyOf(p)]]; anchor != "" {
		return anchor[1:]
	}
	return ""
}

// isContinuation reports whether text is the caption of a further piece of a table or figure.
func isContinuation(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "(cont") || strings.Contains(text, "continued") || strings.Contains(text, "fortsetzung") || strings.Contains(text, "(suite")
}

// ownSeries are words for figures that documents count apart from their other
// figures.
var ownSeries = map[string]bool{
	"schaubild": true, "grafik": true, "wykres": true, "chart": true, "graph": true, "diagram": true, "graphique": true, "gráfico": true,
	"grafico": true, "diagramm": true, "diagramme": true, "photo": true, "foto": true, "plate": true, "map": true, "karte": true,
	"carte": true, "mapa": true, "scheme": true, "exhibit": true, "image": true, "illustration": true,
}

// captionSeries returns the name of the series to which a label belongs. Words for one
// thing, their short forms and their plurals have the same series.
func captionSeries(l words.CaptionLabel) string {
	word := strings.ToLower(l.Word)
	switch {
	case l.Kind == words.TableCaption:
		return "table"
	case l.Kind == words.FigureCaption && !ownSeries[word]:
		return "figure"
	}
	return word
}

// The series of sections.
const (
	sections   = "section"
	chapters   = "chapter"
	appendices = "appendix"
)

// sectionSeries gives the series for words that refer to sections by their numbers. Signs and words
// that name articles of laws more often than sections of the document are not among them.
var sectionSeries = map[string]string{
	"section": sections, "sections": sections, "sect": sections, "sec": sections, "subsection": sections, "clause": sections,
	"abschnitt": sections, "abschnitte": sections, "abschnitten": sections, "abschn": sections, "sección": sections, "seção": sections, "sezione": sections,
	"chapter": chapters, "chapters": chapters, "chap": chapters, "kapitel": chapters, "kapiteln": chapters, "kap": chapters, "chapitre": chapters,
	"chapitres": chapters, "capítulo": chapters, "capitolo": chapters, "hoofdstuk": chapters, "kapittel": chapters,
	"appendix": appendices, "appendices": appendices, "app": appendices, "annex": appendices, "anhang": appendices, "annexe": appendices,
	"anexo": appendices, "apéndice": appendices, "apêndice": appendices, "appendice": appendices, "bijlage": appendices,
}

// addSections adds the names by which text may refer to heading p: "Appendix B" for a heading that
// begins so, "Section 4" for a heading that begins with "4". Chapters may begin with "4", too, but
// "Chapter 4" in the text often means a chapter of another document.
func (d *draft) addSections(p *part, add func(name string)) {
	text := d.sheetOf(p).text(p.first)
	word, rest, _ := strings.Cut(text, " ")
	if series := sectionSeries[strings.ToLower(word)]; series != "" {
		if size := placeNumber(rest); size > 0 {
			add(series + " " + rest[:size])
		}
		return
	}
	n := words.NumberOf(text)
	if n.Depth == 0 || n.Word || n.Open || n.Suffix == ')' || n.Kind == 'a' || n.Kind == 'i' || n.Kind == words.CJKKind {
		return
	}
	label := strings.TrimRight(text[:n.Bytes], " .:-")
	add(sections + " " + label)
	if label[0] >= 'A' && label[0] <= 'Z' {
		add(appendices + " " + label)
	}
}

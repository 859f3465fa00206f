package recognise

import (
	"context"
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/pagelift/pagelift/ocr"
)

// recognise calls the engine with the languages that the caller asked for. Without any,
// the page is read with those that the document names, else with that of the text around
// the picture, "" when there is none, else with the one that a part of the first page, or
// of this page, turns out to be in, else with what the engine finds.
//
// One language at a time, and the right one: German read as English has 90 words of 100
// right, as English, German and French at a time 98, as German 99.
func (r *Reader) recognise(ctx context.Context, p *picture, around string) (*ocr.Page, error) {
	img := ocr.Image{Pixels: p.bare, DPI: p.prepared.DPI}
	if len(r.asked) > 0 {
		return r.call(ctx, p.calls, img, r.asked)
	}
	languages := r.guessed
	switch {
	case len(languages) > 0:
	case around != "":
		languages = []string{around}
	case r.language(ctx, p) != "":
		languages = []string{r.sounded}
	default:
		languages = r.listen(ctx, p, p.calls)
	}
	page, err := r.call(ctx, p.calls, img, languages)
	if len(languages) > 0 && errors.Is(err, ocr.LanguageUnavailable) {
		page, err = r.call(ctx, p.calls, img, nil)
	}
	if err != nil {
		return nil, err
	}
	return r.doubt(ctx, p.calls, img, page)
}

// listened are the languages that a page is sounded with: English letters are enough to
// tell the words of other languages by, each more would take as long again, and what is
// in another script is found out by the engine.
var listened = []string{"en"}

const (
	// lookedPages is how many pages are looked at for one that tells the language of the
	// document, and soundedPages how many of them are sounded. Covers have little text.
	lookedPages  = 16
	soundedPages = 3
)

// language is the language of the first pages that are recognised: sounding each
// page takes a sixth of the time. It does not depend on which page asks. Pages that are
// in another one are found out by doubt. at is what asks: if it
// is one of those pages, it need not be made again.
func (r *Reader) language(ctx context.Context, at *picture) string {
	r.sounding.Do(func() {
		for i, sounded := 0, 0; r.contents != nil && i < lookedPages && sounded < soundedPages && r.sounded == ""; i++ {
			c := r.contents(ctx, i)
			if c == nil {
				return
			}
			v := Judge(c)
			if v.Reason == "" {
				continue
			}
			sounded++
			p := at
			if c.Page != at.page {
				var err error
				if p, err = r.picture(ctx, c, v.Drop); err != nil {
					continue // what fails here will fail for the page
				}
				p.prepare()
			}
			if languages := r.listen(ctx, p, newCalls()); len(languages) > 0 {
				r.sounded = languages[0]
			}
		}
	})
	return r.sounded
}

// listen is the language of the part of a page that has the most text, a fifth to a
// third of the work for the page. What fails there will fail for the page.
func (r *Reader) listen(ctx context.Context, p *picture, n *calls) []string {
	part := p.prepared.Sample()
	if part == nil {
		return nil
	}
	img := ocr.Image{Pixels: part, DPI: p.prepared.DPI}
	page, err := r.call(ctx, n, img, listened)
	if errors.Is(err, ocr.LanguageUnavailable) {
		page, err = r.call(ctx, n, img, nil)
	}
	if err != nil {
		return nil
	}
	if lang := r.identify(textOf(page)); lang != "" {
		return []string{lang}
	}
	return nil
}

// doubt reads a page again where it may have been read with the wrong languages, and
// keeps the better reading.
func (r *Reader) doubt(ctx context.Context, n *calls, img ocr.Image, page *ocr.Page) (*ocr.Page, error) {
	languages := r.better(page)
	if len(languages) == 0 {
		return page, nil
	}
	again, err := r.call(ctx, n, img, languages)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || !(again.Confidence() > page.Confidence()):
		return page, nil
	}
	return again, nil
}

// mixed is the confidence below which a page in another script than the Latin one may
// have Latin words in it. A manual in Russian with commands and addresses has .75 as
// Russian, with 54 words of 100 right, and .92 as Russian and English, with 87; prose .95.
const mixed = 0.85

// better are the languages that a page should rather have been read with; none when it
// was read with the right ones. A document may name the language of the program that
// made it instead of its own.
func (r *Reader) better(page *ocr.Page) []string {
	if len(page.Languages) == 0 {
		return nil
	}
	if page.Confidence() < mixed && !slices.ContainsFunc(page.Languages, isLatin) {
		return slices.Concat(page.Languages, listened) // Latin words in it make it look like another language
	}
	lang := r.identify(textOf(page))
	if lang == "" || slices.ContainsFunc(page.Languages, func(tag string) bool { return primary(tag) == primary(lang) }) {
		return nil
	}
	return []string{lang}
}

// isLatin reports whether a language is written in the Latin script, as far as its tag
// tells.
func isLatin(tag string) bool {
	script, _ := language.Make(tag).Script()
	return script.String() == "Latn"
}

// primary is the language of a tag without script and region.
func primary(tag string) string {
	lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return lang
}

// enoughText is as many bytes of a page as tell its language.
const enoughText = 16 << 10

// textOf is the words of a page in their order, as far as they are needed.
func textOf(page *ocr.Page) string {
	var b strings.Builder
	for i := 0; i < len(page.Words) && b.Len() < enoughText; i++ {
		b.WriteString(page.Words[i].Text)
		b.WriteByte(' ')
	}
	return b.String()
}

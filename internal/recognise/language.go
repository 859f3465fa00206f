package recognise

import (
	"context"
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/pagelift/pagelift/ocr"
)

// recognise calls the engine with the languages that the caller asked for. If there are none, it takes
// the first of these that is known:
//
// - the languages that the document names
// - around, the language of the text around the picture; "" is none
// - the language of the first pages that are recognised
// - the language of a part of this page
//
// If none is known, the engine decides.
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

// listened are the languages in which a part of a page is read to find its language. English letters
// are enough to tell the words of other languages. Each further language would take as long again. The
// engine finds out by itself if a page is in another script.
var listened = []string{"en"}

const (
	// lookedPages is the number of pages in which a page is sought that tells the language of the document.
	// At most soundedPages of them are read in part. Covers have little text.
	lookedPages  = 16
	soundedPages = 3
)

// language returns the language of the first pages that are recognised. It finds it once for the
// document; reading a part of each page would take a sixth of the time. The result does not depend on
// the page that asks first. doubt finds pages in another language. at is the picture of the page that
// asks: if it is among the first pages, it is used as it is.
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
					continue // the error will show when that page is read
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

// listen returns the language of the part of a page that has the most text, or none. It takes a fifth to
// a third of the time for the page. An error will show again when the page is read.
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

// doubt reads a page again if it may have been read in the wrong language, and returns the better
// reading.
func (r *Reader) doubt(ctx context.Context, n *calls, img ocr.Image, page *ocr.Page) (*ocr.Page, error) {
	languages := r.betterLanguages(page)
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

// mixed is the confidence below which a page in a script other than Latin may hold Latin words. A manual
// in Russian with commands and addresses has .75 if it is read as Russian, with 54 of 100 words right,
// and .92 if it is read as Russian and English, with 87. Prose has .95.
const mixed = 0.85

// betterLanguages returns the languages in which a page should be read again, or none if it was read in the right
// ones. A document may name the language of the program that made it instead of its own.
func (r *Reader) betterLanguages(page *ocr.Page) []string {
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

// isLatin reports whether a language is written in the Latin script, as far as its tag says.
func isLatin(tag string) bool {
	script, _ := language.Make(tag).Script()
	return script.String() == "Latn"
}

// primary returns the language of a tag, without script and region.
func primary(tag string) string {
	lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return lang
}

// enoughText is the number of bytes of text from which the language is identified.
const enoughText = 16 << 10

// textOf returns the words of a page in their order, up to enoughText bytes.
func textOf(page *ocr.Page) string {
	var b strings.Builder
	for i := 0; i < len(page.Words) && b.Len() < enoughText; i++ {
		b.WriteString(page.Words[i].Text)
		b.WriteByte(' ')
	}
	return b.String()
}

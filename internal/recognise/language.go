package recognise

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/ocr"
)

// recognise calls the engine with the languages that the caller asked for. Without any,
// the page is read with those that the document names, else with the one that a part of
// the page turns out to be in, else with what the engine finds.
//
// One language at a time, and the right one: German read as English has 90 words of 100
// right, as English, German and French at a time 98, as German 99.
func (r *Reader) recognise(ctx context.Context, p *picture) (*ocr.Page, error) {
	img := ocr.Image{Pixels: p.prepared.Image, DPI: p.prepared.DPI}
	if len(r.asked) > 0 {
		return r.call(ctx, img, r.asked)
	}
	languages := r.guessed
	if len(languages) == 0 {
		languages = r.listen(ctx, p)
	}
	page, err := r.call(ctx, img, languages)
	if len(languages) > 0 && errors.Is(err, ocr.LanguageUnavailable) {
		page, err = r.call(ctx, img, nil)
	}
	if err != nil {
		return nil, err
	}
	return r.doubt(ctx, img, page)
}

// listened are the languages that a page is sounded with: English letters are enough to
// tell the words of other languages by, each more would take as long again, and what is
// in another script is found out by the engine.
var listened = []string{"en"}

// listen is the language of the part of a page that has the most text, a fifth to a
// third of the work for the page. What fails there will fail for the page.
func (r *Reader) listen(ctx context.Context, p *picture) []string {
	part := p.prepared.Sample()
	if part == nil {
		return nil
	}
	img := ocr.Image{Pixels: part, DPI: p.prepared.DPI}
	page, err := r.call(ctx, img, listened)
	if errors.Is(err, ocr.LanguageUnavailable) {
		page, err = r.call(ctx, img, nil)
	}
	if err != nil {
		return nil
	}
	if lang := r.identify(textOf(page)); lang != "" {
		return []string{lang}
	}
	return nil
}

// doubt reads a page again whose text is in a language that it was not read with, as
// in documents that name that of the program that made them. The better page is kept.
func (r *Reader) doubt(ctx context.Context, img ocr.Image, page *ocr.Page) (*ocr.Page, error) {
	lang := r.identify(textOf(page))
	known := slices.ContainsFunc(page.Languages, func(tag string) bool { return primary(tag) == primary(lang) })
	if lang == "" || known || len(page.Languages) == 0 {
		return page, nil
	}
	again, err := r.call(ctx, img, []string{lang})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || !(again.Confidence() > page.Confidence()):
		return page, nil
	}
	return again, nil
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

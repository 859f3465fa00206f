package infer

import (
	"context"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/language"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// suspectBytes of a part are enough to suspect it: thirty words.
	suspectBytes = 200
	// passagesAsked and one more for each pagesPerPassage pages is how often
	// trigrams are asked about passages, at most: lists of names are suspect too.
	passagesAsked   = 32
	pagesPerPassage = 8
)

// findPassages notes the parts that are in another language than the document.
// A part in its script is asked about only when the words that the document uses
// most are missing from it, and those of another language are there.
func (d *draft) findPassages(ctx context.Context, samples []string, script int) error {
	suspects, err := d.suspects(ctx, language.NewTongue(script, samples))
	if err != nil {
		return err
	}
	suspects = suspects[:min(len(suspects), passagesAsked+len(d.sheets)/pagesPerPassage)]
	langs := make([]string, len(suspects))
	err = d.share(ctx, len(suspects), func() func(int) {
		return func(i int) { langs[i] = language.OfPassage(d.sample(suspects[i], sampleBytes)) }
	})
	d.passages = map[*part]string{}
	for i, lang := range langs {
		if lang != "" && !language.Related(d.lang, lang) {
			d.passages[suspects[i]] = lang
		}
	}
	return err
}

// suspects are the parts that may be in another language, in order.
func (d *draft) suspects(ctx context.Context, t *language.Tongue) ([]*part, error) {
	found := make([][]*part, d.turnCount())
	err := d.shareSheets(ctx, func() func([]sheet) {
		return func(sheets []sheet) {
			var list []*part
			for i := range sheets {
				for k := range sheets[i].parts {
					if p := &sheets[i].parts[k]; d.speaks(p) && !p.continued && language.MayBePassage(int(p.bytes)) && t.IsForeign(d.sample(p, suspectBytes)) {
						list = append(list, p)
					}
				}
			}
			found[sheets[0].turn()] = list
		}
	})
	return slices.Concat(found...), err
}

// sample is the beginning of p, of size bytes or a line more.
func (d *draft) sample(p *part, size int) string {
	var text strings.Builder
	text.Grow(min(int(p.bytes+p.count), 2*size))
	d.appendText(&text, p, size)
	return text.String()
}

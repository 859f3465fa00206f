package infer

import (
	"context"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/language"
	"github.com/pagelift/pagelift/internal/limits"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// suspectBytes is how much of a part is read to suspect it: thirty words.
	suspectBytes = 200
	// passagesAsked, and one more for each pagesPerPassage pages, is the most passages whose language is
	// identified by trigrams: lists of names are suspects, too.
	passagesAsked   = limits.LanguagePassages
	pagesPerPassage = 8
)

// findPassages finds the parts in another language than the document.
// A part in the document's script is a suspect only if it lacks the document's most frequent words
// and has those of another language.
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

// suspects returns the parts that may be in another language, in order.
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

// sample returns the beginning of p: size bytes, or up to one line more.
func (d *draft) sample(p *part, size int) string {
	var text strings.Builder
	text.Grow(min(int(p.bytes+p.count), 2*size))
	d.appendText(&text, p, size)
	return text.String()
}

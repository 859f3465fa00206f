package recognise_test

import (
	"context"
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// marked returns the language of texts that say "in xx".
func marked(text string) string {
	_, lang, _ := strings.Cut(strings.TrimSpace(text), "in ")
	return lang
}

// reading is an engine that reads texts by the height of the image and the languages
// it is given, and notes what it was asked.
type reading struct {
	says  map[string]ocr.Page
	asked []string
}

func (r *reading) Recognize(_ context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
	key := fmt.Sprintf("%d %s", img.Pixels.Bounds().Dy(), strings.Join(opt.Languages, "+"))
	r.asked = append(r.asked, key)
	page, ok := r.says[key]
	if !ok {
		return nil, &ocr.Error{Code: ocr.LanguageUnavailable, Languages: opt.Languages}
	}
	return &page, nil
}

// sure returns a page of one line that was read with languages, with this confidence.
func sure(text string, confidence float32, languages ...string) ocr.Page {
	p := line(text, image.Rect(20, 100, 120, 200))
	p.Words[0].Confidence = confidence
	p.Languages = languages
	return p
}

func TestPagesAreReadInTheirLanguage(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		document []string
		says     map[string]ocr.Page
		asked    []string
		sure     float64
	}{
		"nothing is known: a part tells": {
			nil,
			map[string]ocr.Page{"150 en": sure("in de", 0.8, "en"), "1000 de": sure("in de", 0.95, "de")},
			[]string{"150 en", "1000 de"}, 0.95,
		},
		"a part that tells nothing": {
			nil,
			map[string]ocr.Page{"150 en": sure("1914", 0.8, "en"), "1000 ": sure("1914", 0.75, "en", "de")},
			[]string{"150 en", "1000 "}, 0.75,
		},
		"a language that the engine lacks": {
			nil,
			map[string]ocr.Page{"150 en": sure("in it", 0.8, "en"), "1000 ": sure("in it", 0.7, "en")},
			[]string{"150 en", "1000 it", "1000 ", "1000 it"}, 0.7,
		},
		"Latin words among others": {
			[]string{"ru"},
			map[string]ocr.Page{"1000 ru": sure("in ru", 0.75, "ru"), "1000 ru+en": sure("in ru", 0.9, "ru", "en")},
			[]string{"1000 ru", "1000 ru+en"}, 0.9,
		},
		"a good page in another script": {
			[]string{"ru"},
			map[string]ocr.Page{"1000 ru": sure("in ru", 0.95, "ru")},
			[]string{"1000 ru"}, 0.95,
		},
		"a bad page in the Latin script": {
			[]string{"sr-Latn"},
			map[string]ocr.Page{"1000 sr-Latn": sure("in sr", 0.5, "sr-Latn")},
			[]string{"1000 sr-Latn"}, 0.5,
		},
		"an engine without English": {
			nil,
			map[string]ocr.Page{"150 ": sure("in de", 0.8, "fr", "de"), "1000 de": sure("in de", 0.95, "de")},
			[]string{"150 en", "150 ", "1000 de"}, 0.95,
		},
		"the document names it": {
			[]string{"de-AT"},
			map[string]ocr.Page{"1000 de-AT": sure("in de", 0.95, "de-AT")},
			[]string{"1000 de-AT"}, 0.95,
		},
		"the document names another": {
			[]string{"en-US"},
			map[string]ocr.Page{"1000 en-US": sure("in de", 0.8, "en-US"), "1000 de": sure("in de", 0.95, "de")},
			[]string{"1000 en-US", "1000 de"}, 0.95,
		},
		"the text seems to be in another, and is not": {
			[]string{"en-US"},
			map[string]ocr.Page{"1000 en-US": sure("in de", 0.8, "en-US"), "1000 de": sure("in de", 0.6, "de")},
			[]string{"1000 en-US", "1000 de"}, 0.8,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &reading{says: c.says}
			_, found, err := read(t, scan(gray{500, 1000, 255, "100 0 0 200 0 0"}), engine(e.Recognize), recognise.Verdict{}, c.document...)
			require.NoError(t, err)
			require.Equal(t, c.asked, e.asked)
			require.InDelta(t, c.sure, found.Confidence, 1e-6)
		})
	}
}

func TestADocumentIsSoundedOnce(t *testing.T) {
	t.Parallel()
	doc, err := pdf.Open(t.Context(), scan(gray{500, 1000, 255, "100 0 0 200 0 0"}), pdf.Options{})
	require.NoError(t, err)
	contents := func(context.Context, int) *layout.Content {
		c := &layout.Content{}
		require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), c))
		return c
	}
	cases := map[string]struct {
		part    string
		content func(context.Context, int) *layout.Content
		asked   []string
	}{
		"in one language": {"in de", contents, []string{"150 en", "1000 de", "1000 de"}},
		"that tells nothing": {"1914", contents, []string{
			"150 en", "150 en", "150 en", // the first pages
			"150 en", "1000 ", "150 en", "1000 ",
		}},
		"whose first page cannot be read": {"in de", func(context.Context, int) *layout.Content { return nil }, []string{"150 en", "1000 de", "150 en", "1000 de"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &reading{says: map[string]ocr.Page{"150 en": sure(c.part, 0.8, "en"), "1000 de": sure("in de", 0.95, "de"), "1000 ": sure("1914", 0.9, "en")}}
			r := recognise.New(doc, blackboard{}, recognise.Options{Engine: e, Identify: marked, Content: c.content})
			for range 2 {
				_, err := r.Page(t.Context(), contents(t.Context(), 0), recognise.Verdict{})
				require.NoError(t, err)
			}
			require.Equal(t, c.asked, e.asked)
		})
	}
}

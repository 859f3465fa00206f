package convert_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestEveryDocumentIsSound(t *testing.T) {
	t.Parallel()
	for name, document := range documents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, opts := range []convert.Options{{}, {KeepUnseen: true}, convert.DefaultOptions()} {
				result, err := convert.Convert(t.Context(), bytes.NewReader(document()), opts)
				require.NoError(t, err)
				requireSound(t, result.HTML)
			}
		})
	}
}

// FuzzConvert: there is a result or a typed error, never both, and valid HTML for any document. A defect that
// loses one page counts as a finding, although users would only miss that page.
func FuzzConvert(f *testing.F) {
	for _, document := range documents {
		f.Add(document())
		f.Add(document()[:len(document())*2/3])
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		opts := convert.DefaultOptions()
		opts.MaxPages, opts.KeepUnseen = 100, len(input)%2 == 0
		fuzz(t, input, opts)
	})
}

// FuzzConvertFacsimile does the same with the original looks of pages. Every file exists to which the result
// refers.
func FuzzConvertFacsimile(f *testing.F) {
	for _, document := range documents {
		f.Add(document())
	}
	for _, pdf := range lyingFonts() {
		f.Add(pdf.Bytes())
	}
	for name, pdf := range hostileObjects() {
		if !slow[name] {
			f.Add(pdf.Bytes())
		}
	}
	for _, kind := range testkit.FontKinds {
		f.Add(inFont(kind))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		result := fuzz(t, input, convert.Options{SemanticHTML: len(input)%2 == 0, PreserveFormatting: true, MaxPages: 100})
		if result != nil {
			requireFiles(t, result)
		}
	})
}

// fuzz converts any bytes. The result is nil if they are refused.
func fuzz(t *testing.T, input []byte, opts convert.Options) *convert.Result {
	ctx, cancel := context.WithTimeout(t.Context(), fuzzTime)
	defer cancel()
	result, err := convert.Convert(ctx, bytes.NewReader(input), opts)
	if err != nil {
		require.Nil(t, result)
		var known *convert.Error
		require.True(t, errors.As(err, &known), "%v", err)
		require.NotEqual(t, convert.InternalError, known.Code, "%v", err)
		return nil
	}
	require.True(t, utf8.ValidString(result.HTML))
	requireSound(t, result.HTML)
	for _, w := range result.Warnings {
		require.NotEqual(t, "page_failed", w.Code, w.Detail)
	}
	return result
}

// fuzzTime is how long one small input may take.
const fuzzTime = 20 * time.Second

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

// FuzzConvert: a result or a typed error, never both, and HTML that is sound
// whatever the document holds. A defect in a page is a finding although users
// would only miss that page.
func FuzzConvert(f *testing.F) {
	for _, document := range documents {
		f.Add(document())
		f.Add(document()[:len(document())*2/3])
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), fuzzTime)
		defer cancel()
		opts := convert.DefaultOptions()
		opts.MaxPages, opts.KeepUnseen = 100, len(input)%2 == 0
		result, err := convert.Convert(ctx, bytes.NewReader(input), opts)
		if err != nil {
			require.Nil(t, result)
			var known *convert.Error
			require.True(t, errors.As(err, &known), "%v", err)
			require.NotEqual(t, convert.InternalError, known.Code, "%v", err)
			return
		}
		require.True(t, utf8.ValidString(result.HTML))
		requireSound(t, result.HTML)
		for _, w := range result.Warnings {
			require.NotEqual(t, "page_failed", w.Code, w.Detail)
		}
	})
}

// fuzzTime is how long one small input may take.
const fuzzTime = 20 * time.Second

package convert_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
)

func TestCheckPDF(t *testing.T) {
	t.Parallel()
	r, err := convert.CheckPDF(t.Context(), bytes.NewReader(headings()), convert.Options{})
	require.NoError(t, err)
	require.Contains(t, ids(r.Violations), "7.1-t11")
	require.Contains(t, ids(r.Violations), "7.1-t03", "the pages are looked at")
	require.Contains(t, ids(r.Passes), "7.21.7-t01")
	require.Contains(t, ids(r.Inapplicable), "7.18.5-t01")
	require.Contains(t, ids(r.Passes), "contrast-text")
	require.Contains(t, r.Aspects, a11y.Aspect{Name: "contrast", Verdict: a11y.Passed, Rules: []string{"contrast-text"}})
	require.Contains(t, r.Aspects, a11y.Aspect{Name: "order", Verdict: a11y.NotPresent}, "it has no tags")
	require.Less(t, r.Score, 100)
	for _, v := range r.Violations {
		require.NotEmpty(t, v.Tags)
		require.Len(t, v.Nodes, min(v.Count, 100))
		if len(v.WCAG) == 0 {
			require.Equal(t, a11y.PDFUA, v.Level)
		}
	}
}

func TestCheckPDFFailsAsConvertDoes(t *testing.T) {
	t.Parallel()
	_, err := convert.CheckPDF(t.Context(), strings.NewReader("no PDF"), convert.Options{})
	require.ErrorIs(t, err, convert.InvalidFileFormat)
	_, err = convert.CheckPDF(t.Context(), bytes.NewReader(stored(t, "encrypted.pdf")), convert.Options{Password: "wrong"})
	require.ErrorIs(t, err, convert.PasswordRequired)
	_, err = convert.CheckPDF(t.Context(), bytes.NewReader(numbered(4)), convert.Options{MaxPages: 3})
	require.ErrorIs(t, err, convert.PageLimitExceeded)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = convert.CheckPDF(ctx, bytes.NewReader(numbered(4)), convert.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

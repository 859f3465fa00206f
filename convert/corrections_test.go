package convert_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/internal/corrections"
)

// What a person has written about a picture is used, and no model is asked.
func TestAPersonComesBeforeAModel(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	opts.Describer = describer(func(describe.Picture) (*describe.Description, error) {
		t.Error("a model is asked")
		return nil, nil
	})
	plain := convert.DefaultOptions()
	r, err := convert.Convert(t.Context(), bytes.NewReader(onePicture()), plain)
	require.NoError(t, err)
	require.Len(t, r.Assets, 1)
	f := corrections.File{Pictures: []corrections.Picture{{Looks: corrections.LooksOf(r.Assets[0].Data), Alternative: "A fox < a hen", Description: "It sleeps."}}}
	opts.Corrections, err = f.Encode()
	require.NoError(t, err)
	r, err = convert.Convert(t.Context(), bytes.NewReader(onePicture()), opts)
	require.NoError(t, err)
	require.Contains(t, r.HTML, `alt="A fox &lt; a hen"`)
	require.Contains(t, r.HTML, `data-alt-source="person"`)
	require.Contains(t, r.HTML, "It sleeps.")
	require.NotContains(t, codes(r), "describe")
	require.NotContains(t, r.HTML, "data-judged-by", "nobody has signed it")
	require.Empty(t, r.Accessibility.Judged)

	f.At = "2027-01-15"
	opts.Corrections, err = f.Encode()
	require.NoError(t, err)
	r, err = convert.Convert(t.Context(), bytes.NewReader(onePicture()), opts)
	require.NoError(t, err)
	require.Contains(t, r.HTML, `<figure data-judged-by="a person" data-judged-at="2027-01-15"`)
	require.Len(t, r.Accessibility.Judged, 1)
	require.Equal(t, "1.1.1", r.Accessibility.Judged[0].WCAG)
	require.Equal(t, "a person, 2027-01-15", r.Accessibility.Judged[0].Who())
}

func TestCorrectionsThatMeanNothing(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	opts.Corrections = []byte("version: 1\nblocks:\n  - {text: a, level: 3}\n")
	_, err := convert.Convert(t.Context(), bytes.NewReader(onePicture()), opts)
	require.ErrorIs(t, err, convert.InvalidOption)
	require.ErrorContains(t, err, "line 3")
	opts.Corrections = []byte("version: 1\nblocks:\n  - {text: Cats, role: heading, level: 3}\n")
	r, err := convert.Convert(t.Context(), bytes.NewReader(onePicture()), opts)
	require.NoError(t, err)
	require.Contains(t, codes(r), "correction_missing")
}

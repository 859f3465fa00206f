package convert_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/describe"
)

// describer is a function as an engine.
type describer func(describe.Picture) (*describe.Description, error)

func (d describer) Describe(_ context.Context, p describe.Picture) (*describe.Description, error) {
	return d(p)
}

// described converts a document of one picture with an engine.
func described(t *testing.T, d describer) *convert.Result {
	t.Helper()
	opts := convert.DefaultOptions()
	opts.Describer = d
	r, err := convert.Convert(t.Context(), bytes.NewReader(onePicture()), opts)
	require.NoError(t, err)
	return r
}

func codes(r *convert.Result) string {
	var list []string
	for _, w := range r.Warnings {
		list = append(list, w.Code)
	}
	return strings.Join(list, " ")
}

func TestPicturesAreDescribed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		answer  describer
		has     []string
		hasNot  []string
		warning string
	}{
		{"an alternative and more", func(p describe.Picture) (*describe.Description, error) {
			require.Contains(t, []string{"image/png", "image/jpeg"}, p.MediaType)
			require.NotEmpty(t, p.Data)
			require.Equal(t, 1, p.Page)
			return &describe.Description{Text: "A grey <b>square</b>\x00\u202e\" onload=x", Long: "One.\n<script>Two.", Confidence: 0.9}, nil
		}, []string{`alt="A grey square &quot; onload=x"`, `data-alt-source=model`, "<details", "Description of the picture", "<p>One."}, []string{"<script>Two", "\u202e", "unnamed"}, "picture_described"},
		{"a doubt", func(describe.Picture) (*describe.Description, error) {
			return &describe.Description{Text: "A fox", Confidence: 0.3}, nil
		}, []string{"unnamed"}, []string{"fox", "data-alt-source"}, "describe_unsure"},
		{"decoration", func(describe.Picture) (*describe.Description, error) {
			return &describe.Description{Decorative: true, Text: "A fox", Confidence: 0.95}, nil
		}, []string{"data-alt-source"}, []string{"fox"}, "picture_described"},
		{"a failure", func(describe.Picture) (*describe.Description, error) { return nil, errors.New("no eyes") }, []string{"unnamed"}, nil, "describe_failed"},
		{"nothing", func(describe.Picture) (*describe.Description, error) { return nil, nil }, []string{"unnamed"}, nil, "describe_failed"},
		{"a panic", func(describe.Picture) (*describe.Description, error) { panic("no eyes") }, []string{"unnamed"}, nil, "describe_failed"},
		{"a flood", func(describe.Picture) (*describe.Description, error) {
			return &describe.Description{Text: strings.Repeat("fox ", 1<<18), Long: strings.Repeat("fox\n", 1<<18), Confidence: 1}, nil
		}, []string{"fox"}, []string{strings.Repeat("fox ", 300)}, "picture_described"},
	} {
		r := described(t, c.answer)
		html := strings.ReplaceAll(r.HTML, `"model"`, "model")
		for _, s := range c.has {
			require.Contains(t, html, s, c.name)
		}
		for _, s := range c.hasNot {
			require.NotContains(t, html, s, c.name)
		}
		require.Contains(t, codes(r), c.warning, c.name)
		require.Less(t, len(html), 200_000, c.name)
		for _, v := range r.Accessibility.Violations {
			require.Contains(t, []string{"pdf-language", "pdf-title", "pdf-figure-alt"}, v.ID, "what this document lacks is all that is wrong: "+c.name)
		}
	}
}

func TestDescriberNeedsPictures(t *testing.T) {
	t.Parallel()
	_, err := convert.Convert(t.Context(), bytes.NewReader(onePicture()), convert.Options{Describer: describer(nil)})
	require.ErrorIs(t, err, convert.InvalidOption)
}

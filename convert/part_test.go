package convert_test

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
)

// Every heading of the outline begins its section. No section has another heading of its level. All pages together
// are the document.
func TestPartsOfDocuments(t *testing.T) {
	t.Parallel()
	sections := 0
	eachInForms(t, nil, func(t *testing.T, name string, r *convert.Result) {
		whole := asForm(t, r.WriteMarkdown)
		part := func(p convert.Part) string {
			return asForm(t, func(w io.Writer) error { return r.WriteMarkdownPart(w, p) })
		}
		require.Equal(t, whole, part(convert.Part{}), name)
		require.Equal(t, whole, part(convert.Part{Pages: []convert.PageRange{{First: 1}}}), name)
		require.Empty(t, part(convert.Part{Pages: []convert.PageRange{{First: 100_000}}}), name)
		outline, err := r.Outline()
		require.NoError(t, err)
		for i, h := range outline {
			require.NotEmpty(t, h.ID, name)
			if h.Text == "" {
				continue
			}
			require.NotEmpty(t, h.Places, "%s: %s", name, h.Text)
			text := part(convert.Part{Section: h.ID})
			first, rest, _ := strings.Cut(text, "\n")
			require.True(t, strings.HasPrefix(first, "#"), "%s: %q", name, first)
			below := 0
			for _, other := range outline[i+1:] {
				if other.Level <= h.Level {
					break
				}
				if other.Text != "" {
					below++
				}
			}
			require.Equal(t, below, strings.Count("\n"+codeBlock.ReplaceAllString(rest, ""), "\n#"), "%s: %s", name, text)
			sections++
		}
	})
	require.Greater(t, sections, 50)
}

// codeBlock matches a block of code in Markdown. Lines in it may begin like headings.
var codeBlock = regexp.MustCompile("(?s)```.*?```")

func TestPartsThatAreNone(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	r, err := convert.Convert(t.Context(), bytes.NewReader(data), convert.Options{Formats: []convert.Format{convert.FormatMarkdown}})
	require.NoError(t, err)
	require.ErrorIs(t, r.WriteMarkdownPart(io.Discard, convert.Part{Section: "nowhere"}), convert.InvalidOption)
	r, err = convert.Convert(t.Context(), bytes.NewReader(data), convert.Options{Formats: []convert.Format{convert.FormatText}})
	require.NoError(t, err)
	require.ErrorIs(t, r.WriteMarkdownPart(io.Discard, convert.Part{}), convert.InvalidOption)
	r, err = convert.Convert(t.Context(), bytes.NewReader(data), convert.Options{})
	require.NoError(t, err)
	_, err = r.Outline()
	require.ErrorIs(t, err, convert.InvalidOption)
}

package convert_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

func TestFailuresHaveTheirCodes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		input  io.Reader
		opts   convert.Options
		code   convert.Code
		detail string
	}{
		"nothing":              {strings.NewReader(""), convert.Options{}, convert.InvalidFileFormat, "empty"},
		"text":                 {strings.NewReader("Dear Sir or Madam"), convert.Options{}, convert.InvalidFileFormat, "text/plain"},
		"a picture":            {strings.NewReader("\x89PNG\r\n\x1a\n"), convert.Options{}, convert.InvalidFileFormat, "image/png"},
		"a header alone":       {strings.NewReader("%PDF-1.7\n"), convert.Options{}, convert.InvalidDocument, ""},
		"no pages":             {bytes.NewReader((&testkit.PDF{}).Bytes()), convert.Options{}, convert.InvalidDocument, ""},
		"no password":          {bytes.NewReader(stored(t, "encrypted.pdf")), convert.Options{}, convert.PasswordRequired, ""},
		"a wrong password":     {bytes.NewReader(stored(t, "encrypted.pdf")), convert.Options{Password: "guess"}, convert.PasswordRequired, ""},
		"too many pages":       {bytes.NewReader(numbered(3)), convert.Options{MaxPages: 2}, convert.PageLimitExceeded, ""},
		"too many bytes":       {bytes.NewReader(numbered(3)), convert.Options{MaxBytes: 100}, convert.FileTooLarge, "100"},
		"too many bytes, late": {iotest.OneByteReader(bytes.NewReader(numbered(3))), convert.Options{MaxBytes: 100}, convert.FileTooLarge, "100"},
		"a broken reader":      {iotest.ErrReader(io.ErrUnexpectedEOF), convert.Options{}, convert.ReadFailed, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), c.input, c.opts)
			require.ErrorIs(t, err, c.code)
			require.Nil(t, result)
			require.ErrorContains(t, err, c.detail)
			require.True(t, strings.HasPrefix(err.Error(), "convert: "+string(c.code)), "%v", err)
		})
	}
}

func TestAReadErrorKeepsItsCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("the cable is unplugged")
	_, err := convert.Convert(t.Context(), iotest.ErrReader(cause), convert.Options{})
	require.ErrorIs(t, err, convert.ReadFailed)
	require.ErrorIs(t, err, cause)
}

func TestAReadersOwnCancellationIsAReadError(t *testing.T) {
	t.Parallel()
	_, err := convert.Convert(t.Context(), iotest.ErrReader(context.Canceled), convert.Options{})
	require.ErrorIs(t, err, convert.ReadFailed, "our context has not ended")
}

func TestPasswordsOpenADocument(t *testing.T) {
	t.Parallel()
	for name, password := range map[string]string{"the user's": "secret", "the owner's": "owner"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(stored(t, "encrypted.pdf")), convert.Options{Password: password})
			require.NoError(t, err)
			require.Contains(t, result.HTML, "Twice a day the sea comes in")
			require.Equal(t, "A Short Walk on the Shore", result.Metadata.Title)
		})
	}
}

func TestATruncatedFileGivesWhatIsLeft(t *testing.T) {
	t.Parallel()
	whole := numbered(20)
	result, err := convert.Convert(t.Context(), bytes.NewReader(whole[:len(whole)/2]), convert.Options{})
	require.NoError(t, err)
	require.Contains(t, result.HTML, "page number 1.")
	require.NotEmpty(t, result.Warnings, "nothing partial passes for whole")
}

// A panic in a hook stands for any defect: it happens where the page is read.
func TestADefectLosesItsPageOnly(t *testing.T) {
	t.Parallel()
	opts := convert.Options{Trace: &convert.Trace{Layout: func(p *layout.Page) {
		if p.Number == 2 {
			panic("a defect")
		}
	}}}
	result, err := convert.Convert(t.Context(), bytes.NewReader(numbered(3)), opts)
	require.NoError(t, err)
	require.Len(t, result.Warnings, 1)
	require.Equal(t, "page_failed", result.Warnings[0].Code)
	require.Equal(t, 2, result.Warnings[0].Page)
	require.Contains(t, result.Warnings[0].Detail, "a defect at errors_test.go:")
	require.Contains(t, result.HTML, "page number 1.")
	require.NotContains(t, result.HTML, "page number 2.")
	require.Contains(t, result.HTML, "page number 3.")
	require.Contains(t, result.HTML, `id="page-2"`, "its place is kept")
}

func TestADocumentOfDefectsIsInvalid(t *testing.T) {
	t.Parallel()
	opts := convert.Options{Trace: &convert.Trace{Content: func(*layout.Content) { panic("a defect") }}}
	_, err := convert.Convert(t.Context(), bytes.NewReader(numbered(3)), opts)
	require.ErrorIs(t, err, convert.InvalidDocument)
	require.ErrorContains(t, err, "no page could be read")
}

func TestADefectElsewhereIsAnInternalError(t *testing.T) {
	t.Parallel()
	cases := map[string]convert.Options{
		"html":     {Trace: &convert.Trace{HTML: func([]byte) { panic("a defect") }}},
		"progress": {Progress: func(int, int) { panic("a defect") }},
	}
	for name, opts := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(numbered(30)), opts)
			require.ErrorIs(t, err, convert.InternalError)
			require.ErrorContains(t, err, "a defect at errors_test.go:")
			require.Nil(t, result)
		})
	}
}

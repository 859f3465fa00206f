package cli

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocumentsAreReadInTheirEncoding(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ src, want string }{
		"UTF-8":                    {"<p>ö", "<p>ö"},
		"a meta element":           {"<meta charset=iso-8859-1><p>\xf6", "<meta charset=iso-8859-1><p>ö"},
		"a byte order mark":        {"\xff\xfe<\x00p\x00>\x00\xf6\x00", "<p>ö"},
		"nothing said, and broken": {"<p>\xf6", "<p>\xf6"},
		"nothing":                  {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := readHTML(bufio.NewReader(strings.NewReader(c.src)))
			require.NoError(t, err)
			require.Equal(t, c.want, strings.TrimPrefix(got, "\ufeff"))
		})
	}
}

func TestSheetsAreReadByRelativeReferencesOnly(t *testing.T) {
	t.Parallel()
	read := sheetsFrom("testdata")
	for _, href := range []string{"/etc/a.css", "file:a.css", "https://example.org/a.css", "script/check.txtar", "missing.css"} {
		_, ok := read(href)
		require.False(t, ok, href)
	}
}

func TestWhatCannotBeHTMLIsRefused(t *testing.T) {
	t.Parallel()
	require.NoError(t, looksLikeText("a text"))
	require.ErrorIs(t, looksLikeText(" \n"), errEmpty)
	require.ErrorIs(t, looksLikeText("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), errNotHTML)
}

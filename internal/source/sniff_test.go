package source_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/source"
)

func TestMediaType(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ data, want string }{
		"a PDF":                      {"%PDF-1.7\n", "application/pdf"},
		"a PDF behind a mail header": {"From: someone\r\n\r\n%PDF-1.4\n", "application/pdf"},
		"a header too far behind":    {strings.Repeat(" ", 1020) + "%PDF-1.4\n", "text/plain"},
		"nothing":                    {"", ""},
		"a zip":                      {"PK\x03\x04\x14\x00\x00\x00a.txt", "application/zip"},
		"a Word document": {"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml....PK\x03\x04word/document.xml",
			"application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		"an OpenDocument text": {"PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.textPK",
			"application/vnd.oasis.opendocument.text"},
		"an old Word document":     {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "application/x-ole-storage"},
		"a PNG":                    {"\x89PNG\r\n\x1a\n\x00\x00", "image/png"},
		"a JPEG":                   {"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"},
		"PostScript":               {"%!PS-Adobe-3.0\n", "application/postscript"},
		"an HTML page":             {"\n<!DOCTYPE html><title>x</title>", "text/html"},
		"HTML behind XML":          {"<?xml version='1.0'?><HTML>", "text/html"},
		"XML":                      {"\xef\xbb\xbf<?xml version='1.0'?><a/>", "application/xml"},
		"text":                     {"Grüße\n", "text/plain"},
		"text cut in a character":  {strings.Repeat("a", 4095) + "ü", "text/plain"},
		"Latin-1, or anything":     {"Gr\xfc\xdfe\n", "application/octet-stream"},
		"bytes":                    {"\x00\x01\x02", "application/octet-stream"},
		"a PDF without its header": {"1 0 obj\n<<>>\nendobj\nxref\n", "text/plain"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, source.MediaType([]byte(c.data)))
		})
	}
}

func FuzzMediaType(f *testing.F) {
	for _, s := range []string{"", "%PDF-1.7", "PK\x03\x04word/", "<html>", "plain text", "\xff\xd8\xff", "\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := source.MediaType(data)
		if source.HasHeader(data) != (got == "application/pdf") {
			t.Errorf("%q, but the header says otherwise", got)
		}
		if (got == "") != (len(data) == 0) {
			t.Errorf("%q for %d bytes", got, len(data))
		}
		if strings.HasPrefix(got, "text/") && len(data) < 4096 && !isCutUTF8(data) {
			t.Errorf("%q for what is not UTF-8", got)
		}
	})
}

// isCutUTF8 reports whether data is UTF-8 but for an unfinished last character.
func isCutUTF8(data []byte) bool {
	for cut := range min(utf8.UTFMax, len(data)+1) {
		if utf8.Valid(data[:len(data)-cut]) {
			return true
		}
	}
	return false
}

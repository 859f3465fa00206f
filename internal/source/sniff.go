package source

import (
	"bytes"
	"unicode/utf8"
)

const (
	// headerWindow is how far into a file readers look for the header: junk
	// before it is common (mail headers, printer commands).
	headerWindow = 1024

	// sniffWindow is how much is looked at to tell what else a file is.
	sniffWindow = 4096
)

// HasHeader reports whether the header of a PDF file stands near the beginning
// of data. A file without it may still be a PDF that lost its first bytes: only
// the reader of package pdf can tell.
func HasHeader(data []byte) bool {
	return bytes.Contains(data[:min(len(data), headerWindow)], []byte("%PDF-"))
}

// MediaType says what data probably is, for people who gave us the wrong file:
// "application/pdf" when it has the header, "" when it is empty, and
// "application/octet-stream" when it cannot be told.
func MediaType(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	if HasHeader(data) {
		return "application/pdf"
	}
	data = data[:min(len(data), sniffWindow)]
	for _, s := range signatures() {
		if bytes.HasPrefix(data, []byte(s.prefix)) {
			if s.mediaType == zip {
				return zipType(data)
			}
			return s.mediaType
		}
	}
	return textType(data)
}

const zip = "application/zip"

type signature struct{ prefix, mediaType string }

func signatures() []signature {
	return []signature{
		{"PK\x03\x04", zip},
		{"PK\x05\x06", zip},
		{"\x89PNG\r\n\x1a\n", "image/png"},
		{"\xff\xd8\xff", "image/jpeg"},
		{"GIF8", "image/gif"},
		{"II*\x00", "image/tiff"},
		{"MM\x00*", "image/tiff"},
		{"RIFF", "application/x-riff"},
		{"\x00\x00\x00\x0cjP  ", "image/jp2"},
		{"AT&TFORM", "image/vnd.djvu"},
		{"%!PS", "application/postscript"},
		{"\x04%!PS", "application/postscript"},
		{"{\\rtf", "application/rtf"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"}, // Word, Excel, PowerPoint before 2007
		{"\x1f\x8b", "application/gzip"},
		{"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"},
		{"Rar!\x1a\x07", "application/vnd.rar"},
		{"\x7fELF", "application/x-elf"},
	}
}

// zipType tells office documents by the names of their first members.
func zipType(data []byte) string {
	for _, member := range []signature{
		{"word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
		{"mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"},
		{"mimetypeapplication/epub+zip", "application/epub+zip"},
	} {
		if bytes.Contains(data, []byte(member.prefix)) {
			return member.mediaType
		}
	}
	return zip
}

// textType tells HTML, XML, other text and binary data apart.
func textType(data []byte) string {
	if !isText(data) {
		return "application/octet-stream"
	}
	head := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	switch {
	case bytes.Contains(head, []byte("<html")), bytes.HasPrefix(head, []byte("<!doctype html")):
		return "text/html"
	case bytes.HasPrefix(head, []byte("<?xml")):
		return "application/xml"
	}
	return "text/plain"
}

// isText reports whether data is UTF-8 without control characters that no text
// has. The last character may be cut.
func isText(data []byte) bool {
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			return !utf8.FullRune(data)
		}
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' || r == 0x7f {
			return false
		}
		data = data[n:]
	}
	return true
}

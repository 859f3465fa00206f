package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html/charset"
)

const (
	// maxDocument bounds what is read of a document.
	maxDocument = 256 << 20

	// maxSheet bounds a style sheet that is read from a file beside a document.
	maxSheet = 4 << 20

	// encodingWithin is the number of bytes in which browsers look for the encoding of a document.
	encodingWithin = 1024
)

// contentTypes are the media types of documents that are not text/html, by extension.
var contentTypes = map[string]string{
	".svg": "image/svg+xml", ".xml": "application/xml", ".xhtml": "application/xhtml+xml", ".xht": "application/xhtml+xml",
}

// readHTML reads a document in the encoding that its byte order mark or a meta element names. A document that
// names none is read as it is: most are UTF-8.
func readHTML(in *bufio.Reader) (string, error) {
	head, err := in.Peek(encodingWithin)
	if err != nil && err != io.EOF {
		return "", err
	}
	var src io.Reader = in
	encoding, name, certain := charset.DetermineEncoding(head, "")
	if said := certain || bytes.Contains(bytes.ToLower(head), []byte("charset")); said && name != "utf-8" {
		src = encoding.NewDecoder().Reader(in)
	}
	var b strings.Builder
	_, err = io.Copy(&b, io.LimitReader(src, maxDocument+1))
	return b.String(), err
}

var (
	errEmpty   = errors.New("the document is empty")
	errNotHTML = errors.New("the document is neither HTML nor PDF")
)

// looksLikeText refuses what cannot be HTML: an empty document, and bytes that no text begins with. Every text is
// HTML.
func looksLikeText(html string) error {
	switch start := html[:min(len(html), encodingWithin)]; {
	case strings.TrimSpace(start) == "" && len(html) <= encodingWithin:
		return errEmpty
	case strings.IndexByte(start, 0) >= 0:
		return errNotHTML
	}
	return nil
}

// sheetsFrom returns a function that reads style sheets by references relative to a folder.
func sheetsFrom(dir string) func(string) (string, bool) {
	return func(href string) (string, bool) {
		href, _, _ = strings.Cut(href, "?")
		if strings.Contains(href, ":") || strings.HasPrefix(href, "/") || !strings.EqualFold(filepath.Ext(href), ".css") {
			return "", false
		}
		name := filepath.Join(dir, filepath.FromSlash(href))
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return "", false
		}
		f, err := os.Open(name)
		if err != nil {
			return "", false
		}
		defer f.Close()
		css, err := io.ReadAll(io.LimitReader(f, maxSheet))
		return string(css), err == nil
	}
}

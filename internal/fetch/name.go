package fetch

import (
	"mime"
	"net/http"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
)

// unnamed is the name of a document that has none.
const unnamed = "document.pdf"

// nameOf returns the server's name for the document. It comes from the header for that purpose, else from the end
// of the address.
func nameOf(answer *http.Response) string {
	if _, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		return CleanName(params["filename"])
	}
	return CleanName(path.Base(answer.Request.URL.Path))
}

// CleanName turns a file name that somebody gave into one that can be shown and stored: the last part of a path,
// valid UTF-8 without invisible characters, at most limits.FileNameBytes long, and never empty.
func CleanName(name string) string {
	name = strings.ToValidUTF8(name, "")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) { // control characters, and those that turn the direction of text
			return -1
		}
		return r
	}, name))
	name = strings.TrimSpace(shorten(name, limits.FileNameBytes))
	if strings.Trim(name, ".") == "" {
		return unnamed
	}
	return name
}

// shorten cuts a name before its extension.
func shorten(name string, most int) string {
	if len(name) <= most {
		return name
	}
	extension := path.Ext(name)
	if len(extension) > maxExtension {
		extension = ""
	}
	cut := most - len(extension)
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + extension
}

// maxExtension is the longest extension that is kept. Anything longer is not an extension.
const maxExtension = 16

// contentType returns the media type of an answer, without parameters.
func contentType(answer *http.Response) string {
	mediaType, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return mediaType
}

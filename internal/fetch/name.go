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

// unnamed is what a document without a name is called.
const unnamed = "document.pdf"

// nameOf is what the server calls the document: by the header that is for that, else
// by the end of the address it came from.
func nameOf(answer *http.Response) string {
	if _, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		return CleanName(params["filename"])
	}
	return CleanName(path.Base(answer.Request.URL.Path))
}

// CleanName makes the name of a file that somebody gave one that can be shown and
// stored: the last part of a path, in valid UTF-8, without characters that are not
// seen, no longer than limits.FileNameBytes, and never empty.
func CleanName(name string) string {
	name = strings.ToValidUTF8(name, "")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) { // controls, and the marks that turn the direction of text
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

// maxExtension is the longest extension that is kept: longer ones are no extensions.
const maxExtension = 16

// contentType is the media type of an answer without its parameters.
func contentType(answer *http.Response) string {
	mediaType, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return mediaType
}

package a11y

import (
	"net/url"
	"strings"
)

// fragment returns the id that an address in the document means. Those that begin with a slash or
// an exclamation mark are addresses of scripts, and mean no element.
func fragment(href string) (id string, ok bool) {
	id, ok = strings.CutPrefix(href, "#")
	if !ok || id == "" || id[0] == '/' || id[0] == '!' {
		return "", false
	}
	if decoded, err := url.PathUnescape(id); err == nil {
		id = decoded
	}
	return id, true
}

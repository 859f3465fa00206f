package a11y

import (
	"net/url"
	"strings"
)

// fragment returns the id of the element that an address in the document refers to. Addresses that begin with #/
// or #! are for scripts, and refer to no element.
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

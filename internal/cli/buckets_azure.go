//go:build azure && !noserver

package cli

import (
	"net/url"

	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/azure"
)

// taggedBuckets are the kinds of storage of builds with tags; see docs/adr/0029-own-storage-interface.md.
var taggedBuckets = map[string]opener{
	"azblob": func(u *url.URL, _ string) (storage.Bucket, error) { return azure.Open(u) },
}

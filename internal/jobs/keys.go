package jobs

import (
	"path"
	"strconv"

	"github.com/pagelift/pagelift/internal/store"
)

// Keys of blobs. A document belongs to its conversion, a result to one run of it. So two runs never write the same
// blob.
const (
	inputs  = "inputs/"
	results = "results/"
)

// InputKey returns the key under which the document of a conversion must be stored before it is submitted. From
// then on the engine owns the blob. It deletes it when the conversion ends or, if the document is to be kept, with
// the result. A document that is never submitted is deleted after a day.
func InputKey(id string) string { return inputs + id }

// resultsKey returns the prefix of all result keys of a conversion, in all its runs, except those of bundles.
func resultsKey(id string) string { return results + id + "/" }

// resultKey returns the prefix of the result keys of one run.
func resultKey(t store.Ticket) string {
	return resultsKey(t.ID) + strconv.FormatInt(t.Run, 10) + "/"
}

// bundleKey returns the key of a result that is one blob. Bundles share one folder for each last character of an
// id. That character is random, so the folders are few, soon exist, and stay.
func bundleKey(t store.Ticket) string {
	return results + t.ID[max(len(t.ID)-1, 0):] + "/" + t.ID + "." + strconv.FormatInt(t.Run, 10) + bundleSuffix
}

// bundleSuffix ends the key of a bundle. A prefix for several blobs ends with a slash, so the two differ.
const bundleSuffix = ".tar"

// assetBlobs is the folder of assets, below resultKey.
const assetBlobs = "assets/"

// AssetKey returns the key of an asset that the HTML refers to. The name comes from a client, so the blob may not
// exist. For an impossible name AssetKey returns "".
func AssetKey(c *store.Conversion, name string) string {
	if name == "" || name != path.Base(name) || name == "." || name == ".." || bundled(c) {
		return ""
	}
	return blobOf(c, assetBlobs+name)
}

// blobOf returns the key of a part of the result. It returns "" if the conversion has no result, or none any more.
func blobOf(c *store.Conversion, name string) string {
	if c.ResultKey == "" {
		return ""
	}
	return c.ResultKey + name
}

package jobs

import (
	"path"
	"strconv"

	"github.com/pagelift/pagelift/internal/store"
)

// Keys of blobs. An input belongs to its conversion, a result to one run of it, so
// that two runs never write the same blob.
const (
	inputs  = "inputs/"
	results = "results/"
)

// InputKey is where the uploaded document of a conversion is to be put before it
// is submitted. It is the engine's from then on: it is deleted when the conversion
// ends or, where it is kept, with the result. One that is never submitted is deleted after a day.
func InputKey(id string) string { return inputs + id }

// resultsKey is what the results of all runs of a conversion begin with that are not bundles.
func resultsKey(id string) string { return results + id + "/" }

// resultKey is what those of one run begin with.
func resultKey(t store.Ticket) string {
	return resultsKey(t.ID) + strconv.FormatInt(t.Run, 10) + "/"
}

// bundleKey is the blob of a result in one piece. Of the folders that they share there is one for each last
// character of an id, which is random: few enough to be there soon, and to stay.
func bundleKey(t store.Ticket) string {
	return results + t.ID[max(len(t.ID)-1, 0):] + "/" + t.ID + "." + strconv.FormatInt(t.Run, 10) + bundleSuffix
}

// bundleSuffix is what tells the key of a bundle from what the keys of several blobs begin with,
// which ends with a slash.
const bundleSuffix = ".tar"

// assetBlobs is the folder of assets, after the key of the result.
const assetBlobs = "assets/"

// AssetKey is the blob of an asset that the HTML refers to. The name comes from
// whoever asks: the blob need not be there, and "" is returned for one that cannot.
func AssetKey(c *store.Conversion, name string) string {
	if name == "" || name != path.Base(name) || name == "." || name == ".." || bundled(c) {
		return ""
	}
	return blobOf(c, assetBlobs+name)
}

// blobOf is "" for a conversion that has no result (any more).
func blobOf(c *store.Conversion, name string) string {
	if c.ResultKey == "" {
		return ""
	}
	return c.ResultKey + name
}

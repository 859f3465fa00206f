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
// ends. One that is never submitted is deleted after a day.
func InputKey(id string) string { return inputs + id }

// resultsKey is what the results of all runs of a conversion begin with.
func resultsKey(id string) string { return results + id + "/" }

func resultKey(t store.Ticket) string {
	return resultsKey(t.ID) + strconv.FormatInt(t.Run, 10) + "/"
}

// Names of the blobs of a result, after its key.
const (
	htmlBlob    = "result.html"
	cssBlob     = "result.css"
	archiveBlob = "archive.zip"
	reportBlob  = "report.json"
	assetBlobs  = "assets/"
)

// HTMLKey is the blob of the HTML as an answer holds it.
func HTMLKey(c *store.Conversion) string { return blobOf(c, htmlBlob) }

// CSSKey is the blob of the stylesheet.
func CSSKey(c *store.Conversion) string { return blobOf(c, cssBlob) }

// ArchiveKey is the blob of the zip archive, of c.Output bytes.
func ArchiveKey(c *store.Conversion) string { return blobOf(c, archiveBlob) }

// ReportKey is the blob of the accessibility report, which is there when the check ran.
func ReportKey(c *store.Conversion) string { return blobOf(c, reportBlob) }

// AssetKey is the blob of an asset that the HTML refers to. The name comes from
// whoever asks: the blob need not be there, and "" is returned for one that cannot.
func AssetKey(c *store.Conversion, name string) string {
	if name == "" || name != path.Base(name) || name == "." || name == ".." {
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

package jobs

import (
	"strconv"
	"strings"

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

// ResultBlob is the key of a file of a completed conversion, as its Converter
// named it, or "" when there is no result or no such name.
func ResultBlob(c *store.Conversion, name string) string {
	if c.ResultKey == "" || name == "" || strings.Contains(name, "..") || strings.HasPrefix(name, "/") {
		return ""
	}
	return c.ResultKey + name
}

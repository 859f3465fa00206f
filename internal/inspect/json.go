package inspect

import (
	"encoding/json"
	"io"
)

// JSON dumps what a stage made. Field names are those of the Go types.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

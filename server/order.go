package server

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// order is the part of a request that is stored for the worker.
type order struct {
	worker.Options
	// BaseURL is the address of the service, as the request used it.
	BaseURL string `json:"base_url"`
	// KeepDocument keeps the document as long as the result.
	KeepDocument bool `json:"keep_document,omitempty"`
	// Corrected says that the conversion has corrections, which are stored beside it.
	Corrected bool `json:"corrected,omitempty"`
}

// newOrder returns the order for the options of a request. Options that the request leaves out have their
// defaults.
func newOrder(o client.Options, name, baseURL string) order {
	opts := worker.NewOptions(convert.DefaultOptions())
	overlay(&opts.PreserveFormatting, o.PreserveFormatting)
	overlay(&opts.ExtractImages, o.ExtractImages)
	overlay(&opts.SemanticHTML, o.SemanticHTML)
	overlay(&opts.OCREnabled, o.OCREnabled)
	overlay(&opts.AccessibilityCheck, o.AccessibilityCheck)
	overlay(&opts.Math, (*convert.Math)(o.Math))
	for _, f := range o.Formats {
		opts.Formats = append(opts.Formats, convert.Format(f))
	}
	opts.Name = strings.TrimSuffix(name, filepath.Ext(name))
	return order{Options: opts, BaseURL: baseURL}
}

// overlay sets an option if the request names it.
func overlay[T any](option, said *T) {
	if said != nil {
		*option = *said
	}
}

// assetFolder is the path of the files of a result, below the address of the result.
const assetFolder = "assets/"

// assetURL returns the address for files of a result that are too large for data addresses in the html. One
// signature is valid for all of them. The signature outlives the result, however long that is kept: the files are
// served as long as the result exists.
func (s *core) assetURL(c *store.Conversion) string {
	var o order
	if json.Unmarshal(c.Options, &o) != nil {
		return "" // the worker will report it
	}
	folder := conversionPath(c.ID) + "/" + assetFolder
	until := s.clock().Add(s.config.ConversionTimeout + resultLifetimeMost)
	return o.BaseURL + folder + "{name}?" + s.secrets.sign(folder, c.Account, until)
}

// resultLifetimeMost is the longest time that any result is kept.
const resultLifetimeMost = 30 * 24 * time.Hour

// downloadURL returns the address of the result of a conversion, for events.
func (s *core) downloadURL(c *store.Conversion) string {
	var o order
	if json.Unmarshal(c.Options, &o) != nil {
		return "" // the conversion would not have succeeded
	}
	path := conversionPath(c.ID) + "/download"
	return o.BaseURL + path + "?" + s.secrets.sign(path, c.Account, c.Expires)
}

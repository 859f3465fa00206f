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

// order is what is stored of a request for the worker that will do it.
type order struct {
	worker.Options
	// BaseURL is the address of the service, as the request used it.
	BaseURL string `json:"base_url"`
	// KeepDocument keeps the document as long as the result.
	KeepDocument bool `json:"keep_document,omitempty"`
	// Corrected says that the conversion has corrections, which are stored beside it.
	Corrected bool `json:"corrected,omitempty"`
}

// newOrder returns what the request says over the defaults.
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

// overlay takes what is said.
func overlay[T any](option, said *T) {
	if said != nil {
		*option = *said
	}
}

// assetFolder is where the files of a result are, below its address.
const assetFolder = "assets/"

// assetURL returns where the files of a result can be had that are too large to be inside of its
// html. One signature is good for all of them. It outlives the result, however long that
// will be kept: what counts is whether the result is there.
func (s *core) assetURL(c *store.Conversion) string {
	var o order
	if json.Unmarshal(c.Options, &o) != nil {
		return "" // the worker will say so
	}
	folder := conversionPath(c.ID) + "/" + assetFolder
	until := s.clock().Add(s.config.ConversionTimeout + resultLifetimeMost)
	return o.BaseURL + folder + "{name}?" + s.secrets.sign(folder, c.Account, until)
}

// resultLifetimeMost is the longest that any result is kept.
const resultLifetimeMost = 30 * 24 * time.Hour

// downloadURL returns where the result of a conversion is, for those who are told of it.
func (s *core) downloadURL(c *store.Conversion) string {
	var o order
	if json.Unmarshal(c.Options, &o) != nil {
		return "" // it could not have been converted
	}
	path := conversionPath(c.ID) + "/download"
	return o.BaseURL + path + "?" + s.secrets.sign(path, c.Account, c.Expires)
}

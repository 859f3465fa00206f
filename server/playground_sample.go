package server

import (
	"bytes"
	_ "embed" // for the sample
	"net/http"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// samplePDF is what the playground converts for those who have no document at hand: examples/sample.pdf.
//
//go:embed assets/sample.pdf
var samplePDF []byte

// sampleName is the name of the sample as a document.
const sampleName = "sample.pdf"

// samplePath is the address of the sample, to be shown beside its result.
const samplePath = playgroundRoot + "assets/sample.pdf"

// submitSample submits the sample with the default options.
func (s *submissions) submitSample(c *call) (*store.Conversion, error) {
	in := s.intake(c, false)
	defer in.Close(c.ctx())
	doc := newDocument(bytes.NewReader(samplePDF), int64(len(samplePDF)))
	id, err := in.Receive(c.ctx(), doc)
	if err != nil {
		return nil, s.uploadError(doc, err)
	}
	sub := submission{params: params{formatsParam: allFormats()}, upload: &upload{id: id, name: sampleName, size: doc.n, fingerprint: doc.fingerprint()}}
	return s.submit(c, in, sub, false)
}

// isSample reports whether a conversion is one of the sample, by the name and size in its record. At worst another
// document with the same name and size is shown beside the sample.
func isSample(c *store.Conversion) bool {
	return c.InputFile == sampleName && c.FileSize == int64(len(samplePDF))
}

// sample answers with the sample, for a frame of the page. Browsers show PDF by plugins, which the policy of pages
// forbids.
func (s *playground) sample(c *call) error {
	h := c.w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Security-Policy", "frame-ancestors 'self'")
	http.ServeContent(c.w, c.r, "", time.Time{}, bytes.NewReader(samplePDF))
	return nil
}

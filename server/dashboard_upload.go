package server

import (
	"net/http"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
)

const (
	uploadRoot = dashboardRoot + "/upload"

	// addressesField is the field of a page with addresses of documents, one a line.
	addressesField = "addresses"
)

// uploadForm is what a form for documents says.
type uploadForm struct {
	Limit     int64 // bytes of a document
	Files     int   // of a batch
	Addresses int   // of a batch
	Error     string
}

// showUpload answers with a form for documents.
func (c *call) showUpload(status int, name, problem string) error {
	v := view{Title: "Convert a document", Tab: uploadRoot}
	if name == "batch_new" {
		v = view{Title: "Convert documents together", Tab: batchesRoot}
	}
	v.Data = uploadForm{Limit: c.fileLimit(), Files: limits.BatchFiles, Addresses: limits.BatchURLs, Error: problem}
	return c.page(status, name, v)
}

// uploadPage asks for a document.
func (s *Server) uploadPage(c *call) error { return c.showUpload(http.StatusOK, "upload", "") }

// upload takes a document from that form.
func (s *Server) upload(c *call) error {
	record, err := c.takeForm()
	if known := refusal(err); known != nil {
		return c.showUpload(known.Status, "upload", sentence(known.Message))
	}
	if err != nil {
		return err
	}
	return c.redirect(conversionsRoot + "/" + record.ID)
}

// newBatchPage asks for documents.
func (s *Server) newBatchPage(c *call) error { return c.showUpload(http.StatusOK, "batch_new", "") }

// createBatchFromPage takes documents from that form as one batch.
func (s *Server) createBatchFromPage(c *call) error {
	batch, err := c.takeBatchForm()
	if known := refusal(err); known != nil {
		return c.showUpload(known.Status, "batch_new", sentence(known.Message))
	}
	if err != nil {
		return err
	}
	return c.redirect(batchesRoot + "/" + batch.ID)
}

// takeBatchForm makes a batch of a form that a page has sent: documents, addresses of
// others, and options of all.
func (c *call) takeBatchForm() (batch *store.Batch, err error) {
	in := c.intake(false)
	defer in.Close(c.ctx())
	sub := &batchSubmission{id: store.NewID("batch"), common: params{}, page: true}
	if err := c.readBatchForm(c, in, sub); err != nil {
		return nil, err
	}
	sub.common.untick()
	if err := c.checkBatch(sub); err != nil {
		return nil, err
	}
	return c.submitBatch(in, sub)
}

// addLines adds the addresses that stand one a line.
func (sub *batchSubmission) addLines(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := sub.addURL(line); err != nil {
			return err
		}
	}
	return nil
}

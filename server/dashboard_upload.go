package server

import (
	"net/http"

	"github.com/pagelift/pagelift/internal/limits"
)

// uploadForm is what a form for documents shows.
type uploadForm struct {
	Limit     int64 // bytes that a document may have
	Files     int   // documents that a batch may have
	Addresses int   // addresses that a batch may have
	Error     string
}

// showUpload answers with a form for documents.
func (s *pages) showUpload(c *call, status int, name, problem string) error {
	v := view{Title: "Convert a document", Tab: uploadRoot}
	if name == "batch_new" {
		v = view{Title: "Convert documents together", Tab: batchesRoot}
	}
	v.Data = uploadForm{Limit: c.fileLimit(), Files: limits.BatchFiles, Addresses: limits.BatchURLs, Error: problem}
	return s.showPage(c, status, name, v)
}

// uploadPage shows the form for a document.
func (s *pages) uploadPage(c *call) error { return s.showUpload(c, http.StatusOK, "upload", "") }

// upload submits the document of that form.
func (s *pages) upload(c *call) error {
	record, err := s.submissions.submitForm(c)
	if known := refusal(err); known != nil {
		return s.showUpload(c, known.Status, "upload", sentence(known.Message))
	}
	if err != nil {
		return err
	}
	return c.redirect(conversionsRoot + "/" + record.ID)
}

// newBatchPage shows the form for a batch.
func (s *pages) newBatchPage(c *call) error { return s.showUpload(c, http.StatusOK, "batch_new", "") }

// createBatchFromPage submits the documents of that form as one batch.
func (s *pages) createBatchFromPage(c *call) error {
	batch, err := s.submissions.submitBatchForm(c)
	if known := refusal(err); known != nil {
		return s.showUpload(c, known.Status, "batch_new", sentence(known.Message))
	}
	if err != nil {
		return err
	}
	return c.redirect(batchesRoot + "/" + batch.ID)
}

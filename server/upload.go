package server

import (
	"context"
	"errors"
	"mime/multipart"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
)

// upload is a document that has arrived.
type upload struct {
	id          string // of the conversion that it is for
	name        string
	size        int64
	fingerprint string
}

// receiveDocument passes a document to the intake as it comes. Nothing is left of one that fails.
func (s *submissions) receiveDocument(ctx context.Context, in *jobs.Intake, part *multipart.Part, most int64) (*upload, error) {
	doc := newDocument(part, most)
	id, err := in.Receive(ctx, doc)
	if err != nil {
		return nil, s.uploadError(doc, err)
	}
	return &upload{id: id, name: inputName(part.FileName()), size: doc.n, fingerprint: doc.fingerprint()}, nil
}

// uploadError tells the faults of a transfer from those of the storage.
func (s *submissions) uploadError(doc *document, err error) error {
	var known *client.Error
	switch {
	case doc.failed == nil || errors.Is(doc.failed, context.Canceled):
		return s.blobError(err)
	case errors.As(doc.failed, &known):
		return known
	}
	return formError(doc.failed)
}

package server

import (
	"context"
	"errors"
	"mime/multipart"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
)

// upload is an uploaded document.
type upload struct {
	id          string // id of its conversion
	name        string
	size        int64
	fingerprint string
}

// receiveDocument passes a document to the intake while it arrives. Nothing is left of a document that fails.
func (s *submissions) receiveDocument(ctx context.Context, in *jobs.Intake, part *multipart.Part, most int64) (*upload, error) {
	doc := newDocument(part, most)
	id, err := in.Receive(ctx, doc)
	if err != nil {
		return nil, s.uploadError(doc, err)
	}
	return &upload{id: id, name: inputName(part.FileName()), size: doc.n, fingerprint: doc.fingerprint()}, nil
}

// uploadError distinguishes faults of a transfer from those of the storage.
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

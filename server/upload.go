package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// upload is a document that has arrived.
type upload struct {
	id          string // of the conversion that it is for
	name        string
	size        int64
	fingerprint string
	held        []byte // the document, when it is in memory and nowhere else; nil: it is in the storage
}

// key is the key of the document, if it is in the storage.
func (u *upload) key() string {
	if u.held != nil {
		return ""
	}
	return jobs.InputKey(u.id)
}

// heldUploads is how many requests may hold their documents in memory at a time. With jobs.HeldBytes
// each it bounds what clients can fill that send slowly; the documents of others are stored as they come.
const heldUploads = 32

// receiveDocument takes a document as it comes: into memory, where the request may hold one and it is
// small, else into the storage. Nothing is left of one that fails.
func (c *call) receiveDocument(part *multipart.Part, most int64) (*upload, error) {
	if !c.holds {
		return c.store(c.ctx(), part, most)
	}
	select {
	case c.held <- struct{}{}:
	default:
		return c.store(c.ctx(), part, most)
	}
	u, err := c.hold(part, most)
	if err != nil || u.held == nil {
		<-c.held
	}
	return u, err
}

// hold takes a document into memory, and into the storage once it proves to be large.
func (c *call) hold(part *multipart.Part, most int64) (*upload, error) {
	doc, u := newDocument(part, most), newUpload(part)
	var head bytes.Buffer
	head.Grow(holdGrow)
	_, err := io.CopyN(&head, doc, jobs.HeldBytes+1)
	switch {
	case err == io.EOF:
		u.held, err = head.Bytes(), nil
	case err == nil:
		err = c.put(c.ctx(), u.key(), io.MultiReader(&head, doc))
	}
	if err != nil {
		return nil, c.uploadError(doc, err)
	}
	u.size, u.fingerprint = doc.n, doc.fingerprint()
	return u, nil
}

// holdGrow is what is made ready for a document: many of text are smaller.
const holdGrow = 32 << 10

// pdfType is the media type of documents.
const pdfType = "application/pdf"

// store puts a document into the storage as it comes. Nothing is left of one that fails.
func (s *Server) store(ctx context.Context, part *multipart.Part, most int64) (*upload, error) {
	doc, u := newDocument(part, most), newUpload(part)
	if err := s.put(ctx, u.key(), doc); err != nil {
		return nil, s.uploadError(doc, err)
	}
	u.size, u.fingerprint = doc.n, doc.fingerprint()
	return u, nil
}

func newUpload(part *multipart.Part) *upload {
	return &upload{id: store.NewID("conv"), name: inputName(part.FileName())}
}

// put puts a document into the storage. That its client has gone is seen where the document is read; once all of it
// is, the storage is waited for: what it was about to keep could not be deleted before it had said so.
func (s *Server) put(ctx context.Context, key string, doc io.Reader) error {
	return s.bucket.Put(context.WithoutCancel(ctx), key, doc, pdfType)
}

// storeHeld puts a document that is held into the storage.
func (c *call) storeHeld(u *upload) error {
	if err := c.put(c.ctx(), jobs.InputKey(u.id), bytes.NewReader(u.held)); err != nil {
		return c.blobError(err)
	}
	c.letGo(u)
	return nil
}

// letGo holds the document of a request no longer, if it did.
func (s *Server) letGo(u *upload) {
	if u != nil && u.held != nil {
		u.held = nil
		<-s.held
	}
}

// uploadError tells the faults of a transfer from those of the storage.
func (s *Server) uploadError(doc *document, err error) error {
	var known *client.Error
	switch {
	case doc.failed == nil || errors.Is(doc.failed, context.Canceled):
		return s.blobError(err)
	case errors.As(doc.failed, &known):
		return known
	}
	return formError(doc.failed)
}

// discardUpload deletes the document of a request that came to nothing, if it is stored.
func (s *Server) discardUpload(ctx context.Context, u *upload) {
	if u != nil && u.held == nil {
		s.discard(ctx, jobs.InputKey(u.id))
	}
}

// discard deletes an upload.
func (s *Server) discard(ctx context.Context, key string) {
	ctx = context.WithoutCancel(ctx)
	if err := s.bucket.Delete(ctx, key); err != nil {
		s.log.WarnContext(ctx, "deleting an upload", "request_id", requestID(ctx), "err", err)
	}
}

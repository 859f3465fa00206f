package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"time"
)

// body is the body of a request. Its parts are opened one after the other, anew for each attempt.
type body struct {
	mediaType string
	parts     []part
	asks      bool // the service is asked for permission before the body is sent
	sent      *sending
}

// jsonBody returns a body of JSON, or nil for nil.
func jsonBody(in any) (*body, error) {
	if in == nil {
		return nil, nil
	}
	b, err := json.Marshal(in)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	return &body{mediaType: "application/json", parts: []part{bytesPart(b)}}, nil
}

func bytesPart(b []byte) part {
	return part{size: int64(len(b)), open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }}
}

// field is a value of a form.
type field struct{ name, value string }

// formBody returns a form of fields and files. The files come last, so that the service knows by then what to do
// with them.
func formBody(fields []field, fileField string, files []File) (*body, error) {
	var buf bytes.Buffer
	form := multipart.NewWriter(&buf)
	b := &body{mediaType: form.FormDataContentType(), asks: true}
	text := func() { // adds what stands before, between and behind the files
		b.parts = append(b.parts, bytesPart(bytes.Clone(buf.Bytes())))
		buf.Reset()
	}
	for _, f := range fields {
		if err := form.WriteField(f.name, f.value); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		p, err := f.part()
		if err != nil {
			return nil, err
		}
		if p.name == "" {
			p.name = "document.pdf" // a part without a name would be a field
		}
		_, err = form.CreatePart(map[string][]string{
			"Content-Disposition": {multipart.FileContentDisposition(fileField, p.name)},
			"Content-Type":        {"application/pdf"},
		})
		if err != nil {
			return nil, err
		}
		text()
		b.parts = append(b.parts, p)
	}
	if err := form.Close(); err != nil {
		return nil, err
	}
	text()
	return b, nil
}

// size returns the size of all parts, or -1 if it is not known.
func (b *body) size() int64 {
	var sum int64
	for _, p := range b.parts {
		if p.size < 0 {
			return -1
		}
		sum += p.size
	}
	return sum
}

// attach makes b the body of one attempt.
func (b *body) attach(req *http.Request) {
	if b == nil {
		return
	}
	req.Body, req.ContentLength = b.begin(), b.size()
	if !slices.ContainsFunc(b.parts, func(p part) bool { return p.shared }) {
		// For net/http, which sends the body again if a kept connection turns out to be closed.
		req.GetBody = func() (io.ReadCloser, error) { return b.begin(), nil }
	}
	req.Header.Set("Content-Type", b.mediaType)
	if b.asks {
		req.Header.Set("Expect", "100-continue")
	}
}

func (b *body) begin() io.ReadCloser {
	b.sent = &sending{parts: b.parts, ended: make(chan struct{})}
	return b.sent
}

// failure returns the error that kept the last attempt from reading b.
func (b *body) failure() error {
	if b == nil || b.sent == nil {
		return nil
	}
	b.sent.mu.Lock()
	defer b.sent.mu.Unlock()
	return b.sent.err
}

// ready reports whether b can be sent again. It waits until the last attempt has released the body: net/http may
// still be reading it after the answer.
func (b *body) ready(ctx context.Context) bool {
	if b == nil || b.sent == nil {
		return true
	}
	late := time.NewTimer(bodyClose)
	defer late.Stop()
	select {
	case <-b.sent.ended:
	case <-late.C:
		return false
	case <-ctx.Done():
		return false
	}
	return !slices.ContainsFunc(b.parts, func(p part) bool { return p.spent != nil && p.spent() })
}

// sending is the body of one attempt. Close may be called while Read runs.
type sending struct {
	parts []part

	mu      sync.Mutex
	current io.ReadCloser
	reading bool
	closed  bool
	err     error
	ended   chan struct{} // closed when nothing is read any more
}

var errClosed = errors.New("the body was closed")

func (s *sending) Read(p []byte) (int, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return 0, errClosed
	}
	s.reading = true
	s.mu.Unlock()

	n, err := s.read(p)

	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading = false
	if err != nil && err != io.EOF {
		s.err = err
	}
	if s.closed {
		s.end()
	}
	return n, err
}

// read reads the current part, or opens the next.
func (s *sending) read(p []byte) (int, error) {
	for {
		if s.current == nil {
			if len(s.parts) == 0 {
				return 0, io.EOF
			}
			r, err := s.parts[0].open()
			if err != nil {
				return 0, err
			}
			s.current = exactly(r, s.parts[0])
			s.parts = s.parts[1:]
		}
		n, err := s.current.Read(p)
		if err == io.EOF {
			err = s.current.Close()
			s.current = nil
		}
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

func (s *sending) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if !s.reading {
		s.end()
	}
	return nil
}

// end closes the current part.
func (s *sending) end() {
	if s.current != nil {
		s.current.Close()
	}
	close(s.ended)
}

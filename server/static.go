package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// static is content that does not change while the server runs.
type static struct {
	mediaType string
	data      []byte
	etag      string
}

func newStatic(mediaType string, data []byte) static {
	sum := sha256.Sum256(data)
	return static{mediaType, data, `"` + hex.EncodeToString(sum[:8]) + `"`}
}

// ServeHTTP answers with the content, or with 304 to a client that has it.
func (s static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", s.mediaType)
	h.Set("ETag", s.etag)
	h.Set("Cache-Control", "no-cache") // clients ask each time, because a new version has other content
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.data))
}

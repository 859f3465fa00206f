package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/source"
)

// body is a request's body that must arrive at a lowest rate and end below a size. It is
// read by one goroutine.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	start   time.Time
	pace    pace
	limit   int64 // bytes that may be read
	read    int64
}

// errTooLarge says that a body has more bytes than it may have.
var errTooLarge = errors.New("server: body is larger than its limit")

// uploadRetry is when a client may send again what came too slowly: after a breath.
const uploadRetry = time.Second

// errTooSlow says that a body came more slowly than the lowest rate.
var errTooSlow = errors.New("server: body came too slowly")

// Read reads the next bytes, or errTooLarge or errTooSlow.
func (b *body) Read(p []byte) (int, error) {
	if b.read >= b.limit {
		var one [1]byte
		if n, err := b.ReadCloser.Read(one[:]); n == 0 {
			return 0, err
		}
		return 0, errTooLarge
	}
	if room := b.limit - b.read; int64(len(p)) > room {
		p = p[:room]
	}
	_ = b.control.SetReadDeadline(b.pace.deadline(b.start, b.read)) // a connection without deadlines is bounded by the server's own
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, errTooSlow
	}
	return n, err
}

// bodyError is what the client is told when its body cannot be read, or err itself where
// that is no fault of the transfer.
func bodyError(err error) error {
	var known *client.Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errTooSlow):
		e := failure(client.UploadTimeout, "the body came more slowly than this server takes it")
		e.RetryAfter = uploadRetry
		return e
	case errors.Is(err, errTooLarge), errors.As(err, &tooLarge):
		return failure(client.RequestTooLarge, "the body is larger than this operation takes")
	}
	return err
}

// headBytes is how much of a document is looked at before it is taken for a PDF: as much as
// package source looks at.
const headBytes = 4096

// document is a PDF as it streams in: bounded, hashed, and refused as soon as its first
// bytes are those of something else.
type document struct {
	r     io.Reader
	limit int64
	n     int64
	sum   hash.Hash
	head  []byte
	known bool // to be a PDF

	failed error // of Read
}

func newDocument(r io.Reader, limit int64) *document {
	return &document{r: r, limit: limit, sum: sha256.New()}
}

// Read passes the bytes of the document on.
func (d *document) Read(p []byte) (int, error) {
	n, err := d.read(p)
	if err != nil && err != io.EOF {
		d.failed = err
	}
	return n, err
}

func (d *document) read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.n += int64(n)
	d.sum.Write(p[:n])
	if d.n > d.limit {
		return 0, tooLarge(d.limit, d.n)
	}
	if err != nil && err != io.EOF {
		return n, bodyError(err)
	}
	if !d.known {
		d.head = append(d.head, p[:min(n, headBytes-len(d.head))]...)
		if len(d.head) == headBytes || err == io.EOF {
			if !source.HasHeader(d.head) {
				return 0, notPDF(d.head)
			}
			d.known, d.head = true, nil
		}
	}
	return n, err
}

// fingerprint is the SHA-256 of what was read.
func (d *document) fingerprint() string { return hex.EncodeToString(d.sum.Sum(nil)) }

// notPDF is the error of a document that is something else.
func notPDF(head []byte) error {
	e := failure(client.InvalidFileFormat, "the file is not a PDF")
	e.Details = map[string]any{"file_type": source.MediaType(head), "expected": "application/pdf"}
	return e
}

// tooLarge is the error of a document beyond the plan. received is what is known of its size.
func tooLarge(limit, received int64) error {
	e := failure(client.FileTooLarge, "the file is larger than the %d bytes that the plan allows", limit)
	e.Details = map[string]any{"limit": limit, "received": received}
	return e
}

// strictJSON reads one JSON object into v, and refuses members that v has not.
func strictJSON(data []byte, v any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return failure(client.InvalidRequest, "the body is not a JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	var wrong *json.UnmarshalTypeError
	switch name, unknown := unknownField(err); {
	case err == nil:
		return nil
	case unknown:
		return badParameter(unknownPath(members, v, name), "is not a parameter of this operation")
	case errors.As(err, &wrong):
		return badParameter(wrong.Field, "must not be "+withArticle(wrong.Value))
	}
	return failure(client.InvalidRequest, "the body is not the JSON object that this operation takes")
}

// unknownField is the member that a strict decoder refused. The error has no type of its own.
func unknownField(err error) (name string, ok bool) {
	if err == nil {
		return "", false
	}
	rest, ok := strings.CutPrefix(err.Error(), "json: unknown field ")
	name, bad := strconv.Unquote(rest)
	return name, ok && bad == nil
}

// unknownPath is where in the body the member stands that v has not: "limits.nonsense" in {"limits": {"nonsense": 1}}.
// The decoder names the member alone, so the members of the body are decoded one by one.
func unknownPath(members map[string]json.RawMessage, v any, name string) string {
	for _, member := range slices.Sorted(maps.Keys(members)) {
		alone, err := json.Marshal(map[string]json.RawMessage{member: members[member]})
		if err != nil {
			continue // it was read as JSON: there is none that cannot be written
		}
		dec := json.NewDecoder(bytes.NewReader(alone))
		dec.DisallowUnknownFields()
		found, unknown := unknownField(dec.Decode(reflect.New(reflect.TypeOf(v).Elem()).Interface()))
		switch {
		case !unknown || found != name:
		case member == name:
			return name
		default:
			return member + "." + name
		}
	}
	return name
}

// withArticle is what a value is, as encoding/json says it: "string", "array", "number 1.5".
func withArticle(value string) string {
	switch {
	case strings.HasPrefix(value, "number "): // one that the member cannot hold
		return "the " + value
	case value == "array" || value == "object":
		return "an " + value
	}
	return "a " + value
}

// jsonBodyLimit is what is read of a JSON body before it is refused.
const jsonBodyLimit = limits.JSONBody

// hashText is the SHA-256 of a text.
func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

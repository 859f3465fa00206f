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

// body reads a request's body, which must arrive at a minimum rate and must not exceed a size. One goroutine reads
// it.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	start   time.Time
	pace    pace
	limit   int64 // bytes that may still be read
	read    int64
}

// errTooLarge says that a body has more bytes than its limit.
var errTooLarge = errors.New("server: body is larger than its limit")

// uploadRetry is the pause after which a client may send a body again that came too slowly.
const uploadRetry = time.Second

// errTooSlow says that a body came more slowly than the minimum rate.
var errTooSlow = errors.New("server: body came too slowly")

// Read reads the next bytes. It returns errTooLarge or errTooSlow where the body breaks a limit.
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
	_ = b.control.SetReadDeadline(b.pace.deadline(b.start, b.read)) // a connection without deadlines has the server's own bound
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, errTooSlow
	}
	return n, err
}

// bodyError returns the error that a client gets when its body cannot be read. It returns err itself where the
// transfer is not at fault.
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

// headBytes is how many bytes of a document are searched for the header of a PDF: as many as package source
// searches.
const headBytes = 4096

// document reads a PDF while it is uploaded. It bounds and hashes the document, and refuses it as soon as its
// first bytes show that it is no PDF.
type document struct {
	r     io.Reader
	limit int64
	n     int64
	sum   hash.Hash
	head  []byte
	known bool // the header of a PDF was found

	failed error // of Read
}

func newDocument(r io.Reader, limit int64) *document {
	return &document{r: r, limit: limit, sum: sha256.New()}
}

// Read passes on the bytes of the document.
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

// fingerprint returns the SHA-256 of what was read.
func (d *document) fingerprint() string { return hex.EncodeToString(d.sum.Sum(nil)) }

// notPDF returns the error of a document that is no PDF.
func notPDF(head []byte) error {
	e := failure(client.InvalidFileFormat, "the file is not a PDF")
	e.Details = map[string]any{"file_type": source.MediaType(head), "expected": "application/pdf"}
	return e
}

// tooLarge returns the error of a document that is larger than the plan allows. received is the size as far as it
// is known.
func tooLarge(limit, received int64) error {
	e := failure(client.FileTooLarge, "the file is larger than the %d bytes that the plan allows", limit)
	e.Details = map[string]any{"limit": limit, "received": received}
	return e
}

// strictJSON reads one JSON object into v, and refuses members that v does not have.
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

// unknownField returns the name of the member that a strict decoder refused. encoding/json has no type for this
// error.
func unknownField(err error) (name string, ok bool) {
	if err == nil {
		return "", false
	}
	rest, ok := strings.CutPrefix(err.Error(), "json: unknown field ")
	name, bad := strconv.Unquote(rest)
	return name, ok && bad == nil
}

// unknownPath returns where in the body the member stands that v does not have: "limits.nonsense" in {"limits":
// {"nonsense": 1}}. The decoder names the member alone, so the members of the body are decoded one by one.
func unknownPath(members map[string]json.RawMessage, v any, name string) string {
	for _, member := range slices.Sorted(maps.Keys(members)) {
		alone, err := json.Marshal(map[string]json.RawMessage{member: members[member]})
		if err != nil {
			continue // the value was read from JSON, so it can be written
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

// withArticle returns the kind of a value with its article. encoding/json names kinds as "string", "array",
// "number 1.5".
func withArticle(value string) string {
	switch {
	case strings.HasPrefix(value, "number "): // a number that the member cannot hold
		return "the " + value
	case value == "array" || value == "object":
		return "an " + value
	}
	return "a " + value
}

// jsonBodyLimit is how many bytes of a JSON body are read before it is refused.
const jsonBodyLimit = limits.JSONBody

// hashText returns the SHA-256 of a text.
func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

package fetch

import (
	"bufio"
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/source"
)

// Limits bound one fetch. The zero value means the defaults.
type Limits struct {
	// Bytes is the largest document. 0: limits.FileBytes.
	Bytes int64
	// Time is how long a fetch may take, from the first connection to the last byte. 0: five minutes, enough for
	// 100 MB at 3 Mbit/s.
	Time time.Duration
	// Rate is the least that a server may send, in bytes per second, averaged over the last ten seconds. 0: 32
	// KiB/s. Negative: any rate will do.
	Rate int64
	// Grace is how long after its header a server may send more slowly. 0: ten seconds.
	Grace time.Duration
}

// withDefaults returns l with every field set.
func (l Limits) withDefaults() Limits {
	l.Bytes, l.Time = cmp.Or(l.Bytes, limits.FileBytes), cmp.Or(l.Time, defaultTime)
	l.Rate, l.Grace = cmp.Or(l.Rate, defaultRate), cmp.Or(l.Grace, defaultGrace)
	return l
}

const (
	defaultTime = 5 * time.Minute

	// defaultRate is a quarter of a megabit per second. That is a tenth of the slowest lines of servers, and takes
	// 1.5 minutes for a document of 3 MB.
	defaultRate = 32 << 10

	// defaultGrace is for a server that makes its document while it sends it.
	defaultGrace = 10 * time.Second

	// maxRedirects is how often answers may redirect: from http to https, to www, to a storage and to one more.
	maxRedirects = 5

	// sniffed is how many bytes are read before a document is returned: as many as package source looks at.
	sniffed = 4096
)

// Document is a PDF file that is being fetched.
type Document struct {
	// Body reads the file from its first byte. It fails with an *Error, or with the error of Fetch's context when
	// that ends. The caller must close it.
	Body io.ReadCloser
	// Name is the server's name for the file, cleaned. It is never empty and never a path.
	Name string
	// ContentType is the media type that the server gives, whatever the file is. It is "" if the server gives
	// none.
	ContentType string
	// Size is the number of bytes that the server announced, or -1.
	Size int64
}

// Fetcher fetches documents. It is safe for concurrent use.
type Fetcher struct {
	guard  *Guard
	client *http.Client
	agent  string
}

// New makes a Fetcher that connects to what guard permits, and has agent as its User-Agent. CertPool returns
// authorities.
func New(guard *Guard, authorities *x509.CertPool, agent string) *Fetcher {
	f := &Fetcher{guard: guard, agent: agent}
	f.client = &http.Client{Transport: guard.Transport(authorities), CheckRedirect: f.redirect}
	return f
}

// Fetch requests the document at the address raw, and returns when its first bytes have arrived. Its errors are
// *Error, or that of ctx when ctx ends first. The end of ctx also ends the reading of the body.
func (f *Fetcher) Fetch(ctx context.Context, raw string, bounds Limits) (*Document, error) {
	u, err := f.guard.DocumentURL(raw)
	if err != nil {
		return nil, err
	}
	bounds = bounds.withDefaults()
	limited, cancel := context.WithTimeout(ctx, bounds.Time)
	answer, err := f.request(limited, u)
	if err != nil {
		cancel()
		return nil, publicError(ctx, err)
	}
	b := &body{answer: answer.Body, caller: ctx, cancel: cancel, max: bounds.Bytes, pace: newPace(bounds)}
	doc, err := newDocument(answer, b)
	if err != nil {
		b.Close()
		return nil, err
	}
	return doc, nil
}

// request requests u and returns the answer, if it is a good one.
func (f *Fetcher) request(ctx context.Context, u *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, invalid("it is not a URL")
	}
	req.Header.Set("User-Agent", f.agent)
	req.Header.Set("Accept", "application/pdf, */*;q=0.5")
	req.Header.Set("Accept-Encoding", "identity")
	answer, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, &Error{Code: Failed, Status: answer.StatusCode, Detail: fmt.Sprintf("the server answered with status %d", answer.StatusCode)}
	}
	return answer, nil
}

// redirect checks an address to which an answer redirects as if a user had given it.
func (f *Fetcher) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return &Error{Code: Failed, Detail: fmt.Sprintf("the server redirects more than %d times", maxRedirects)}
	}
	if via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return &Error{Code: NotAllowed}
	}
	req.Header.Del("Referer") // the previous address may hold a secret
	if err := f.guard.check(req.URL, "https", "http"); err != nil {
		return &Error{Code: NotAllowed, Err: err}
	}
	return nil
}

// newDocument looks at the first bytes of an answer. b is its body.
func newDocument(answer *http.Response, b *body) (*Document, error) {
	if answer.ContentLength > b.max {
		return nil, tooLarge(b.max, answer.ContentLength)
	}
	buffered := bufio.NewReaderSize(b, sniffed)
	head, err := buffered.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if !source.HasHeader(head) {
		found := source.MediaType(head)
		return nil, &Error{Code: NotPDF, MediaType: found, Detail: "expected application/pdf, got " + cmp.Or(found, "nothing")}
	}
	return &Document{
		Body: struct {
			io.Reader
			io.Closer
		}{buffered, b},
		Name: nameOf(answer), ContentType: contentType(answer), Size: answer.ContentLength,
	}, nil
}

// body is the body of an answer, with bounds and typed errors.
type body struct {
	answer io.ReadCloser
	caller context.Context // of Fetch; the body is read while it lasts
	cancel context.CancelFunc
	read   int64
	max    int64

	pace  *pace
	spent time.Duration // on reading; pauses of the reader are no fault of the server
	slow  atomic.Bool   // the server was too slow, and the request was ended for that
}

// Read reads up to one byte more than is allowed, to detect that there is more.
func (b *body) Read(p []byte) (int, error) {
	if room := b.max + 1 - b.read; int64(len(p)) > room {
		p = p[:room]
	}
	n, err := b.paced(p)
	b.read += int64(n)
	switch {
	case b.read > b.max:
		return 0, tooLarge(b.max, 0)
	case err != nil && err != io.EOF && b.slow.Load() && b.caller.Err() == nil:
		return n, tooSlow(b.pace.rate)
	case err != nil && err != io.EOF:
		return n, publicError(b.caller, err)
	}
	return n, err
}

// paced reads, and ends the request when the server is silent for too long.
func (b *body) paced(p []byte) (int, error) {
	patience := b.pace.patience(b.spent)
	if patience == forever {
		return b.answer.Read(p)
	}
	timer := time.AfterFunc(patience, func() {
		b.slow.Store(true)
		b.cancel()
	})
	defer timer.Stop()
	begin := time.Now()
	n, err := b.answer.Read(p)
	b.spent += time.Since(begin)
	b.pace.add(b.spent, n)
	return n, err
}

// Close ends the request.
func (b *body) Close() error {
	b.cancel()
	return b.answer.Close()
}

func tooLarge(limit, received int64) error {
	return &Error{Code: TooLarge, Limit: limit, Received: received, Detail: fmt.Sprintf("more than %d bytes", limit)}
}

func tooSlow(rate int64) error {
	return &Error{Code: Failed, Cause: Slow, Detail: fmt.Sprintf("the server sends less than %d bytes per second", rate)}
}

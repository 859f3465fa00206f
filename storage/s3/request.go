package s3

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

var dialer = &net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}

// request is a request to be sent.
type request struct {
	method string
	key    string // empty: the bucket itself
	query  url.Values
	header http.Header
	body   *payload
}

// Requests that fail for a reason that may pass are repeated: three tries in all, as in Amazon's own programs,
// with a pause that doubles.
const (
	tries = 3
	pause = 100 * time.Millisecond
)

// send sends a request until the answer is a success. The caller must close the body of the answer.
func (b *Bucket) send(ctx context.Context, r request) (resp *http.Response, err error) {
	for try := range tries {
		if try > 0 {
			select {
			case <-time.After(pause<<(try-1) + rand.N(pause)):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if resp, err = b.sendOnce(ctx, r); err == nil || ctx.Err() != nil || !passing(err) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("s3: %s %s: %w", r.method, r.key, err)
	}
	return resp, nil
}

// passing reports whether a failure may pass: one of the network, or of an overloaded service.
func passing(err error) bool {
	var answer *Error
	if errors.As(err, &answer) {
		return answer.Status >= 500 || answer.Status == http.StatusTooManyRequests
	}
	var network *url.Error
	return errors.As(err, &network)
}

func (b *Bucket) sendOnce(ctx context.Context, r request) (*http.Response, error) {
	req, err := b.newRequest(ctx, r)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, errors.Join(readError(resp), resp.Body.Close())
	}
	return resp, nil
}

// newRequest returns a signed request.
func (b *Bucket) newRequest(ctx context.Context, r request) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, r.method, b.base.String(), nil)
	if err != nil {
		return nil, err
	}
	req.URL = b.url(r.key, r.query)
	for name, values := range r.header {
		req.Header[name] = values
	}
	sum := emptySHA256
	if r.body != nil {
		sum = r.body.sum
		req.ContentLength, req.GetBody = r.body.size, r.body.open
		if req.Body, err = r.body.open(); err != nil {
			return nil, err
		}
	}
	if b.credentials == nil {
		return req, nil
	}
	credentials, err := b.credentials.Retrieve(ctx)
	if err != nil {
		return nil, fmt.Errorf("credentials: %w", err)
	}
	req.Header.Set("X-Amz-Content-Sha256", sum)
	return req, b.signer.SignHTTP(ctx, credentials, req, sum, "s3", b.region, time.Now())
}

// Error is the answer of a service that refuses a request.
type Error struct {
	Status  int    // of HTTP
	Code    string `xml:"Code"` // of S3, such as AccessDenied; empty if the answer has none
	Message string `xml:"Message"`
	Region  string `xml:"Region"` // where the bucket is, if the request went elsewhere
}

// Error implements error. It returns the answer in one line.
func (e *Error) Error() string {
	s := fmt.Sprintf("answered %d", e.Status)
	if e.Code != "" {
		s += " " + e.Code
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.Region != "" {
		s += " (the bucket is in " + e.Region + ")"
	}
	return s
}

// Is reports whether target is fs.ErrNotExist and an object is missing. A missing bucket is another failure.
func (e *Error) Is(target error) bool {
	return target == fs.ErrNotExist && e.Status == http.StatusNotFound && e.Code == "NoSuchKey"
}

// maxErrorBytes bounds the answer of a service that refuses: some hundred bytes of XML.
const maxErrorBytes = 64 << 10

// readError reads the answer of a service that refuses, as far as it is readable.
func readError(resp *http.Response) *Error {
	e := &Error{}
	_ = xml.NewDecoder(io.LimitReader(resp.Body, maxErrorBytes)).Decode(e) // an answer that is not XML has no code
	e.Status = resp.StatusCode
	if e.Region == "" && e.Status == http.StatusMovedPermanently {
		e.Region = resp.Header.Get("X-Amz-Bucket-Region")
	}
	return e
}

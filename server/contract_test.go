package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"github.com/pagelift/pagelift/client"
)

// contract checks every exchange of the tests against the OpenAPI document.
type contract struct {
	doc    *openapi3.T
	router routers.Router

	mu   sync.Mutex
	seen map[string]bool // "operationId status"
}

// unshown lists the documented answers that no test shows, by status, with the reason.
var unshown = map[string]string{
	"500": "a defect of the service: if a request were known that causes it, it would be mended",

	"408": "made by the one reader of all bodies; shown on a conversion",
}

// loadContract reads the document, and makes it stricter than what clients get: an answer may have no member that
// is not described.
func loadContract(name string) (*contract, error) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromFile(name)
	if err != nil {
		return nil, err
	}
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		return nil, err
	}
	for _, s := range doc.Components.Schemas {
		closeSchema(s.Value)
	}
	doc.Servers = nil // services of the tests have any address
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	openapi3filter.RegisterBodyDecoder("application/pdf", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/zip", openapi3filter.FileBodyDecoder)
	return &contract{doc: doc, router: router, seen: map[string]bool{}}, nil
}

// closeSchema refuses members that a schema with members does not name.
func closeSchema(s *openapi3.Schema) {
	if len(s.Properties) > 0 && s.AdditionalProperties.Has == nil && s.AdditionalProperties.Schema == nil {
		no := false
		s.AdditionalProperties.Has = &no
	}
}

// jsonAnswer is the media type of documented answers that are validated as JSON.
const jsonAnswer = "application/json"

// check checks an exchange against the document. A request that was accepted must be one that the document allows.
// An answer must always be one that the document allows.
func (c *contract) check(req *http.Request, sent []byte, resp *http.Response, body []byte) error {
	if err := checkEnvelope(req, resp, body); err != nil {
		return err
	}
	route, params, err := c.router.FindRoute(req)
	if err != nil { // the interface does not have this address or method
		if strings.HasPrefix(req.URL.Path, "/v1/") && resp.StatusCode < http.StatusBadRequest && req.Method != http.MethodHead && req.Method != http.MethodOptions {
			return fmt.Errorf("the document has no such operation: %w", err)
		}
		return nil
	}
	input := &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{
			IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true,
		},
	}
	if resp.StatusCode < http.StatusBadRequest {
		req.Body = io.NopCloser(bytes.NewReader(sent))
		if err := openapi3filter.ValidateRequest(req.Context(), input); err != nil {
			return fmt.Errorf("the service takes a request that the document does not allow: %w", err)
		}
	}
	answer := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: resp.StatusCode, Header: resp.Header, Options: input.Options,
		Body: io.NopCloser(bytes.NewReader(body)),
	}
	if resp.StatusCode == http.StatusRequestHeaderFieldsTooLarge {
		return nil // described once, for all operations
	}
	documented := route.Operation.Responses.Status(resp.StatusCode)
	if documented == nil {
		return fmt.Errorf("%s %s: the document has no status %d", req.Method, route.Path, resp.StatusCode)
	}
	if documented.Value.Content != nil && !strings.HasPrefix(resp.Header.Get("Content-Type"), jsonAnswer) {
		input.Options.ExcludeResponseBody = true // files: the tests that request them check their type and bytes
	}
	if err := openapi3filter.ValidateResponse(req.Context(), answer); err != nil {
		return fmt.Errorf("the answer is not as the document says: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[fmt.Sprintf("%s %d", route.Operation.OperationID, resp.StatusCode)] = true
	return nil
}

var isRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,128}$`)

// checkEnvelope checks what every answer has: the request's id and, in case of a failure, the one form of
// failures.
func checkEnvelope(req *http.Request, resp *http.Response, body []byte) error {
	id := resp.Header.Get("X-Request-Id")
	if !isRequestID.MatchString(id) {
		return fmt.Errorf("X-Request-Id is %q", id)
	}
	if resp.StatusCode < http.StatusBadRequest || req.Method == http.MethodHead || !strings.HasPrefix(req.URL.Path, "/v1/") {
		return nil
	}
	var failure client.ErrorResponse
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&failure); err != nil {
		return fmt.Errorf("status %d with a body that is no error: %w: %.200s", resp.StatusCode, err, body)
	}
	e := failure.Error
	if e == nil {
		return fmt.Errorf("status %d without an error: %s", resp.StatusCode, body)
	}
	_, retryable := e.Details["retryable"].(bool)
	switch {
	case e.Message == "" || !retryable:
		return fmt.Errorf("the error has no message or no details.retryable: %s", body)
	case e.RequestID != id:
		return fmt.Errorf("error.request_id is %q, X-Request-Id is %q", e.RequestID, id)
	case !strings.HasSuffix(e.DocumentationURL, "/docs/errors#"+string(e.Code)):
		return fmt.Errorf("documentation_url is %q", e.DocumentationURL)
	}
	return nil
}

// missing returns the documented answers that no exchange has shown.
func (c *contract) missing() (missing []string) {
	for _, item := range c.doc.Paths.Map() {
		for _, op := range item.Operations() {
			for status := range op.Responses.Map() {
				name := op.OperationID + " " + status
				if unshown[status] == "" && !c.seen[name] {
					missing = append(missing, name)
				}
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// recording is a transport that checks each exchange against the contract.
type recording struct {
	t    testing.TB
	next http.RoundTripper
	key  string // answers to this key must say what is left of the plan
}

// RoundTrip sends the request and checks the exchange.
func (r *recording) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := &tee{}
	judged := req.Clone(context.WithoutCancel(req.Context()))
	if req.Body != nil {
		sent.ReadCloser = req.Body
		req.Body = sent
	}
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if err := theContract.check(judged, sent.read(), resp, body); err != nil {
		r.t.Errorf("%s %s: %d: %v", req.Method, req.URL.Path, resp.StatusCode, err)
	}
	_, _, err = theContract.router.FindRoute(judged)
	noDatabase := resp.StatusCode == http.StatusServiceUnavailable && (req.Method == http.MethodHead || bytes.Contains(body, []byte(`"reason":"database"`)))
	if err == nil && req.Header.Get("Authorization") == "Bearer "+r.key && !slices.Contains(beforeThePlan, resp.StatusCode) && !noDatabase && !unlimited[req.URL.Path] {
		for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Quota-Remaining"} {
			if resp.Header.Get(name) == "" {
				r.t.Errorf("%s %s: %d: no %s", req.Method, req.URL.Path, resp.StatusCode, name)
			}
		}
	}
	return resp, nil
}

// beforeThePlan lists the statuses of failures that occur before the account of a key is known.
var beforeThePlan = []int{http.StatusUnauthorized, http.StatusRequestHeaderFieldsTooLarge}

// unlimited lists the operations that need no key and are not counted.
var unlimited = map[string]bool{"/healthz": true, "/readyz": true, "/v1/openapi.json": true}

// tee keeps a copy of what is read of a body. Reading may go on after an early answer.
type tee struct {
	io.ReadCloser
	mu   sync.Mutex
	kept bytes.Buffer
}

// read returns what has been read.
func (b *tee) read() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.kept.Bytes())
}

func (b *tee) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept.Write(p[:n])
	return n, err
}

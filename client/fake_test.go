package client_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// service is a small, strict service with the interface. A request of the client that it does not expect fails the
// test.
type service struct {
	t *testing.T

	// refuse may be set. If it returns true, it has answered the request in place of the service. It gets the
	// number of the request, from 1.
	refuse func(w http.ResponseWriter, r *http.Request, number int) bool

	mu          sync.Mutex
	requests    []request
	conversions map[string]*client.Conversion
	stages      []client.Status // of conversions that are started
	failure     *client.Failure
	archive     []byte
	replies     map[string]*client.Conversion // by Idempotency-Key
}

// request is a request that has arrived, with the content of its form.
type request struct {
	method, path, query string
	header              http.Header
	length              int64
	form                map[string][]string
	files               map[string][]string // name and content, in turn
	body                string
}

const conversionID = "conv_01j9z3m8q4v7w2x5y6z7a8b9c0"

func newService(t *testing.T) *service {
	return &service{
		t: t, conversions: map[string]*client.Conversion{}, replies: map[string]*client.Conversion{},
		stages:  []client.Status{client.StatusQueued, client.StatusProcessing, client.StatusCompleted},
		archive: []byte("PK and so on"),
	}
}

// seen returns the requests so far.
func (s *service) seen() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]request(nil), s.requests...)
}

// dial returns a client of the service over the loopback network.
func (s *service) dial(cfg client.Config) *client.Client {
	server := httptest.NewServer(s)
	s.t.Cleanup(server.Close)
	cfg.BaseURL = server.URL
	if cfg.HTTPClient == nil {
		transport := &http.Transport{ExpectContinueTimeout: 5 * time.Second}
		s.t.Cleanup(transport.CloseIdleConnections)
		cfg.HTTPClient = &http.Client{Transport: transport}
	}
	return newClient(s.t, cfg)
}

// direct returns a client that calls the service without a network. Tests with fake time need it.
func (s *service) direct(cfg client.Config) *client.Client {
	cfg.HTTPClient = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		if r.Body == nil {
			r.Body = http.NoBody
		}
		defer r.Body.Close()
		s.ServeHTTP(rec, r)
		return rec.Result(), nil
	})}
	return newClient(s.t, cfg)
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func newClient(t *testing.T, cfg client.Config) *client.Client {
	t.Helper()
	if cfg.BaseURL == "" {
		cfg.BaseURL = "https://pdf.example.com"
	}
	c, err := client.New(testKey, cfg)
	require.NoError(t, err)
	return c
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	got := request{method: r.Method, path: r.URL.Path, query: r.URL.RawQuery, header: r.Header.Clone(), length: r.ContentLength}
	s.mu.Lock()
	s.requests = append(s.requests, got)
	number := len(s.requests)
	s.mu.Unlock()

	w.Header().Set("X-Request-Id", fmt.Sprintf("req_%d", number))
	if r.Header.Get("Authorization") != "Bearer "+testKey {
		refuse(w, http.StatusUnauthorized, client.InvalidAPIKey, "no such key")
		return
	}
	if s.refuse != nil && s.refuse(w, r, number) {
		return
	}
	s.read(r, &got)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[number-1] = got
	s.route(w, r, &got)
}

// read reads the parts of the body.
func (s *service) read(r *http.Request, got *request) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			s.t.Errorf("reading a body: %v", err)
		}
		got.body = string(text)
		return
	}
	got.form, got.files = map[string][]string{}, map[string][]string{}
	parts, err := r.MultipartReader()
	if err != nil {
		s.t.Errorf("reading a form: %v", err)
		return
	}
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			return
		}
		if err != nil {
			return // broken off, which some tests intend
		}
		text, _ := io.ReadAll(p)
		if p.FileName() == "" {
			if len(got.files) > 0 {
				s.t.Errorf("field %s stands behind a file", p.FormName())
			}
			got.form[p.FormName()] = append(got.form[p.FormName()], string(text))
		} else {
			got.files[p.FormName()] = append(got.files[p.FormName()], p.FileName(), string(text))
		}
	}
}

func (s *service) route(w http.ResponseWriter, r *http.Request, got *request) {
	id := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/conversions/"), "/")[0]
	switch {
	case r.Method == "POST" && r.URL.Path == "/v1/convert/pdf-to-html":
		s.convert(w, r, got)
	case strings.HasPrefix(r.URL.Path, "/v1/conversions/") && s.conversions[id] == nil:
		refuse(w, http.StatusNotFound, client.ConversionNotFound, "there is no such conversion")
	case r.URL.Path == "/v1/conversions/"+id && r.Method == "GET":
		s.advance(s.conversions[id])
		reply(w, http.StatusOK, s.conversions[id])
	case r.URL.Path == "/v1/conversions/"+id+"/download" && r.Method == "GET":
		w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(s.archive)))
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(s.archive)))
	default:
		refuse(w, http.StatusNotFound, client.NotFound, "there is nothing here")
	}
}

func (s *service) convert(w http.ResponseWriter, r *http.Request, got *request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		s.t.Error("a POST without Idempotency-Key")
	}
	if done := s.replies[key]; done != nil {
		w.Header().Set("Idempotent-Replayed", "true")
		reply(w, http.StatusOK, done)
		return
	}
	v := &client.Conversion{ID: conversionID, Status: s.stages[0], CreatedAt: time.Unix(1_700_000_000, 0).UTC()}
	s.conversions[v.ID], s.replies[key] = v, v
	if r.Header.Get("Prefer") == "respond-async" || len(got.form["webhook_url"]) > 0 {
		w.Header().Set("Retry-After", "2")
		reply(w, http.StatusAccepted, v)
		return
	}
	for !v.Status.Final() {
		s.advance(v)
	}
	if v.Status == client.StatusFailed {
		delete(s.replies, key)
		refuse(w, http.StatusBadRequest, v.Error.Code, v.Error.Message)
		return
	}
	reply(w, http.StatusOK, v)
}

// advance takes a conversion to its next stage.
func (s *service) advance(v *client.Conversion) {
	for i, stage := range s.stages[:len(s.stages)-1] {
		if stage == v.Status {
			v.Status = s.stages[i+1]
			break
		}
	}
	switch v.Status {
	case client.StatusCompleted:
		v.HTML = new("<p>done")
	case client.StatusFailed:
		v.Error = s.failure
	}
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client notices what is missing
}

func refuse(w http.ResponseWriter, status int, code client.Code, message string) {
	reply(w, status, client.ErrorResponse{Error: &client.Error{Code: code, Message: message, Details: map[string]any{}, RequestID: w.Header().Get("X-Request-Id")}})
}

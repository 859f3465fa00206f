package client_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// shelf serves one file over connections that break off.
type shelf struct {
	content string
	etag    string
	breaks  []int // bytes after which the connections break off, in turn
	swap    string
	swapAt  int // the request, from 1, from which swap is served
	ranges  []string
}

func (s *shelf) client(t *testing.T) *client.Client {
	return newClient(t, client.Config{HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		s.ranges = append(s.ranges, strings.TrimPrefix(r.Header.Get("Range")+" "+r.Header.Get("If-Range"), " "))
		content, etag := s.content, s.etag
		if s.swapAt > 0 && len(s.ranges) >= s.swapAt {
			content, etag = s.swap, `"other"`
		}
		rec := httptest.NewRecorder()
		if etag != "" {
			rec.Header().Set("ETag", etag)
		}
		http.ServeContent(rec, r, "", time.Time{}, strings.NewReader(content))
		resp := rec.Result()
		if n := len(s.ranges); n <= len(s.breaks) {
			resp.Body = io.NopCloser(io.MultiReader(io.LimitReader(resp.Body, int64(s.breaks[n-1])), reader(func([]byte) (int, error) { return 0, io.ErrUnexpectedEOF })))
		}
		return resp, nil
	})}})
}

func sum(s string) string { return fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(s))) }

func TestDownloads(t *testing.T) {
	t.Parallel()
	const content = "0123456789abcdefghijklmnopqrstuvwxyz"
	good := sum(content)
	for name, c := range map[string]struct {
		shelf  shelf
		ranges []string
		want   error
	}{
		"at once":                         {shelf{content: content, etag: good}, []string{""}, nil},
		"by another name than a checksum": {shelf{content: content, etag: `"v1"`}, []string{""}, nil},
		"without a name":                  {shelf{content: content}, []string{""}, nil},
		"an empty file":                   {shelf{content: "", etag: sum("")}, []string{""}, nil},
		"taken up where it broke":         {shelf{content: content, etag: good, breaks: []int{10, 5}}, []string{"", "bytes=10- " + good, "bytes=15- " + good}, nil},
		"broken many times, getting on":   {shelf{content: content, etag: good, breaks: []int{1, 1, 1, 1, 1}}, nil, nil},
		"broken before it began":          {shelf{content: content, breaks: []int{0, 0}}, []string{"", "", ""}, nil},
		"getting on no more":              {shelf{content: content, etag: good, breaks: []int{7, 0, 0, 0}}, nil, io.ErrUnexpectedEOF},
		"broken and without a name":       {shelf{content: content, breaks: []int{10}}, []string{""}, io.ErrUnexpectedEOF},
		"broken and with a weak name":     {shelf{content: content, etag: `W/"v1"`, breaks: []int{10}}, []string{""}, io.ErrUnexpectedEOF},
		"changed in between":              {shelf{content: content, etag: good, breaks: []int{10}, swap: strings.ToUpper(content), swapAt: 2}, nil, client.DownloadDamaged},
		"not what its checksum says":      {shelf{content: content, etag: sum("else")}, []string{""}, client.DownloadDamaged},
		"not what it says, over two":      {shelf{content: content, etag: sum("else"), breaks: []int{10}}, nil, client.DownloadDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var b bytes.Buffer
				n, err := c.shelf.client(t).Conversions.Download(t.Context(), conversionID, &b)
				require.Equal(t, int64(b.Len()), n)
				if c.ranges != nil {
					require.Equal(t, c.ranges, c.shelf.ranges)
				}
				require.ErrorIs(t, err, c.want)
				if err == nil {
					require.Equal(t, c.shelf.content, b.String())
				}
			})
		})
	}
}

// A part that was not requested, or another one, is not written over the right one.
func TestDownloadsOfTheWrongPart(t *testing.T) {
	t.Parallel()
	for name, rng := range map[string]string{"another part": "bytes 3-9/36", "no part": "", "nonsense": "lines 10-"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				c := newClient(t, client.Config{HTTPClient: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
					rec := httptest.NewRecorder()
					rec.Header().Set("ETag", `"v1"`)
					if asked++; asked > 1 {
						rec.Header().Set("Content-Range", rng)
						rec.WriteHeader(http.StatusPartialContent)
					}
					_, _ = rec.WriteString("0123456789")
					resp := rec.Result()
					resp.Body = io.NopCloser(io.MultiReader(resp.Body, reader(func([]byte) (int, error) { return 0, io.ErrUnexpectedEOF })))
					return resp, nil
				})}})
				var b bytes.Buffer
				_, err := c.Conversions.Download(t.Context(), conversionID, &b)
				require.ErrorIs(t, err, client.DownloadDamaged)
				require.Equal(t, "0123456789", b.String())
			})
		})
	}
	c := newClient(t, client.Config{HTTPClient: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		rec.WriteHeader(http.StatusPartialContent)
		return rec.Result(), nil
	})}})
	_, err := c.Batches.Download(t.Context(), "b", io.Discard)
	require.ErrorIs(t, err, client.InvalidAnswer)
}

func TestDownloadsThatTheServiceRefuses(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.refuse = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		refuse(w, http.StatusGone, client.ResultExpired, "it was there until yesterday")
		return true
	}
	_, err := s.dial(client.Config{}).Conversions.Download(t.Context(), conversionID, io.Discard)
	require.ErrorIs(t, err, client.ResultExpired)
	require.ErrorIs(t, err, client.ErrExpired)
}

// A writer that fails is the caller's problem: nothing is requested again.
func TestDownloadsThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	full := errors.New("the disk is full")
	s := &shelf{content: "0123456789", etag: sum("0123456789")}
	_, err := s.client(t).Conversions.Download(t.Context(), conversionID, writer(func([]byte) (int, error) { return 3, full }))
	require.ErrorIs(t, err, full)
	require.Len(t, s.ranges, 1)
}

type writer func([]byte) (int, error)

func (f writer) Write(p []byte) (int, error) { return f(p) }

// The same over a network on which the server cuts connections.
func TestDownloadOverConnectionsThatAreCut(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.archive = bytes.Repeat([]byte("pages and pages "), 1<<16)
	s.conversions[conversionID] = &client.Conversion{ID: conversionID, Status: client.StatusCompleted}
	s.refuse = func(w http.ResponseWriter, r *http.Request, number int) bool {
		if number > 1 {
			return false
		}
		w.Header().Set("ETag", sum(string(s.archive)))
		w.Header().Set("Content-Length", fmt.Sprint(len(s.archive)))
		_, _ = w.Write(s.archive[:300_000])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	var b bytes.Buffer
	_, err := s.dial(client.Config{Retry: client.RetryPolicy{MaxWait: time.Millisecond}}).Conversions.Download(t.Context(), conversionID, &b)
	require.NoError(t, err)
	require.Equal(t, len(s.archive), b.Len())
	require.Len(t, s.seen(), 2)
}

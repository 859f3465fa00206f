package server_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// archive is the result of the stand-in converter.
const archive = "archive of " + documentText

// TestDownload fetches results by key and by signed address.
func TestDownload(t *testing.T) {
	t.Parallel()
	var skew atomic.Int64
	s := newService(t, func(c *server.Config) {
		c.Clock = func() time.Time { return time.Now().Add(time.Duration(skew.Load())) }
	})
	c := s.post(`../x"y\z\report.pdf`, nil).conversion(http.StatusOK)
	path := "/v1/conversions/" + c.ID + "/download"
	a := s.get(path)
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.Equal(t, archive, a.body)
	require.Equal(t, "application/zip", a.Header.Get("Content-Type"))
	require.NotContains(t, a.Header.Get("Content-Disposition"), "/")
	tag := a.Header.Get("ETag")
	require.Len(t, tag, 66)

	with := func(method string, header ...string) reply {
		h := map[string]string{}
		for i := 0; i < len(header); i += 2 {
			h[header[i]] = header[i+1]
		}
		return s.do(request{method, path, h, nil})
	}
	part := with("GET", "Range", "bytes=8-9")
	require.Equal(t, http.StatusPartialContent, part.StatusCode)
	require.Equal(t, archive[8:10], part.body)
	require.Equal(t, http.StatusNotModified, with("GET", "If-None-Match", tag).StatusCode)
	require.Equal(t, archive, with("GET", "Range", "bytes=8-9", "If-Range", `"other"`).body)
	head := with("HEAD")
	require.Equal(t, http.StatusOK, head.StatusCode)
	require.Equal(t, tag, head.Header.Get("ETag"))
	require.Empty(t, head.body)
	out := with("GET", "Range", "bytes=9999-")
	out.failed(client.RangeNotSatisfiable)
	require.NotEmpty(t, out.Header.Get("Content-Range"))

	// The signed address needs no key, and is valid for nothing else.
	u, err := url.Parse(*c.DownloadURL)
	require.NoError(t, err)
	signed := func(path string, q url.Values) reply {
		return s.do(request{"GET", path + "?" + q.Encode(), map[string]string{"Authorization": ""}, nil})
	}
	require.Equal(t, archive, signed(u.Path, u.Query()).body)
	for name, change := range map[string]func(url.Values){
		"later":          func(q url.Values) { q.Set("expires", q.Get("expires")+"0") },
		"another key":    func(q url.Values) { q.Set("key", "00000000") },
		"upper case":     func(q url.Values) { q.Set("signature", strings.ToUpper(q.Get("signature"))) },
		"cut off":        func(q url.Values) { q.Set("signature", q.Get("signature")[1:]) },
		"empty":          func(q url.Values) { q.Set("signature", "") },
		"no expiry":      func(q url.Values) { q.Del("expires") },
		"not a number":   func(q url.Values) { q.Set("expires", "x") },
		"another number": func(q url.Values) { q.Set("expires", "+"+q.Get("expires")) },
	} {
		q := u.Query()
		change(q)
		require.NotContains(t, signed(u.Path, q).failed(client.InvalidSignature), "expected", name)
	}
	other := s.post("b.pdf", nil).conversion(http.StatusOK)
	signed("/v1/conversions/"+other.ID+"/download", u.Query()).failed(client.InvalidSignature)
	signed("/v1/conversions/conv_none/download", u.Query()).failed(client.InvalidSignature)
	signed("/v1/conversions/"+c.ID+"/assets/p1-1.png", u.Query()).failed(client.InvalidSignature)

	skew.Store(int64(25 * time.Hour))
	signed(u.Path, u.Query()).failed(client.ResultExpired)
	s.get(path).failed(client.ResultExpired)
	s.get("/v1/conversions/" + c.ID + "/assets/p1-1.png").failed(client.ResultExpired)
	require.Equal(t, http.StatusGone, with("HEAD").StatusCode)
	require.Nil(t, s.get("/v1/conversions/"+c.ID).conversion(http.StatusOK).HTML)
}

// TestAssets downloads a picture by the address in the html.
func TestAssets(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.post("assets.pdf", nil).conversion(http.StatusOK)
	_, rest, ok := strings.Cut(*c.HTML, `src="`)
	require.True(t, ok)
	address, _, _ := strings.Cut(rest, `"`)
	u, err := url.Parse(strings.ReplaceAll(address, "&amp;", "&"))
	require.NoError(t, err)
	with := func(header ...string) reply {
		h := map[string]string{"Authorization": ""}
		for i := 0; i < len(header); i += 2 {
			h[header[i]] = header[i+1]
		}
		return s.do(request{"GET", u.RequestURI(), h, nil})
	}
	a := with()
	require.Equal(t, http.StatusOK, a.StatusCode, a.body)
	require.Equal(t, "\x89PNG", a.body)
	require.Equal(t, "image/png", a.Header.Get("Content-Type"))
	require.Contains(t, a.Header.Get("Content-Security-Policy"), "sandbox")
	require.Equal(t, http.StatusNotModified, with("If-None-Match", a.Header.Get("ETag")).StatusCode)
	require.Equal(t, "PNG", with("Range", "bytes=1-").body)
	with("Range", "bytes=99-").failed(client.RangeNotSatisfiable)
	for _, name := range []string{"none.png", "..%2fhtml", ".hidden.png", "html", "p1-1.exe%00.png"} {
		s.get("/v1/conversions/" + c.ID + "/assets/" + name).failed(client.NotFound)
	}
}

// TestDocumentation checks that the service serves its description, that the description has nothing which does
// not exist, and that it is the same as the file.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a := s.get("/v1/openapi.json")
	require.Contains(t, a.body, `"openapi":"3.1.0"`)
	require.Equal(t, http.StatusNotModified, s.do(request{"GET", "/v1/openapi.json", map[string]string{"If-None-Match": a.Header.Get("ETag")}, nil}).StatusCode)
	for _, path := range []string{"/docs", "/docs/errors"} {
		page := s.get(path)
		require.Equal(t, http.StatusOK, page.StatusCode)
		report, err := a11y.Check(t.Context(), page.body, a11y.Options{})
		require.NoError(t, err)
		require.Empty(t, report.Violations, path)
	}
}

package server_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// visitor is a person with a browser at the dashboard.
type visitor struct {
	t    testing.TB
	url  string
	http *http.Client
}

// visit returns a visitor who has signed in with a key of an account. Without scopes the key may do everything
// with what the account has.
func (h *hooked) visit(account string, scopes ...client.Scope) *visitor {
	h.Helper()
	return signIn(h, h.url, h.issue(account, scopes...))
}

// issue creates a key of an account.
func (h *hooked) issue(account string, scopes ...client.Scope) string {
	h.Helper()
	key, err := h.service.IssueKey(h.Context(), server.KeyRequest{Account: account, Plan: "enterprise", Environment: "dev", Name: account, Scopes: scopes})
	require.NoError(h, err)
	return key.Key
}

// signIn returns a visitor who has signed in.
func signIn(t testing.TB, address, key string) *visitor {
	t.Helper()
	v := newVisitor(t, address)
	require.Equal(t, http.StatusOK, v.post("/dashboard/login", "key", key).StatusCode)
	return v
}

// newVisitor returns a visitor who has not signed in.
func newVisitor(t testing.TB, address string) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &visitor{t, address, &http.Client{Jar: jar}}
}

// get returns the page at a path. It follows redirects.
func (v *visitor) get(path string, header ...string) reply {
	v.t.Helper()
	return v.send(http.MethodGet, path, nil, header...)
}

// post sends a form of a page, with fields in pairs of name and value.
func (v *visitor) post(path string, fields ...string) reply {
	v.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	return v.send(http.MethodPost, path, strings.NewReader(form.Encode()), "Content-Type", "application/x-www-form-urlencoded")
}

// chosen is a file in a form. An empty name says that no file was chosen.
type chosen struct{ field, name, content string }

// upload sends a form with files.
func (v *visitor) upload(path string, files []chosen, fields ...string) reply {
	v.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, f := range files {
		part, err := w.CreateFormFile(f.field, f.name)
		require.NoError(v.t, err)
		_, err = io.WriteString(part, f.content)
		require.NoError(v.t, err)
	}
	for i := 0; i < len(fields); i += 2 {
		require.NoError(v.t, w.WriteField(fields[i], fields[i+1]))
	}
	require.NoError(v.t, w.Close())
	return v.send(http.MethodPost, path, &body, "Content-Type", w.FormDataContentType())
}

// send sends a request as a page of the service does. header has pairs of name and value.
func (v *visitor) send(method, path string, body io.Reader, header ...string) reply {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, body)
	require.NoError(v.t, err)
	req.Header.Set("Origin", v.url)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := v.http.Do(req)
	require.NoError(v.t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(v.t, err)
	return reply{resp, v.t, string(text)}
}

// stay makes the visitor stop following redirects.
func (v *visitor) stay() *visitor {
	client := *v.http
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &visitor{v.t, v.url, &client}
}

// path returns the path of the page that answered.
func (a reply) path() string { return a.Request.URL.Path }

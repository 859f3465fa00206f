package server_test

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/stretchr/testify/require"
)

// login signs in to the dashboard, and returns the cookie of the session. header is in pairs.
func (s *service) login(key string, header ...string) *http.Cookie {
	s.t.Helper()
	form := url.Values{"key": {key}}.Encode()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+"/dashboard/login", strings.NewReader(form))
	require.NoError(s.t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := s.http.Transport.RoundTrip(req) // follows no redirect
	require.NoError(s.t, err)
	require.NoError(s.t, resp.Body.Close())
	require.Equal(s.t, http.StatusSeeOther, resp.StatusCode)
	require.Len(s.t, resp.Cookies(), 1)
	return resp.Cookies()[0]
}

// signedIn tells whether a cookie still opens the dashboard.
func (s *service) signedIn(cookie *http.Cookie) bool {
	s.t.Helper()
	page := s.do(request{"GET", "/dashboard", map[string]string{"Cookie": cookie.Name + "=" + cookie.Value}, nil})
	require.Equal(s.t, http.StatusOK, page.StatusCode)
	return page.Request.URL.Path == "/dashboard" // and was not sent to sign in
}

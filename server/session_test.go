package server_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
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
	resp, err := s.http.Transport.RoundTrip(req) // this follows no redirect
	require.NoError(s.t, err)
	require.NoError(s.t, resp.Body.Close())
	require.Equal(s.t, http.StatusSeeOther, resp.StatusCode)
	require.Len(s.t, resp.Cookies(), 1)
	return resp.Cookies()[0]
}

// signedIn reports whether a cookie still opens the dashboard.
func (s *service) signedIn(cookie *http.Cookie) bool {
	s.t.Helper()
	page := s.do(request{"GET", "/dashboard", map[string]string{"Cookie": cookie.Name + "=" + cookie.Value}, nil})
	require.Equal(s.t, http.StatusOK, page.StatusCode)
	return page.Request.URL.Path == "/dashboard" // it was not redirected to the page for signing in
}

// TestASessionEndsWithItsLogout checks that the service ends a session, too: a copied cookie is worth nothing from
// then on. Other sessions of the same key continue.
func TestASessionEndsWithItsLogout(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		var skew atomic.Int64
		s := newService(t, on(address), func(c *server.Config) {
			c.Clock = func() time.Time { return time.Now().Add(time.Duration(skew.Load())) }
		})
		one, two := s.login(s.key), s.login(s.key)
		require.NotEqual(t, one.Value, two.Value)
		require.True(t, s.signedIn(one))
		logout := func(c *http.Cookie) {
			s.do(request{"POST", "/dashboard/logout", map[string]string{"Cookie": c.Name + "=" + c.Value}, nil})
		}
		logout(one)
		require.False(t, s.signedIn(one))
		require.True(t, s.signedIn(two))
		logout(one)
		logout(&http.Cookie{Name: one.Name, Value: "nonsense"})
		for name, value := range map[string]string{
			"another end": strings.Replace(two.Value, ".", ".9", 1), "without a signature": two.Value[:strings.LastIndexByte(two.Value, '.')],
			"nothing": "", "dots": "...",
		} {
			require.False(t, s.signedIn(&http.Cookie{Name: two.Name, Value: value}), name)
		}
		skew.Store(int64(13 * time.Hour))
		require.False(t, s.signedIn(two))
	})
}

// TestCookiesAreSecureOverHTTPS checks that cookies are secure whether the service itself uses https, a trusted
// proxy does, or the configured address of the service says so.
func TestCookiesAreSecureOverHTTPS(t *testing.T) {
	t.Parallel()
	local := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for name, tc := range map[string]struct {
		base    string
		trusted []netip.Prefix
		proto   string
		secure  bool
	}{
		"http":                           {"", nil, "", false},
		"a base URL":                     {"https://pdf.example.org", nil, "", true},
		"a proxy that is not trusted":    {"", nil, "https", false},
		"a proxy that is trusted":        {"", local, "https", true},
		"which was asked by http":        {"", local, "http", false},
		"what the client says before it": {"", local, "https, http", false},
		"a chain of proxies":             {"", local, "http, https", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, func(c *server.Config) { c.BaseURL, c.TrustedProxies, c.Workers = tc.base, tc.trusted, -1 })
			cookie := s.login(s.key, "X-Forwarded-Proto", tc.proto)
			require.Equal(t, tc.secure, cookie.Secure)
			require.True(t, cookie.HttpOnly)
			require.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
		})
	}
}

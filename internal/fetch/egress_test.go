package fetch_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/testkit"
)

// public is an address of the public internet. No test connects to it.
const public = "93.184.215.14"

// via returns a fetcher through a proxy. addresses resolves names.
func via(t *testing.T, proxy *url.URL, addresses func(name string) []netip.Addr, authority string) *fetch.Fetcher {
	t.Helper()
	g := new(fetch.Guard).Via(proxy)
	g.ResolveWith(resolver(t, addresses))
	pool, err := fetch.CertPool(authority)
	require.NoError(t, err)
	return fetch.New(g, pool, "test")
}

// is returns a resolver with one address for all names.
func is(addr string) func(string) []netip.Addr {
	return func(string) []netip.Addr { return []netip.Addr{netip.MustParseAddr(addr)} }
}

// to sends all targets of a proxy to the server at one address.
func to(server string) func(string) string {
	_, host, _ := strings.Cut(server, "://")
	return func(string) string { return host }
}

// TestDocumentsThroughAProxy: the proxy gets the address that was checked, and the server gets the name, in Host
// and in TLS.
func TestDocumentsThroughAProxy(t *testing.T) {
	t.Parallel()
	var asked *http.Request
	handler := func(w http.ResponseWriter, r *http.Request) {
		asked = r
		_, _ = w.Write(document(10))
	}
	plain := serve(t, handler)
	secure, authority := serveTLS(t, handler)
	for scheme, server := range map[string]string{"http": plain, "https": secure} {
		proxy := testkit.NewProxy(t, false, to(server))
		f := via(t, proxy.At("me", "pass:word"), is(public), authority)
		doc, err := f.Fetch(t.Context(), scheme+"://example.com/a.pdf", fetch.Limits{})
		require.NoError(t, err, scheme)
		body, err := io.ReadAll(doc.Body)
		require.NoError(t, err)
		require.NoError(t, doc.Body.Close())
		require.Equal(t, document(10), body)
		requests, credentials := proxy.Heard()
		require.Equal(t, []string{"CONNECT " + public + ":" + map[string]string{"http": "80", "https": "443"}[scheme]}, requests)
		require.Equal(t, []string{"Basic " + base64.StdEncoding.EncodeToString([]byte("me:pass:word"))}, credentials)
		require.Equal(t, "example.com", asked.Host)
		require.Empty(t, asked.Header.Get("Proxy-Authorization"))
		if scheme == "https" {
			require.Equal(t, "example.com", asked.TLS.ServerName)
		}
	}
}

func TestAProxyThatSpeaksTLS(t *testing.T) {
	t.Parallel()
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document(10)) })
	proxy := testkit.NewProxy(t, true, to(server))
	_, authority := serveTLS(t, nil) // httptest has only one certificate
	address, err := url.Parse(proxy.URL)
	require.NoError(t, err)
	_, err = via(t, address, is(public), authority).Fetch(t.Context(), "http://example.com/", fetch.Limits{})
	require.NoError(t, err)
	_, err = via(t, address, is(public), "").Fetch(t.Context(), "http://example.com/", fetch.Limits{})
	require.ErrorIs(t, err, fetch.Failed)
	require.ErrorContains(t, err, "cannot be reached", "it is not the server's certificate")
}

// TestAProxyHearsOfNothingInside: a forbidden address is refused before the proxy is asked.
func TestAProxyHearsOfNothingInside(t *testing.T) {
	t.Parallel()
	proxy := testkit.NewProxy(t, false, nil)
	address, err := url.Parse(proxy.URL)
	require.NoError(t, err)
	names := map[string]netip.Addr{}
	for i, addr := range inside {
		names[fmt.Sprintf("n%d.test", i)] = netip.MustParseAddr(addr)
	}
	f := via(t, address, func(name string) []netip.Addr { return []netip.Addr{names[name]} }, "")
	for name, addr := range names {
		_, err := f.Fetch(t.Context(), "http://"+name+"/", fetch.Limits{})
		require.ErrorIs(t, err, fetch.NotAllowed, addr)
		_, err = f.Fetch(t.Context(), "http://"+hostOf(addr)+"/", fetch.Limits{})
		require.ErrorIs(t, err, fetch.NotAllowed, addr)
	}
	f = via(t, address, is(public), "")
	_, err = f.Fetch(t.Context(), "http://mail.test:25/", fetch.Limits{})
	require.ErrorIs(t, err, fetch.NotAllowed)
	requests, _ := proxy.Heard()
	require.Empty(t, requests)
}

// TestRedirectsThroughAProxy are checked like addresses that users give.
func TestRedirectsThroughAProxy(t *testing.T) {
	t.Parallel()
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://inside.test/", http.StatusFound)
	})
	proxy := testkit.NewProxy(t, false, to(server))
	f := via(t, proxy.At("a", "b"), func(name string) []netip.Addr {
		return []netip.Addr{netip.MustParseAddr(map[string]string{"inside.test": "10.0.0.1"}[name] + map[string]string{"outside.test": public}[name])}
	}, "")
	_, err := f.Fetch(t.Context(), "http://outside.test/", fetch.Limits{})
	require.ErrorIs(t, err, fetch.NotAllowed)
	requests, _ := proxy.Heard()
	require.Equal(t, []string{"CONNECT " + public + ":80"}, requests)
}

// TestRebindingThroughAProxy: a name that changes its meaning leads nowhere. The proxy gets only addresses, and
// the addresses of each connection are checked.
func TestRebindingThroughAProxy(t *testing.T) {
	t.Parallel()
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) })
	proxy := testkit.NewProxy(t, false, to(server))
	var seen atomic.Bool
	f := via(t, proxy.At("a", "b"), func(string) []netip.Addr {
		requests, _ := proxy.Heard()
		seen.Store(seen.Load() || len(requests) > 0)
		if seen.Load() {
			return is("127.0.0.1")("")
		}
		return is(public)("")
	}, "")
	_, err := f.Fetch(t.Context(), "http://changing.test/", fetch.Limits{})
	require.ErrorIs(t, err, fetch.NotAllowed)
	requests, _ := proxy.Heard()
	require.Equal(t, []string{"CONNECT " + public + ":80"}, requests)
}

// TestAddressesInTurn: of a name with several addresses, the permitted ones are tried.
func TestAddressesInTurn(t *testing.T) {
	t.Parallel()
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document(10)) })
	proxy := testkit.NewProxy(t, false, func(target string) string {
		if strings.HasPrefix(target, "1.1.1.1:") {
			return strings.TrimPrefix(server, "http://")
		}
		return ""
	})
	f := via(t, proxy.At("a", "b"), func(string) []netip.Addr {
		return []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr(public), netip.MustParseAddr("2606:4700:4700::1111"), netip.MustParseAddr("1.1.1.1")}
	}, "")
	_, err := f.Fetch(t.Context(), "http://many.test/", fetch.Limits{})
	require.NoError(t, err)
	requests, _ := proxy.Heard()
	require.ElementsMatch(t, []string{"CONNECT " + public + ":80", "CONNECT [2606:4700:4700::1111]:80", "CONNECT 1.1.1.1:80"}, requests)
	require.Equal(t, "CONNECT 1.1.1.1:80", requests[2])
}

// TestProxiesThatFail are failures of the fetch. They reveal no password.
func TestProxiesThatFail(t *testing.T) {
	t.Parallel()
	answering := func(text string) *url.URL {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = conn.Read(make([]byte, 4096))
				_, _ = io.WriteString(conn, text)
				if text != "" {
					conn.Close()
				}
			}
		}()
		return &url.URL{Scheme: "http", Host: l.Addr().String(), User: url.UserPassword("me", "s3cret")}
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	down, err := url.Parse(gone.URL)
	require.NoError(t, err)
	down.User = url.UserPassword("me", "s3cret")
	for name, proxy := range map[string]*url.URL{
		"down":              down,
		"not known":         {Scheme: "http", Host: "proxy.invalid:3128", User: down.User},
		"wants a password":  answering("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
		"no proxy":          answering("220 mail.test ESMTP\r\n"),
		"cut off":           answering("HTTP/1.1 200"),
		"an endless header": answering("HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 1<<18)),
		"silent":            answering(""),
	} {
		bounds := fetch.Limits{}
		if name == "silent" {
			bounds.Time = 200 * time.Millisecond
		}
		_, err := via(t, proxy, is(public), "").Fetch(t.Context(), "http://example.com/", bounds)
		require.ErrorIs(t, err, fetch.Failed, name)
		for cause := err; cause != nil; cause = errors.Unwrap(cause) {
			require.NotContains(t, fmt.Sprintf("%v %+v", cause, cause), "s3cret", name)
		}
	}
}

// TestWhatComesBehindTheHeaderOfAProxy belongs to the server.
func TestWhatComesBehindTheHeaderOfAProxy(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = conn.Read(make([]byte, 4096))
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\nthe first words")
		_, _ = io.WriteString(conn, " and the others")
		conn.Close()
	}()
	g := new(fetch.Guard).Via(&url.URL{Scheme: "http", Host: l.Addr().String()})
	g.ResolveWith(resolver(t, is(public)))
	conn, err := g.Transport(nil).DialContext(t.Context(), "tcp", "example.com:80")
	require.NoError(t, err)
	defer conn.Close()
	text, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Equal(t, "the first words and the others", string(text))
}

func TestAddressesOfProxies(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"http://proxy:3128", "http://proxy", "https://me:pass%20word@proxy.example:8443/", "http://[fd00::1]:3128", "http://10.0.0.1:3128"} {
		_, err := fetch.ParseProxy(raw)
		require.NoError(t, err, raw)
	}
	for _, raw := range []string{"", "proxy:3128", "socks5://proxy:1080", "http://", "http://:3128", "http://proxy:0", "http://proxy:x", "http://proxy/path", "http://proxy?a", "http://me:s3cret@proxy#a", "http://me:s3cr et%zz@proxy"} {
		_, err := fetch.ParseProxy(raw)
		require.Error(t, err, raw)
		require.NotContains(t, err.Error(), "s3cr", raw)
	}
}

// TestCheckingAProxy: a proxy is good if it says that it reached nobody, or is still trying, but not if it
// refuses.
func TestCheckingAProxy(t *testing.T) {
	t.Parallel()
	answers := func(status int) *url.URL {
		u, err := url.Parse(serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodConnect || r.RequestURI != "192.0.2.1:443" {
				status = http.StatusTeapot
			}
			if status == 0 {
				<-r.Context().Done()
				return
			}
			w.WriteHeader(status)
		}))
		require.NoError(t, err)
		return u
	}
	gone, err := url.Parse("http://127.0.0.1:1")
	require.NoError(t, err)
	for name, tc := range map[string]struct {
		proxy    *url.URL
		answered bool
		failure  string
	}{
		"connects":         {testkit.NewProxy(t, false, to(serve(t, func(http.ResponseWriter, *http.Request) {}))).At("me", "word"), true, ""},
		"reaches nobody":   {answers(http.StatusGatewayTimeout), true, ""},
		"goes on trying":   {answers(0), false, ""},
		"refuses":          {answers(http.StatusForbidden), true, "status 403 to CONNECT 192.0.2.1:443"},
		"wants a password": {answers(http.StatusProxyAuthRequired), true, "status 407"},
		"is another thing": {answers(http.StatusNotFound), true, "status 404"},
		"is not there":     {gone, false, "refused"},
	} {
		within := time.Minute
		if name == "goes on trying" {
			within = time.Second
		}
		ctx, cancel := context.WithTimeout(t.Context(), within)
		answered, err := new(fetch.Guard).Via(tc.proxy).CheckProxy(ctx, nil)
		cancel()
		require.Equal(t, tc.answered, answered, name)
		if tc.failure == "" {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, tc.failure, name)
		}
	}
}

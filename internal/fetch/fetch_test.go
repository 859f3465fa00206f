package fetch_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/fetch"
)

// document is the beginning of a PDF file and n bytes more.
func document(n int) []byte { return append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte{'x'}, n)...) }

// local allows this machine.
func local() *fetch.Guard { return fetch.NewGuard(netip.MustParsePrefix("127.0.0.1/32")) }

// get fetches a whole document from a server of a test.
func get(ctx context.Context, address string, bounds fetch.Limits) (*fetch.Document, []byte, error) {
	doc, err := fetch.New(local(), nil, "pagelift-test").Fetch(ctx, address, bounds)
	if err != nil {
		return nil, nil, err
	}
	defer doc.Body.Close()
	data, err := io.ReadAll(doc.Body)
	return doc, data, err
}

// serve starts a server.
func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func TestFetchGivesTheDocument(t *testing.T) {
	t.Parallel()
	var asked http.Request
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = *r
		w.Header().Set("Content-Type", "application/octet-stream; charset=binary")
		w.Header().Set("Content-Disposition", `attachment; filename="../q3.pdf"`)
		w.Header().Set("Set-Cookie", "a=b")
		_, _ = w.Write(document(100_000))
	})
	doc, data, err := get(t.Context(), address+"/x?token=1", fetch.Limits{})
	require.NoError(t, err)
	require.Equal(t, document(100_000), data)
	require.Equal(t, "q3.pdf", doc.Name)
	require.Equal(t, "application/octet-stream", doc.ContentType)
	require.Equal(t, int64(-1), doc.Size, "it came in chunks")
	require.Equal(t, "/x?token=1", asked.RequestURI)
	require.Equal(t, http.Header{
		"User-Agent": {"pagelift-test"}, "Accept": {"application/pdf, */*;q=0.5"}, "Accept-Encoding": {"identity"}, "Connection": {"close"},
	}, asked.Header, "nothing else is told")
}

func TestNamesOfDocuments(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct{ disposition, want string }{
		"/a/report.pdf":           {"", "report.pdf"},
		"/a/my%20report.pdf?b=/c": {"", "my report.pdf"},
		"/a/..%2f..%2fpasswd":     {"", "passwd"},
		"/a/":                     {"", "a"},
		"/":                       {"", "document.pdf"},
		"/download":               {`attachment; filename*=UTF-8''%e2%82%ac.pdf`, "€.pdf"},
		"/other":                  {`attachment; filename=`, "other"},
		"/more":                   {`inline`, "more"},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "9")
				w.Header().Set("Content-Disposition", c.disposition)
				_, _ = w.Write(document(0))
			})
			doc, _, err := get(t.Context(), address+path, fetch.Limits{})
			require.NoError(t, err)
			require.Equal(t, c.want, doc.Name)
			require.Equal(t, int64(9), doc.Size)
		})
	}
}

func TestWhatIsNoPDFIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body []byte
		want string
	}{
		"nothing":            {nil, ""},
		"a login page":       {[]byte("<!DOCTYPE html><title>Sign in</title>"), "text/html"},
		"secrets":            {[]byte(`{"token": "abc"}`), "text/plain"},
		"compressed":         {[]byte("\x1f\x8b\x08\x00"), "application/gzip"},
		"a header too late":  {append(bytes.Repeat([]byte{0}, 1025), document(0)...), "application/octet-stream"},
		"a header cut short": {append(bytes.Repeat([]byte{0}, 1020), document(0)...), "application/octet-stream"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/pdf")
				_, _ = w.Write(c.body)
			})
			_, _, err := get(t.Context(), address, fetch.Limits{})
			require.ErrorIs(t, err, fetch.NotPDF)
			var known *fetch.Error
			require.ErrorAs(t, err, &known)
			require.Equal(t, c.want, known.MediaType)
			require.NotContains(t, err.Error(), "abc")
		})
	}
	t.Run("but what stands before the header is no matter", func(t *testing.T) {
		t.Parallel()
		want := append(bytes.Repeat([]byte{0}, 1000), document(50)...)
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(want) })
		_, data, err := get(t.Context(), address, fetch.Limits{})
		require.NoError(t, err)
		require.Equal(t, want, data)
	})
}

func TestOtherAnswersAreFailures(t *testing.T) {
	t.Parallel()
	for _, status := range []int{204, 206, 301, 304, 401, 403, 404, 410, 429, 500, 503} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		_, _, err := get(t.Context(), address, fetch.Limits{})
		require.ErrorIs(t, err, fetch.Failed)
		var known *fetch.Error
		require.ErrorAs(t, err, &known)
		if status != 301 { // without an address to redirect to
			require.Equal(t, status, known.Status)
		}
	}
}

func TestSizesAreBounded(t *testing.T) {
	t.Parallel()
	const limit = 10_000
	var sent atomic.Int64
	for name, c := range map[string]struct {
		announced bool
		size      int
		ok        bool
	}{
		"announced, as large as allowed": {true, limit, true},
		"announced, a byte more":         {true, limit + 1, false},
		"unannounced, as large":          {false, limit, true},
		"unannounced, a byte more":       {false, limit + 1, false},
		"without end":                    {false, 1 << 40, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if c.announced {
					w.Header().Set("Content-Length", strconv.Itoa(c.size))
				}
				piece := document(991)
				for left := c.size; left > 0 && r.Context().Err() == nil; left -= len(piece) {
					n, err := w.Write(piece[:min(left, len(piece))])
					sent.Add(int64(n))
					if err != nil {
						return
					}
				}
			})
			_, data, err := get(t.Context(), address, fetch.Limits{Bytes: limit})
			if c.ok {
				require.NoError(t, err)
				require.Len(t, data, c.size)
				return
			}
			require.ErrorIs(t, err, fetch.TooLarge)
			require.LessOrEqual(t, len(data), limit)
			var known *fetch.Error
			require.ErrorAs(t, err, &known)
			require.Equal(t, int64(limit), known.Limit)
			if c.announced {
				require.Equal(t, int64(c.size), known.Received)
			}
		})
	}
	t.Cleanup(func() { require.Less(t, sent.Load(), int64(64<<20), "the rest is not asked for") })
}

func TestTimesAreBounded(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"no header": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"no body": func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"no end": func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(document(100_000))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := serve(t, handler)
			start := time.Now()
			_, _, err := get(t.Context(), address, fetch.Limits{Time: 200 * time.Millisecond})
			require.ErrorIs(t, err, fetch.Failed)
			require.ErrorContains(t, err, "too long")
			require.Less(t, time.Since(start), 30*time.Second, "it ends by itself, on a busy machine too")

			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			_, _, err = get(ctx, address, fetch.Limits{})
			require.Equal(t, context.DeadlineExceeded, err, "the caller's end is returned as it is")
		})
	}
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"nothing":         "",
		"no HTTP":         "SSH-2.0-OpenSSH_9.6\r\n",
		"cut":             "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%PDF-1.7\n",
		"cut in chunks":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n%PDF-1.7\n\r\n",
		"an endless head": "HTTP/1.1 200 OK\r\n" + strings.Repeat("A: "+strings.Repeat("b", 1000)+"\r\n", 100) + "\r\n",
		"two lengths":     "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 10\r\n\r\n%PDF-1.7\n",
		"a bad address":   "HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, err)
			defer listener.Close()
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					_, _ = conn.Read(make([]byte, 4096))
					_, _ = conn.Write([]byte(answer))
					conn.Close()
				}
			}()
			_, _, err = get(t.Context(), "http://"+listener.Addr().String(), fetch.Limits{})
			require.ErrorIs(t, err, fetch.Failed)
			require.NotContains(t, err.Error(), "127.0.0.1")
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		listener.Close()
		_, _, err = get(t.Context(), "http://"+listener.Addr().String(), fetch.Limits{})
		require.EqualError(t, err, "fetch: url_fetch_failed: the server cannot be reached")
	})
	t.Run("no such name", func(t *testing.T) {
		t.Parallel()
		g := local()
		g.ResolveWith(resolver(t, func(string) []netip.Addr { return nil }))
		_, err := fetch.New(g, nil, "").Fetch(t.Context(), "http://nobody.test/", fetch.Limits{})
		require.EqualError(t, err, "fetch: url_fetch_failed: the name of the server is not known")
	})
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	port, reached := trap(t)
	var referer atomic.Value
	handler := func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		if n, _ := strconv.Atoi(r.URL.Query().Get("more")); n > 0 {
			http.Redirect(w, r, fmt.Sprintf("/%d.pdf?more=%d", n-1, n-1), http.StatusTemporaryRedirect)
			return
		}
		referer.Store(r.Header.Get("Referer"))
		_, _ = w.Write(document(0))
	}
	address := serve(t, handler)

	doc, _, err := get(t.Context(), address+"/a?more=5", fetch.Limits{})
	require.NoError(t, err)
	require.Equal(t, "0.pdf", doc.Name, "that of the last address")
	require.Equal(t, "", referer.Load(), "the address before may hold a secret")
	_, _, err = get(t.Context(), address+"/a?more=6", fetch.Limits{})
	require.ErrorIs(t, err, fetch.Failed)
	require.ErrorContains(t, err, "more than 5 times")
	_, _, err = get(t.Context(), address+"/a?to="+address+"/b.pdf%23page=2", fetch.Limits{})
	require.NoError(t, err, "a fragment is not for the server")

	g := local()
	g.ResolveWith(resolver(t, func(string) []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.2")} }))
	f := fetch.New(g, nil, "test")
	for _, to := range []string{
		"http://127.0.0.2:" + port + "/", "http://[::1]:" + port + "/", "http://2130706433:" + port + "/", "http://inside.test:" + port + "/",
		"//127.0.0.2:" + port, "http://user@127.0.0.1:" + port, "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:" + port + "/",
		"http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:0/", "http:///",
	} {
		_, err := f.Fetch(t.Context(), address+"/?to="+to, fetch.Limits{})
		require.ErrorIs(t, err, fetch.NotAllowed, to)
		require.EqualError(t, err, "fetch: url_not_allowed")
	}
	require.Zero(t, reached.Load())
}

func TestRebinding(t *testing.T) {
	t.Parallel()
	port, reached := trap(t) // on 127.0.0.1
	var asked atomic.Int32
	listener, err := net.Listen("tcp", "127.0.0.2:"+port)
	if err != nil && runtime.GOOS != "linux" { // on Linux all of 127.0.0.0/8 is this system
		t.Skip("this system has one address for itself")
	}
	require.NoError(t, err)
	server := httptest.NewUnstartedServer(http.RedirectHandler("/again", http.StatusFound))
	server.Listener.Close()
	server.Listener = listener
	server.Start()
	defer server.Close()
	g := fetch.NewGuard(netip.MustParsePrefix("127.0.0.2/32"))
	g.ResolveWith(resolver(t, func(string) []netip.Addr {
		if asked.Add(1) <= 2 { // A and AAAA
			return []netip.Addr{netip.MustParseAddr("127.0.0.2")}
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}
	}))
	_, err = fetch.New(g, nil, "test").Fetch(t.Context(), "http://rebind.test:"+port+"/", fetch.Limits{})
	require.ErrorIs(t, err, fetch.NotAllowed)
	require.Greater(t, asked.Load(), int32(2), "the name was asked for again")
	require.Zero(t, reached.Load())
}

// serveTLS starts a server and writes its certificate to a file.
func serveTLS(t *testing.T, handler http.HandlerFunc) (address, authority string) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // handshakes fail on purpose
	server.StartTLS()
	t.Cleanup(server.Close)
	authority = filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	require.NoError(t, os.WriteFile(authority, block, 0o600))
	return server.URL, authority
}

func TestTLS(t *testing.T) {
	t.Parallel()
	plain := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document(0)) })
	address, authority := serveTLS(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/down" {
			http.Redirect(w, r, plain, http.StatusFound)
			return
		}
		_, _ = w.Write(document(0))
	})
	pool, err := fetch.CertPool(authority)
	require.NoError(t, err)
	f := fetch.New(local(), pool, "test")

	doc, err := f.Fetch(t.Context(), address, fetch.Limits{})
	require.NoError(t, err)
	require.NoError(t, doc.Body.Close())
	_, err = f.Fetch(t.Context(), address+"/down", fetch.Limits{})
	require.ErrorIs(t, err, fetch.NotAllowed, "from https to http")

	for name, f := range map[string]*fetch.Fetcher{
		"the system's authorities": fetch.New(local(), nil, "test"),
		"none":                     fetch.New(local(), x509.NewCertPool(), "test"),
	} {
		_, err = f.Fetch(t.Context(), address, fetch.Limits{})
		require.EqualError(t, err, "fetch: url_fetch_failed: the certificate of the server is not valid", name)
	}
	g := local()
	g.ResolveWith(resolver(t, func(string) []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} }))
	_, port, err := net.SplitHostPort(strings.TrimPrefix(address, "https://"))
	require.NoError(t, err)
	_, err = fetch.New(g, pool, "test").Fetch(t.Context(), "https://other.test:"+port, fetch.Limits{})
	require.EqualError(t, err, "fetch: url_fetch_failed: the certificate of the server is not valid", "a certificate of another name")
	_, err = f.Fetch(t.Context(), "https"+strings.TrimPrefix(plain, "http"), fetch.Limits{})
	require.EqualError(t, err, "fetch: url_fetch_failed: the server does not speak TLS as expected")
}

func TestProxiesOfTheEnvironmentAreNotAsked(t *testing.T) {
	port, reached := trap(t)
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, "http://127.0.0.1:"+port)
	}
	require.Nil(t, local().Transport(nil).Proxy)
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document(0)) })
	_, _, err := get(t.Context(), address, fetch.Limits{})
	require.NoError(t, err)
	require.Zero(t, reached.Load())
}

// It does not run in parallel with others: it counts goroutines.
func TestNothingIsLeftBehind(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/hang":
			<-r.Context().Done()
		case "/html":
			_, _ = w.Write([]byte("<html>" + strings.Repeat("x", 100_000)))
		default:
			_, _ = w.Write(document(1 << 20))
		}
	}))
	f := fetch.New(local(), nil, "test")
	before := runtime.NumGoroutine()
	for range 20 {
		doc, err := f.Fetch(t.Context(), server.URL, fetch.Limits{})
		require.NoError(t, err)
		require.NoError(t, doc.Body.Close(), "unread")
		doc, err = f.Fetch(t.Context(), server.URL, fetch.Limits{Bytes: 100_000})
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, doc.Body)
		require.ErrorIs(t, err, fetch.TooLarge)
		require.NoError(t, doc.Body.Close())
		_, err = f.Fetch(t.Context(), server.URL+"/html", fetch.Limits{})
		require.ErrorIs(t, err, fetch.NotPDF)
		_, err = f.Fetch(t.Context(), server.URL+"/hang", fetch.Limits{Time: time.Millisecond})
		require.ErrorIs(t, err, fetch.Failed)
		_, err = f.Fetch(t.Context(), "http://10.0.0.1/", fetch.Limits{})
		require.ErrorIs(t, err, fetch.NotAllowed)
	}
	server.Close()
	asking := 1 // the condition is checked in a goroutine
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+asking }, time.Minute, 10*time.Millisecond, "%d before", before)
}

func TestAnEndedContextIsReturnedAsItIs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(document(100_000))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	doc, err := fetch.New(local(), nil, "test").Fetch(ctx, address, fetch.Limits{})
	require.NoError(t, err)
	defer doc.Body.Close()
	cancel(errors.New("another reason"))
	_, err = io.Copy(io.Discard, doc.Body)
	require.Equal(t, context.Canceled, err)
}

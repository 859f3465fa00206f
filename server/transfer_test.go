package server_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/server"
)

// dial opens a connection to the service and sends the head of a convert request.
func (s *service) dial(header string) (net.Conn, *bufio.Reader) {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(s.t, err)
	s.t.Cleanup(func() { conn.Close() })
	require.NoError(s.t, conn.SetDeadline(time.Now().Add(time.Minute)))
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n%s\r\n\r\n", convertPath, s.key, header)
	require.NoError(s.t, err)
	return conn, bufio.NewReader(conn)
}

// read reads the answer from a connection, and checks it against the contract.
func (s *service) read(r *bufio.Reader) reply {
	s.t.Helper()
	req, err := http.NewRequest("POST", s.url+convertPath, nil)
	require.NoError(s.t, err)
	resp, err := http.ReadResponse(r, req)
	require.NoError(s.t, err)
	body, err := io.ReadAll(resp.Body)
	require.NoError(s.t, err)
	require.NoError(s.t, theContract.check(req, nil, resp, body))
	return reply{resp, s.t, string(body)}
}

// part is the header of a file in the form that dial begins.
const part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n"

// megabyte is the file limit of the accounts below.
const megabyte = 1 << 20

func limitFiles(s *service) {
	n := int64(megabyte)
	s.change("main", func(a *store.Account) { a.Overrides.FileBytes = &n })
}

// TestTooLargeByLength checks that a gigabyte is refused before its first byte is sent.
func TestTooLargeByLength(t *testing.T) {
	t.Parallel()
	s := newService(t)
	limitFiles(s)
	for _, expect := range []string{"", "\r\nExpect: 100-continue"} {
		_, r := s.dial("Content-Length: 1073741824" + expect)
		details := s.read(r).failed(client.FileTooLarge)
		require.Equal(t, float64(megabyte), details["limit"])
		require.Equal(t, float64(1<<30), details["received"])
	}
	_, r := s.dial("Content-Length: 100\r\nExpect: 100-continue\r\nIdempotency-Key: é")
	s.read(r).failed(client.InvalidParameter)
}

// TestTooLargeWithoutLength checks that the service reads no more than the limit, and does not keep it in memory.
func TestTooLargeWithoutLength(t *testing.T) { // not parallel: it looks at the heap
	s := newService(t)
	n := int64(16 * megabyte)
	s.change("main", func(a *store.Account) { a.Overrides.FileBytes = &n })
	conn, r := s.dial("Transfer-Encoding: chunked")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	sent := 0
	chunk := func(p string) error {
		m, err := fmt.Fprintf(conn, "%x\r\n%s\r\n", len(p), p)
		sent += m
		return err
	}
	require.NoError(t, chunk(part+"%PDF-1.7\n"))
	block := strings.Repeat("x", 64<<10)
	for sent < 15*megabyte {
		require.NoError(t, chunk(block))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(2*megabyte))
	for chunk(block) == nil && sent < 64*megabyte { // until the service closes the connection
	}
	require.Less(t, sent, 32*megabyte, "the service read and the network buffered no more")
	resp, err := http.ReadResponse(r, nil)
	if err == nil { // otherwise the answer was lost with the connection
		require.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode)
		require.NoError(t, resp.Body.Close())
	}
}

// TestTooLargeWhileStreaming sends one byte more than the limit.
func TestTooLargeWhileStreaming(t *testing.T) {
	t.Parallel()
	s := newService(t)
	limitFiles(s)
	for size, code := range map[int]client.Code{megabyte: "", megabyte + 1: client.FileTooLarge} {
		body, kind := fileForm(t, "a.pdf", "%PDF-1.7\n"+strings.Repeat("x", size-9))
		a := s.do(request{"POST", convertPath, map[string]string{"Content-Type": kind}, io.MultiReader(body)}) // the reader has no length
		if code == "" {
			a.conversion(http.StatusOK)
		} else {
			a.failed(code)
		}
	}
}

// TestFloodOfFields checks that a form of a hundred thousand fields is cut off.
func TestFloodOfFields(t *testing.T) {
	t.Parallel()
	s := newService(t)
	conn, r := s.dial("Transfer-Encoding: chunked")
	const field = "--b\r\nContent-Disposition: form-data; name=\"ocr_enabled\"\r\n\r\n1\r\n"
	begun := time.Now()
	for range 100_000 {
		if _, err := fmt.Fprintf(conn, "%x\r\n%s\r\n", len(field), field); err != nil {
			break
		}
	}
	require.Less(t, time.Since(begun), failurePatience)
	resp, err := http.ReadResponse(r, nil)
	if err == nil { // otherwise the answer was lost with the connection
		require.Equal(t, http.StatusBadRequest, resp.StatusCode)
		require.NoError(t, resp.Body.Close())
	}
}

// TestSlowBody checks that a body is cut off at the configured rate.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.TransferGrace = 200 * time.Millisecond })
	_, r := s.dial("Content-Length: 100000")
	begin := time.Now()
	a := s.read(r)
	require.Equal(t, true, a.failed(client.UploadTimeout)["retryable"])
	require.Equal(t, "1", a.Header.Get("Retry-After"))
	require.GreaterOrEqual(t, time.Since(begin), 150*time.Millisecond)
	conn, r := s.dial("Content-Length: 100000")
	_, err := io.WriteString(conn, part+"%PDF-1.7\n")
	require.NoError(t, err)
	s.read(r).failed(client.UploadTimeout)
}

// TestExpectContinue checks that a request gets 100 only if it is valid so far.
func TestExpectContinue(t *testing.T) {
	t.Parallel()
	s := newService(t)
	body := part + pdf + "\r\n--b--\r\n"
	conn, r := s.dial(fmt.Sprintf("Content-Length: %d\r\nExpect: 100-continue", len(body)))
	line, err := r.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 100 Continue\r\n", line)
	_, err = r.ReadString('\n')
	require.NoError(t, err)
	_, err = io.WriteString(conn, body)
	require.NoError(t, err)
	resp, err := http.ReadResponse(r, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.NoError(t, resp.Body.Close())
}

// TestFileNames checks that a file name keeps what a name may have, and no more.
func TestFileNames(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for given, want := range map[string]string{
		"report.pdf": "report.pdf", "../../etc/passwd.pdf": "passwd.pdf", `C:\docs\a.pdf`: "a.pdf", "/": "document.pdf", "..": "document.pdf",
		"Bericht ä 日本.pdf": "Bericht ä 日本.pdf", strings.Repeat("n", 300): strings.Repeat("n", 255),
	} {
		var body bytes.Buffer
		fmt.Fprintf(&body, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n%s\r\n--b--\r\n", strings.ReplaceAll(given, `\`, `\\`), pdf)
		a := s.do(request{"POST", convertPath, map[string]string{"Content-Type": "multipart/form-data; boundary=b"}, &body})
		require.Equal(t, want, a.conversion(http.StatusOK).InputFile)
	}
}

// TestPlans checks what each plan allows.
func TestPlans(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for plan, want := range map[string]struct {
		rate, quota string
		file        float64
	}{
		"free": {"10", "100", 10 << 20}, "starter": {"60", "1000", 50 << 20}, "professional": {"300", "10000", 100 << 20},
	} {
		auth := map[string]string{"Authorization": "Bearer " + s.issue(plan, "of "+plan)}
		a := s.do(request{"GET", "/v1/usage", auth, nil})
		require.Equal(t, want.rate, a.Header.Get("X-RateLimit-Limit"))
		require.Equal(t, want.quota, a.Header.Get("X-Quota-Remaining"))
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		require.NoError(t, err)
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\n%s: %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999999\r\n\r\n",
			convertPath, "Authorization", auth["Authorization"])
		require.Equal(t, want.file, s.read(bufio.NewReader(conn)).failed(client.FileTooLarge)["limit"])
		require.NoError(t, conn.Close())
	}
}

// TestLongPoll checks that a waiting request gets a change at once, that its wait ends after its time, and that
// stopping the service ends it.
func TestLongPoll(t *testing.T) {
	t.Parallel()
	s := newService(t)
	id := s.post("wait.pdf", map[string]string{"Prefer": "respond-async"}).conversion(http.StatusAccepted).ID
	for s.get("/v1/conversions/"+id).conversion(http.StatusOK).Status != client.StatusProcessing {
		s.get("/v1/conversions/" + id + "?wait=2")
	}
	begin := time.Now()
	require.Equal(t, client.StatusProcessing, s.get("/v1/conversions/"+id+"?wait=1").conversion(http.StatusOK).Status)
	require.GreaterOrEqual(t, time.Since(begin), 900*time.Millisecond)
	done := make(chan client.Conversion)
	go func() { done <- s.get("/v1/conversions/" + id + "?wait=60").conversion(http.StatusOK) }()
	s.release()
	require.Equal(t, client.StatusCompleted, (<-done).Status)
}

// TestPanic checks that a panic is answered as a defect, without a detail of the panic.
func TestPanic(t *testing.T) {
	t.Parallel()
	s := newService(t)
	h := s.Panicking()
	for _, begun := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		srv := &http.Server{Handler: h}
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		go srv.Serve(l)
		defer srv.Close()
		path := "/"
		if begun {
			path = "/begun"
		}
		resp, err := http.Get("http://" + l.Addr().String() + path)
		if begun && err != nil {
			continue // cut off before the header
		}
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		if begun {
			require.True(t, errors.Is(err, io.ErrUnexpectedEOF), "the client notices that the answer is incomplete")
			continue
		}
		require.NoError(t, err)
		reply{resp, t, string(body)}.failed(client.InternalError)
		require.NotContains(t, string(body), "runtime")
	}
}

package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/storagetest"
)

// failurePatience is how long a test waits for something that a busy machine may delay.
const failurePatience = 2 * time.Minute

// rig is a running service that a test damages. It converts real documents.
type rig struct {
	*server.Server
	t    testing.TB
	http *httptest.Server
	key  string
	wire *wire
}

// wire observes the connections of the service.
type wire struct {
	net.Listener
	read   atomic.Int64 // bytes read
	closed chan string  // addresses of clients whose connections the service has closed
	buffer atomic.Int64 // size of the network's buffer for answers that nobody reads; 0: the default
}

// newRig starts a service with a key of an account with the plan. configure changes the HTTP server around it.
func newRig(t testing.TB, plan string, config server.Config, configure ...func(*http.Server)) *rig {
	t.Helper()
	if config.DataDir == "" {
		config.DataDir = t.TempDir()
		if config.DatabaseURL == "" {
			storetest.InFolder(t, config.DataDir)
		}
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	s, err := server.New(t.Context(), config)
	require.NoError(t, err)
	require.NoError(t, s.Start(t.Context()))
	r := &rig{Server: s, t: t, http: httptest.NewUnstartedServer(s), wire: &wire{closed: make(chan string, 1<<12)}}
	server.Harden(r.http.Config)
	for _, c := range configure {
		c(r.http.Config)
	}
	r.wire.Listener = r.http.Listener
	r.http.Listener = r.wire
	r.http.Start()
	t.Cleanup(func() {
		r.http.CloseClientConnections()
		r.http.Close()
		require.NoError(t, s.Shutdown(context.WithoutCancel(t.Context())))
	})
	k, err := s.IssueKey(t.Context(), server.KeyRequest{Account: "rig", Plan: plan, Environment: "dev", Name: "rig"})
	require.NoError(t, err)
	r.key = k.Key
	return r
}

func (w *wire) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	if n := w.buffer.Load(); err == nil && n > 0 {
		err = c.(*net.TCPConn).SetWriteBuffer(int(n))
	}
	return &watched{c, w}, err
}

type watched struct {
	net.Conn
	wire *wire
}

func (c *watched) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.wire.read.Add(int64(n))
	return n, err
}

func (c *watched) Close() error {
	select {
	case c.wire.closed <- c.RemoteAddr().String():
	default: // nobody waits for it
	}
	return c.Conn.Close()
}

// sample returns a real document of two pages.
func sample(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	return data
}

// sampleForm returns a form with a real document to convert, and its Content-Type.
func sampleForm(t testing.TB, name string) ([]byte, string) {
	t.Helper()
	return formOf(t, name, sample(t))
}

// formOf returns a form with data to convert, and its Content-Type.
func formOf(t testing.TB, name string, data []byte) ([]byte, string) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", name)
	require.NoError(t, err)
	_, err = part.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return body.Bytes(), w.FormDataContentType()
}

// outcome is the answer to a request.
type outcome struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request. Any goroutine may call it. header has pairs of name and value.
func (r *rig) ask(method, path string, body io.Reader, header ...string) (outcome, error) {
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.http.URL+path, body)
	if err != nil {
		return outcome{}, err
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := r.http.Client().Do(req)
	if err != nil {
		return outcome{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return outcome{resp.StatusCode, resp.Header, text}, err
}

// get requests a path.
func (r *rig) get(path string) outcome {
	r.t.Helper()
	o, err := r.ask(http.MethodGet, path, nil)
	require.NoError(r.t, err)
	return o
}

// convert sends the sample.
func (r *rig) convert(header ...string) outcome {
	r.t.Helper()
	body, kind := sampleForm(r.t, "sample.pdf")
	o, err := r.ask(http.MethodPost, "/v1/convert/pdf-to-html", bytes.NewReader(body), append(header, "Content-Type", kind)...)
	require.NoError(r.t, err)
	return o
}

// async sends the sample without waiting for its conversion, and returns the conversion.
func (r *rig) async() client.Conversion {
	r.t.Helper()
	return r.convert("Prefer", "respond-async").conversion(r.t, http.StatusAccepted)
}

// conversion returns the answer as a conversion. The answer must have the status.
func (o outcome) conversion(t testing.TB, status int) (c client.Conversion) {
	t.Helper()
	require.Equal(t, status, o.status, "%s", o.body)
	require.NoError(t, json.Unmarshal(o.body, &c))
	return c
}

// unavailable requires that the answer says what the service lacks, and when to try again.
func (o outcome) unavailable(t testing.TB, reason string) {
	t.Helper()
	require.Equal(t, http.StatusServiceUnavailable, o.status, "%s", o.body)
	var e client.ErrorResponse
	require.NoError(t, json.Unmarshal(o.body, &e))
	require.Equal(t, client.ServiceUnavailable, e.Error.Code)
	require.Equal(t, reason, e.Error.Details["reason"])
	require.Equal(t, true, e.Error.Details["retryable"])
	require.NotEmpty(t, o.header.Get("Retry-After"))
}

// ends waits for the end of a conversion.
func (r *rig) ends(id string) client.Conversion {
	r.t.Helper()
	for begin := time.Now(); ; {
		c := r.get("/v1/conversions/"+id+"?fields=summary&wait=10").conversion(r.t, http.StatusOK)
		if c.Status.Final() {
			return c
		}
		require.Less(r.t, time.Since(begin), failurePatience, "%s is %s", id, c.Status)
	}
}

// disk is a folder on a disk that a test can fill.
type disk struct {
	*storage.Folder
	full    atomic.Pointer[string] // writes below this prefix fail; nil: none
	refused atomic.Int64
}

func newDisk(t testing.TB) *disk {
	t.Helper()
	f, err := storage.OpenFolder(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return &disk{Folder: f}
}

// fill makes writes below a prefix fail. free makes them succeed again.
func (d *disk) fill(prefix string) { d.full.Store(&prefix) }
func (d *disk) free()              { d.full.Store(nil) }

// names returns the keys of the blobs below a prefix.
func (d *disk) names(t testing.TB, prefix string) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(storagetest.All(t, d, prefix)))
}

// Put notices a full disk while it writes, as files do.
func (d *disk) Put(ctx context.Context, key string, r io.Reader, mediaType string) error {
	return d.Folder.Put(ctx, key, &filling{r: r, disk: d, key: key}, mediaType)
}

// filling is a body on its way to a disk that may be full.
type filling struct {
	r    io.Reader
	disk *disk
	key  string
}

func (f *filling) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if prefix := f.disk.full.Load(); n > 0 && prefix != nil && strings.HasPrefix(f.key, *prefix) {
		f.disk.refused.Add(1)
		return 0, &os.PathError{Op: "write", Path: f.key, Err: syscall.ENOSPC}
	}
	return n, err
}

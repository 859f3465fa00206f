package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gocloud.dev/blob"
	"gocloud.dev/blob/driver"
	"gocloud.dev/blob/memblob"
	"gocloud.dev/gcerrors"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// failurePatience is what a test waits for something that a busy machine may delay.
const failurePatience = 60 * time.Second

// soak says that failures are tried with their full counts.
func soak() bool { return os.Getenv("PAGELIFT_SOAK") != "" }

// rig is a running service that a test does harm to. It converts real documents.
type rig struct {
	*server.Server
	t    testing.TB
	http *httptest.Server
	key  string
	wire *wire
}

// wire is what the service does with its connections.
type wire struct {
	net.Listener
	read   atomic.Int64 // bytes
	closed chan string  // the clients whose connections it has closed
	buffer atomic.Int64 // bytes that the network takes of answers that nobody reads; 0: as always
}

// newRig starts a service with a key of an account with the plan.
func newRig(t testing.TB, plan string, config server.Config) *rig {
	t.Helper()
	if config.DataDir == "" {
		config.DataDir = t.TempDir()
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	s, err := server.New(t.Context(), config)
	require.NoError(t, err)
	require.NoError(t, s.Start(t.Context()))
	r := &rig{Server: s, t: t, http: httptest.NewUnstartedServer(s), wire: &wire{closed: make(chan string, 1<<12)}}
	server.Limit(r.http.Config)
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
	default: // nobody asks
	}
	return c.Conn.Close()
}

// sample is a real document of two pages.
func sample(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	return data
}

// sampleForm is a form that asks to convert a document, with its Content-Type.
func sampleForm(t testing.TB, name string) ([]byte, string) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", name)
	require.NoError(t, err)
	_, err = part.Write(sample(t))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return body.Bytes(), w.FormDataContentType()
}

// outcome is what a request came to.
type outcome struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request. It may be called by any goroutine; header is in pairs.
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

// get asks for a path.
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

// async sends the sample without waiting for its conversion, which it returns.
func (r *rig) async() client.Conversion {
	r.t.Helper()
	return r.convert("Prefer", "respond-async").conversion(r.t, http.StatusAccepted)
}

// conversion is the answer, which must have the status, as a conversion.
func (o outcome) conversion(t testing.TB, status int) (c client.Conversion) {
	t.Helper()
	require.Equal(t, status, o.status, "%s", o.body)
	require.NoError(t, json.Unmarshal(o.body, &c))
	return c
}

// unavailable requires that the answer says what the service lacks, and when to come again.
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

// disk is a bucket in memory whose disk can be full.
type disk struct {
	*blob.Bucket
	full    atomic.Pointer[string] // writes below this prefix fail; nil: none
	refused atomic.Int64
}

func newDisk(t testing.TB) (*disk, *blob.Bucket) {
	t.Helper()
	d := &disk{Bucket: memblob.OpenBucket(nil)}
	b := blob.NewBucket(diskDriver{d})
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return d, b
}

// fill makes writes below a prefix fail; empty frees the disk.
func (d *disk) fill(prefix string) { d.full.Store(&prefix) }
func (d *disk) free()              { d.full.Store(nil) }

// names are the blobs below a prefix.
func (d *disk) names(t testing.TB, prefix string) (names []string) {
	t.Helper()
	for it := d.List(&blob.ListOptions{Prefix: prefix}); ; {
		o, err := it.Next(t.Context())
		if err == io.EOF {
			return names
		}
		require.NoError(t, err)
		names = append(names, o.Key)
	}
}

// diskDriver passes everything on to the bucket in memory, which has no errors of its own
// besides those of missing blobs.
type diskDriver struct{ *disk }

func (d diskDriver) ErrorCode(err error) gcerrors.ErrorCode { return gcerrors.Code(err) }
func (d diskDriver) As(any) bool                            { return false }
func (d diskDriver) ErrorAs(error, any) bool                { return false }

func (d diskDriver) Attributes(ctx context.Context, key string) (*driver.Attributes, error) {
	a, err := d.Bucket.Attributes(ctx, key)
	if err != nil {
		return nil, err
	}
	return &driver.Attributes{ContentType: a.ContentType, ModTime: a.ModTime, Size: a.Size, ETag: a.ETag}, nil
}

func (d diskDriver) ListPaged(ctx context.Context, opts *driver.ListOptions) (*driver.ListPage, error) {
	token := opts.PageToken
	if len(token) == 0 {
		token = blob.FirstPageToken
	}
	list, next, err := d.ListPage(ctx, token, max(opts.PageSize, 1000), &blob.ListOptions{Prefix: opts.Prefix, Delimiter: opts.Delimiter})
	page := &driver.ListPage{NextPageToken: next}
	for _, o := range list {
		page.Objects = append(page.Objects, &driver.ListObject{Key: o.Key, ModTime: o.ModTime, Size: o.Size, IsDir: o.IsDir})
	}
	return page, err
}

func (d diskDriver) NewRangeReader(ctx context.Context, key string, offset, length int64, _ *driver.ReaderOptions) (driver.Reader, error) {
	r, err := d.Bucket.NewRangeReader(ctx, key, offset, length, nil)
	if err != nil {
		return nil, err
	}
	return diskReader{r}, nil
}

type diskReader struct{ *blob.Reader }

func (r diskReader) As(any) bool { return false }
func (r diskReader) Attributes() *driver.ReaderAttributes {
	return &driver.ReaderAttributes{ContentType: r.ContentType(), ModTime: r.ModTime(), Size: r.Size()}
}

func (d diskDriver) NewTypedWriter(ctx context.Context, key, kind string, _ *driver.WriterOptions) (driver.Writer, error) {
	return &diskWriter{ctx: ctx, disk: d.disk, key: key, kind: kind}, nil
}

// diskWriter finds out that the disk is full when it writes, as files do.
type diskWriter struct {
	ctx       context.Context // of the writing, as the interface has it
	disk      *disk
	key, kind string
	data      bytes.Buffer
}

func (w *diskWriter) Write(p []byte) (int, error) {
	if prefix := w.disk.full.Load(); prefix != nil && strings.HasPrefix(w.key, *prefix) {
		w.disk.refused.Add(1)
		return 0, &os.PathError{Op: "write", Path: w.key, Err: syscall.ENOSPC}
	}
	return w.data.Write(p)
}

func (w *diskWriter) Close() error {
	return w.disk.WriteAll(w.ctx, w.key, w.data.Bytes(), &blob.WriterOptions{ContentType: w.kind})
}

func (d diskDriver) Copy(ctx context.Context, to, from string, _ *driver.CopyOptions) error {
	return d.Bucket.Copy(ctx, to, from, nil)
}

func (d diskDriver) Delete(ctx context.Context, key string, _ *driver.DeleteOptions) error {
	return d.Bucket.Delete(ctx, key)
}

func (d diskDriver) SignedURL(context.Context, string, *driver.SignedURLOptions) (string, error) {
	return "", errors.ErrUnsupported
}

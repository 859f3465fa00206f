package client_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

const document = "%PDF-1.7 and the rest"

// plain hides everything that a reader can do besides reading.
func plain(s string) io.Reader { return struct{ io.Reader }{strings.NewReader(s)} }

// seeker hides that the reader can read at any position.
func seeker(s string) io.Reader { return struct{ io.ReadSeeker }{strings.NewReader(s)} }

// pipeLike has the methods of a file that cannot seek.
type pipeLike struct{ io.Reader }

func (pipeLike) Seek(int64, int) (int64, error) { return 0, errors.New("illegal seek") }

// opener counts how often it is opened and closed.
type opener struct{ opened, closed int }

func (o *opener) open() (io.ReadCloser, error) {
	o.opened++
	return struct {
		io.Reader
		io.Closer
	}{strings.NewReader(document), closer(func() { o.closed++ })}, nil
}

type closer func()

func (f closer) Close() error { f(); return nil }

// sources are the ways to give a document, with their abilities.
var sources = map[string]struct {
	file   func() client.File
	sized  bool // its size is known in advance
	replay bool // it can be sent again
}{
	"a reader that seeks":        {func() client.File { return client.File{Content: strings.NewReader(document)} }, true, true},
	"one that seeks and no more": {func() client.File { return client.File{Content: seeker(document)} }, true, true},
	"a buffer":                   {func() client.File { return client.File{Content: bytes.NewBufferString(document)} }, true, false},
	"a reader":                   {func() client.File { return client.File{Content: plain(document)} }, false, false},
	"a pipe":                     {func() client.File { return client.File{Content: pipeLike{plain(document)}} }, false, false},
	"a reader of known size":     {func() client.File { return client.File{Content: plain(document), Size: int64(len(document))} }, true, false},
	"a function":                 {func() client.File { return client.File{Open: new(opener).open} }, false, true},
	"a reader that has begun": {func() client.File {
		r := strings.NewReader("what was read" + document)
		_, _ = r.Seek(int64(len("what was read")), io.SeekStart)
		return client.File{Content: r}
	}, true, true},
}

func TestUploadsAndTheirRepeats(t *testing.T) {
	t.Parallel()
	for name, source := range sources {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newService(t)
				var lengths []int64
				s.refuse = func(w http.ResponseWriter, r *http.Request, number int) bool {
					lengths = append(lengths, r.ContentLength)
					if number == 1 { // read, then refused
						_, err := io.Copy(io.Discard, r.Body)
						require.NoError(t, err)
						w.WriteHeader(http.StatusBadGateway)
						return true
					}
					return false
				}
				_, err := s.direct(client.Config{}).Conversions.Convert(t.Context(), client.ConvertRequest{File: source.file()})
				got := s.seen()
				require.Equal(t, source.sized, lengths[0] > 0)
				if !source.replay {
					require.ErrorIs(t, err, client.StatusError(502))
					require.Len(t, got, 1)
					return
				}
				require.NoError(t, err)
				require.Equal(t, []string{"document.pdf", document}, got[1].files["file"])
				require.Equal(t, lengths[0], lengths[1])
			})
		})
	}
}

// What the service refuses unread can be sent again, whatever it is.
func TestUploadsThatAreRefusedUnread(t *testing.T) {
	t.Parallel()
	for name, source := range sources {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			s.refuse = func(w http.ResponseWriter, r *http.Request, number int) bool {
				if number == 1 {
					w.Header().Set("Retry-After", "0")
					w.WriteHeader(http.StatusTooManyRequests)
				}
				return number == 1
			}
			c := s.dial(client.Config{Retry: client.RetryPolicy{MaxWait: time.Millisecond}})
			_, err := c.Conversions.Convert(t.Context(), client.ConvertRequest{File: source.file()})
			require.NoError(t, err)
			got := s.seen()
			require.Len(t, got, 2)
			require.Equal(t, []string{"document.pdf", document}, got[1].files["file"])
		})
	}
}

func TestFilesAreOpenedForEachAttemptAndClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := &opener{}
		s := newService(t)
		s.refuse = func(w http.ResponseWriter, r *http.Request, number int) bool {
			if number < 3 {
				_, _ = io.CopyN(io.Discard, r.Body, 200) // into the file, but not to its end
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			return number < 3
		}
		_, err := s.direct(client.Config{}).Conversions.Convert(t.Context(), client.ConvertRequest{File: client.File{Open: o.open}})
		require.NoError(t, err)
		require.Equal(t, &opener{opened: 3, closed: 3}, o)
	})
}

func TestFilesThatCannotBeSent(t *testing.T) {
	t.Parallel()
	unreadable := errors.New("the disk is on fire")
	for name, c := range map[string]struct {
		file client.File
		want string
	}{
		"longer than announced":  {client.File{Name: "a.pdf", Content: plain(document), Size: 5}, `file "a.pdf" has more than the 5 bytes announced`},
		"shorter than announced": {client.File{Name: "a.pdf", Content: plain(document), Size: 30}, `file "a.pdf" has 9 bytes less than the 30 announced`},
		"not to be opened":       {client.File{Open: func() (io.ReadCloser, error) { return nil, unreadable }}, "the disk is on fire"},
		"not to be read":         {client.File{Content: iotest.ErrReader(unreadable)}, "the disk is on fire"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			s.refuse = func(w http.ResponseWriter, r *http.Request, _ int) bool {
				_, _ = io.Copy(io.Discard, r.Body)
				w.WriteHeader(http.StatusOK)
				return true
			}
			v, err := s.dial(client.Config{}).Conversions.Start(t.Context(), client.ConvertRequest{File: c.file})
			require.ErrorContains(t, err, c.want)
			require.Nil(t, v)
			require.LessOrEqual(t, len(s.seen()), 1, "it would be the same again")
		})
	}
}

func TestFileAt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "minutes.pdf")
	require.NoError(t, os.WriteFile(name, []byte(document), 0o600))
	f, err := client.FileAt(name)
	require.NoError(t, err)
	s := newService(t)
	_, err = s.dial(client.Config{}).Conversions.Convert(t.Context(), client.ConvertRequest{File: f})
	require.NoError(t, err)
	require.Equal(t, []string{"minutes.pdf", document}, s.seen()[0].files["file"])
	require.Positive(t, s.seen()[0].length)

	_, err = client.FileAt(filepath.Join(dir, "missing.pdf"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = client.FileAt(dir)
	require.ErrorContains(t, err, "not a regular file")
}

// A large document passes through a small window.
func TestUploadsAreNotHeldInMemory(t *testing.T) {
	const size = 64 << 20
	var received atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		received.Add(n)
		reply(w, http.StatusOK, client.Conversion{ID: conversionID, Status: client.StatusCompleted})
	}))
	defer server.Close()
	c := newClient(t, client.Config{BaseURL: server.URL})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := c.Conversions.Convert(t.Context(), client.ConvertRequest{File: client.File{Content: io.LimitReader(zeros{}, size), Size: size}})
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Greater(t, received.Load(), int64(size))
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

package server_test

import (
	"archive/tar"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// manySockets returns how many slow or idle clients a test has. A soak has the full number.
func manySockets() int {
	if testkit.Soak() {
		return 1000
	}
	return 200
}

// socketMemory is the memory that an idle client may cost: 100 MiB for a thousand clients.
const socketMemory = 100 << 20 / 1000

// inUse returns the memory in use, in bytes.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// socket opens a connection and writes to it.
func (r *rig) socket(text string) net.Conn {
	r.t.Helper()
	c, err := net.Dial("tcp", r.http.Listener.Addr().String())
	require.NoError(r.t, err)
	r.t.Cleanup(func() { _ = c.Close() }) // may be closed already
	require.NoError(r.t, c.SetDeadline(time.Now().Add(failurePatience)))
	_, err = io.WriteString(c, text)
	require.NoError(r.t, err)
	return c
}

// head returns the header of a request without its end.
func (r *rig) head(method, path string, header ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: rig\r\nAuthorization: Bearer %s\r\n", method, path, r.key)
	for i := 0; i < len(header); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", header[i], header[i+1])
	}
	return b.String()
}

// arrived waits until the service has read what was sent to it.
func (r *rig) arrived(bytes int) {
	r.t.Helper()
	require.Eventually(r.t, func() bool { return r.wire.read.Load() >= int64(bytes) }, failurePatience, 5*time.Millisecond)
}

// The tests of this file that measure memory do not run beside others.

// TestSlowHeaders checks that a client which does not end its header is cut off, and costs little until then.
func TestSlowHeaders(t *testing.T) {
	const timeout = 2 * time.Second // enough time to open all sockets before the first is cut off
	r := newRig(t, "enterprise", server.Config{Workers: -1}, func(h *http.Server) {
		require.Equal(t, 10*time.Second, h.ReadHeaderTimeout, "the time-out that server.Harden sets")
		h.ReadHeaderTimeout = timeout
	})
	before := inUse()
	begun := r.head(http.MethodGet, "/v1/usage")
	begin := time.Now()
	sockets := make([]net.Conn, manySockets())
	for i := range sockets {
		sockets[i] = r.socket(begun)
	}
	r.arrived(len(begun) * len(sockets))
	used := inUse() - before
	t.Logf("%d sockets: %d KiB", len(sockets), used>>10)
	require.Less(t, used, int64(len(sockets))*socketMemory)
	require.Equal(t, http.StatusOK, r.get("/v1/usage").status, "others are served")
	for _, c := range sockets {
		_, err := io.Copy(io.Discard, c)
		require.NoError(t, err)
	}
	took := time.Since(begin)
	require.Greater(t, took, timeout/2)
	require.Less(t, took, timeout+20*time.Second, "busy machines are late")
}

// TestSlowBodies checks that a client which sends a document more slowly than the minimum rate gets an error, and
// that nothing is left of the document.
func TestSlowBodies(t *testing.T) {
	d := newDisk(t)
	r := newRig(t, "enterprise", server.Config{Workers: -1, Bucket: d, TransferGrace: 2 * time.Second})
	before := inUse()
	form, kind := sampleForm(t, "slow.pdf")
	begun := r.head(http.MethodPost, "/v1/convert/pdf-to-html", "Content-Type", kind, "Content-Length", fmt.Sprint(len(form))) + "\r\n" + string(form[:300])
	sockets := make([]net.Conn, manySockets())
	for i := range sockets {
		sockets[i] = r.socket(begun)
	}
	r.arrived(len(begun) * len(sockets))
	used := inUse() - before
	t.Logf("%d sockets: %d KiB", len(sockets), used>>10)
	require.Less(t, used, int64(len(sockets))*socketMemory)
	require.Equal(t, http.StatusOK, r.get("/v1/usage").status, "others are served")
	for _, c := range sockets {
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusRequestTimeout, resp.StatusCode)
		require.NoError(t, resp.Body.Close())
	}
	require.Empty(t, d.names(t, "inputs/"))
}

// bundle returns a stored result whose html has the size.
func bundle(t testing.TB, size int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for name, data := range map[string][]byte{"result.html": bytes.Repeat([]byte("x"), size), "result.css": nil} {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: name, Size: int64(len(data))}))
		_, err := w.Write(data)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// TestSlowReaders checks that a client which does not read a result is cut off in the middle of it.
func TestSlowReaders(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	const large = 32 << 20 // more than the buffers of a connection hold
	r := newRig(t, "enterprise", server.Config{Workers: 1, Bucket: d, TransferGrace: slowGrace, MinTransferRate: large})
	id := r.convert().conversion(t, http.StatusOK).ID
	for _, name := range d.names(t, "results/") {
		require.NoError(t, d.Put(t.Context(), name, bytes.NewReader(bundle(t, large)), ""))
	}
	c := r.socket(r.head(http.MethodGet, "/v1/conversions/"+id) + "\r\n")
	r.hangsUp(t, c, "a client that does not read")
	n, _ := io.Copy(io.Discard, c) // the connection ends with an error, or early
	require.Less(t, n, int64(large))
}

// slowGrace is short. It is long enough for a machine under load to write to a network that accepts what is
// written.
const slowGrace = 500 * time.Millisecond

// hangsUp waits until the service has closed a connection.
func (r *rig) hangsUp(t *testing.T, c net.Conn, who string) {
	t.Helper()
	for late := time.After(failurePatience); ; {
		select {
		case client := <-r.wire.closed:
			if client == c.LocalAddr().String() {
				return
			}
		case <-late:
			t.Fatalf("%s is still served", who)
		}
	}
}

// TestSmallAnswersThatNobodyReads checks that a client which sends one request after the other and reads no answer
// is cut off, whatever it requests.
func TestSmallAnswersThatNobodyReads(t *testing.T) {
	t.Parallel()
	r := newRig(t, "enterprise", server.Config{Workers: -1, TransferGrace: slowGrace})
	r.wire.buffer.Store(4 << 10)
	for _, path := range []string{"/healthz", "/v1/usage", "/v1/nothing", "/docs", "/dashboard/login", "/dashboard/assets/htmx.js"} {
		t.Run(path, func(t *testing.T) {
			c := r.socket("")
			require.NoError(t, c.(*net.TCPConn).SetReadBuffer(4<<10))
			many := strings.Repeat(r.head(http.MethodGet, path)+"\r\n", 100)
			go func() {
				for {
					if _, err := io.WriteString(c, many); err != nil {
						return
					}
				}
			}()
			r.hangsUp(t, c, "a client that reads nothing")
		})
	}
}

// TestAnswersOnOneConnection checks that neither the time between answers nor the time of waiting for one counts
// against a client, whatever limits the server around the handler has.
func TestAnswersOnOneConnection(t *testing.T) {
	t.Parallel()
	r := newRig(t, "enterprise", server.Config{Workers: -1, TransferGrace: slowGrace})
	id := r.async().ID
	h := httptest.NewUnstartedServer(r.Server)
	h.Config.WriteTimeout = slowGrace
	h.Start()
	defer h.Close()
	c, err := net.Dial("tcp", h.Listener.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	answers := bufio.NewReader(c)
	for range 2 {
		_, err := io.WriteString(c, r.head(http.MethodGet, "/v1/conversions/"+id+"?wait=1")+"\r\n")
		require.NoError(t, err)
		resp, err := http.ReadResponse(answers, nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, resp.StatusCode)
		_, err = io.Copy(io.Discard, resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
	}
}

// TestIdleLongPolls checks that waiting for a conversion costs little.
func TestIdleLongPolls(t *testing.T) {
	r := newRig(t, "enterprise", server.Config{Workers: -1})
	id := r.async().ID
	before := inUse()
	request := r.head(http.MethodGet, "/v1/conversions/"+id+"?wait=60&fields=summary") + "\r\n"
	sockets := make([]net.Conn, manySockets())
	base := r.wire.read.Load()
	for i := range sockets {
		sockets[i] = r.socket(request)
	}
	r.arrived(int(base) + len(request)*len(sockets))
	begin := time.Now()
	require.Equal(t, http.StatusOK, r.get("/v1/conversions/"+id+"?wait=1").status)
	require.Greater(t, time.Since(begin), 900*time.Millisecond, "it is waited")
	used := inUse() - before
	t.Logf("%d long-polls: %d KiB", len(sockets), used>>10)
	require.Less(t, used, int64(len(sockets))*socketMemory)

	o, err := r.ask(http.MethodPost, "/v1/conversions/"+id+"/cancel", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, o.status, "%s", o.body)
	for _, c := range sockets { // all get the answer
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.Contains(t, string(text), `"status":"cancelled"`)
	}
}

// endless returns a form whose document has a gigabyte.
func endless(kind string) io.Reader {
	_, boundary, _ := strings.Cut(kind, "boundary=")
	head := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"big.pdf\"\r\n\r\n%PDF-1.7\n"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(zeros{}, 1<<30))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestAGigabyteAgainstTheLimit checks that the service reads at most 1 MiB beyond the limit of 10 MiB, and nothing
// where the length is given. It keeps nothing.
func TestAGigabyteAgainstTheLimit(t *testing.T) {
	const limit = 10 << 20
	for name, tc := range map[string]struct {
		length int64
		most   int64 // bytes read at most
	}{
		"with its length": {1 << 30, 1 << 20},
		"without length":  {-1, limit + 1<<20},
	} {
		t.Run(name, func(t *testing.T) {
			_, kind := sampleForm(t, "")
			dir := t.TempDir()
			r := newRig(t, "free", server.Config{DataDir: dir, Workers: -1})
			c := r.socket("")
			header := []string{"Content-Type", kind}
			if tc.length < 0 {
				header = append(header, "Transfer-Encoding", "chunked")
			} else {
				header = append(header, "Content-Length", fmt.Sprint(tc.length))
			}
			before := inUse()
			go func() {
				w := io.Writer(c)
				_, _ = io.WriteString(w, r.head(http.MethodPost, "/v1/convert/pdf-to-html", header...)+"\r\n")
				if tc.length < 0 {
					w = chunks{c}
				}
				_, _ = io.CopyBuffer(w, endless(kind), make([]byte, 64<<10)) // the service closes the connection
			}()
			resp, err := http.ReadResponse(bufio.NewReader(c), nil)
			require.NoError(t, err)
			require.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode)
			text, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Contains(t, string(text), `"file_too_large"`)
			used := inUse() - before
			require.Less(t, used, int64(2<<20))
			t.Logf("read %d KiB, kept %d KiB", r.wire.read.Load()>>10, used>>10)
			require.Less(t, r.wire.read.Load(), tc.most)
		})
	}
}

// chunks writes each piece as a chunk (RFC 9112, 7.1).
type chunks struct{ w io.Writer }

func (c chunks) Write(p []byte) (int, error) {
	if _, err := fmt.Fprintf(c.w, "%x\r\n%s\r\n", len(p), p); err != nil {
		return 0, err
	}
	return len(p), nil
}

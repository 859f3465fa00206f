package server_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// TestHeadersOfParts checks that headers of 16 KiB are read and larger ones refused, whatever part of them is
// large and wherever the part stands. (What is refused is small enough for net/http to read to its end; otherwise
// the answer could be lost with the connection.)
func TestHeadersOfParts(t *testing.T) {
	t.Parallel()
	s := newService(t)
	const most = 16 << 10
	file := part + pdf + "\r\n"
	// head returns a field whose header has n bytes.
	head := func(n int) string {
		const disposition = "Content-Disposition: form-data; name=\"custom_id\"\r\n"
		return disposition + "X: " + strings.Repeat("a", n-len(disposition)-len("X: \r\n")) + "\r\n"
	}
	for name, tc := range map[string]struct {
		body string
		code client.Code // empty: it is converted
	}{
		"as large as it may be":   {"--b\r\n" + head(most) + "\r\nc\r\n" + file + "--b--\r\n", ""},
		"one byte more":           {"--b\r\n" + head(most+1) + "\r\nc\r\n" + file + "--b--\r\n", client.InvalidMultipart},
		"in the last part":        {file + "--b\r\n" + head(most+1) + "\r\nc\r\n--b--\r\n", client.InvalidMultipart},
		"much more":               {"--b\r\n" + head(100<<10) + "\r\nc\r\n" + file + "--b--\r\n", client.InvalidMultipart},
		"many fields":             {"--b\r\n" + strings.Repeat("A: b\r\n", 5000) + "\r\nc\r\n" + file + "--b--\r\n", client.InvalidMultipart},
		"a line without end":      {"--b\r\n" + strings.Repeat("a", 100<<10), client.InvalidMultipart},
		"continued lines":         {"--b\r\nA: b\r\n" + strings.Repeat(" c\r\n", 10_000) + "\r\nc\r\n--b--\r\n", client.InvalidMultipart},
		"words before the form":   {"Upgrade your mail program.\r\n" + file + "--b--\r\n", ""},
		"a novel before the form": {strings.Repeat("It was a dark and stormy night. ", 3000) + "\r\n" + file + "--b--\r\n", client.InvalidMultipart},
		"a long document":         {strings.TrimSuffix(file, "\r\n") + strings.Repeat("x", 1<<20) + "\r\n--b--\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.do(request{"POST", convertPath, map[string]string{"Content-Type": "multipart/form-data; boundary=b"}, strings.NewReader(tc.body)})
			if tc.code == "" {
				a.conversion(http.StatusOK)
				return
			}
			a.failed(tc.code)
		})
	}
	long := strings.Replace(part, `name="file"`, `name="files[]"`, 1) + strings.Repeat("no PDF ", 10_000) + "\r\n"
	good := strings.Replace(part, `name="file"`, `name="files[]"`, 1) + pdf + "\r\n"
	a := s.do(request{"POST", "/v1/batches", map[string]string{"Content-Type": "multipart/form-data; boundary=b"}, strings.NewReader(long + good + "--b--\r\n")})
	require.Equal(t, http.StatusAccepted, a.StatusCode, "the unread rest of an invalid member is not taken for a header: %s", a.body)
}

// TestHeadersOfPartsInMemory checks that a header without end takes little memory.
func TestHeadersOfPartsInMemory(t *testing.T) { // not parallel: it looks at the heap
	s := newService(t)
	conn, r := s.dial("Transfer-Encoding: chunked")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	sent := int64(0)
	for block := strings.Repeat("a", 64<<10); sent < 64*megabyte; {
		text := block
		if sent == 0 {
			text = "--b\r\nX: "
		}
		n, err := fmt.Fprintf(conn, "%x\r\n%s\r\n", len(text), text)
		sent += int64(n)
		if err != nil {
			break
		}
	}
	runtime.ReadMemStats(&after)
	require.Less(t, sent, int64(16*megabyte), "the service read and the network buffered no more")
	require.Less(t, int64(after.TotalAlloc)-int64(before.TotalAlloc), int64(8*megabyte))
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	if resp, err := http.ReadResponse(r, nil); err == nil { // otherwise the answer was lost with the connection
		require.Equal(t, http.StatusBadRequest, resp.StatusCode)
		_, err := io.Copy(io.Discard, resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
	}
}

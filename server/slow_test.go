package server_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// TestSlowBodiesThatNobodyReads checks that a slow client whose request is refused is cut off as well, with a key
// or without. (net/http reads a part of such a body before it answers.)
func TestSlowBodiesThatNobodyReads(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{
		DataDir: storetest.Folder(t), Workers: -1, Logger: slog.New(slog.DiscardHandler), TransferGrace: 100 * time.Millisecond,
	})
	require.NoError(t, err)
	h := httptest.NewServer(s)
	defer func() {
		h.Close()
		require.NoError(t, s.Shutdown(t.Context()))
	}()
	for _, path := range []string{"/v1/convert/pdf-to-html", "/v1/nothing", "/dashboard/login", "/dashboard/assets/htmx.js", "/healthz"} {
		conn, err := net.Dial("tcp", h.Listener.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		require.NoError(t, conn.SetDeadline(time.Now().Add(failurePatience)))
		_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nkey=", path)
		require.NoError(t, err)
		_, err = io.ReadAll(conn)
		require.NoError(t, err, "%s: the connection stays open", path)
	}
}

package testkit_test

import (
	"bufio"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestGate sends text to an echo server. The text comes back at once while the gate is open, later after it has
// hung, and never where it refuses.
func TestGate(t *testing.T) {
	t.Parallel()
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { echo.Close() })
	go func() {
		for {
			conn, err := echo.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(conn, conn); conn.Close() }()
		}
	}()
	g := testkit.NewGate(t, "tcp", echo.Addr().String())
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", g.Addr())
		require.NoError(t, err)
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	say := func(conn net.Conn) (string, error) {
		_, _ = io.WriteString(conn, "hello\n") // a reset shows when the test reads
		return bufio.NewReader(conn).ReadString('\n')
	}
	first := dial()
	heard, err := say(first)
	require.NoError(t, err)
	require.Equal(t, "hello\n", heard)

	g.Hang()
	second := dial()
	for _, conn := range []net.Conn{first, second} {
		require.NoError(t, conn.SetDeadline(time.Now().Add(50*time.Millisecond)))
		_, err = say(conn)
		require.ErrorContains(t, err, "timeout")
		require.NoError(t, conn.SetDeadline(time.Time{}))
	}
	g.Open()
	for _, conn := range []net.Conn{first, second} { // what was sent while it hung
		heard, err := bufio.NewReader(conn).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "hello\n", heard)
	}

	g.Refuse()
	_, err = say(first)
	require.Error(t, err)
	if late, err := net.Dial("tcp", g.Addr()); err == nil { // the reset may come before the connection is established
		_, err = say(late)
		require.Error(t, err)
		require.NoError(t, late.Close())
	}
	g.Open()
	_, err = say(dial())
	require.NoError(t, err)
}

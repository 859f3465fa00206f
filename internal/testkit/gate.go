package testkit

import (
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Gate is a proxy to a server. A test can close it while the server runs.
//
//	client ── 127.0.0.1:port ══ Gate ══ server
//	                            Open    bytes go both ways
//	                            Refuse  connections are reset, new ones too: the server is down
//	                            Hang    connections stay, nothing comes: the network is cut
type Gate struct {
	network, target string
	listener        net.Listener

	mu    sync.Mutex
	moved *sync.Cond // the state changed
	state gateState
	conns map[*net.TCPConn]bool // of clients
}

type gateState int

const (
	gateOpen gateState = iota
	gateRefuses
	gateHangs
	gateEnded
)

// NewGate returns an open gate to a server. It ends with the test.
func NewGate(tb testing.TB, network, target string) *Gate {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(tb, err)
	g := &Gate{network: network, target: target, listener: l, conns: map[*net.TCPConn]bool{}}
	g.moved = sync.NewCond(&g.mu)
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			serving.Go(func() { g.serve(conn.(*net.TCPConn)) })
		}
	})
	tb.Cleanup(func() {
		_ = l.Close()
		g.set(gateEnded)
		serving.Wait()
	})
	return g
}

// Addr returns the address for clients: host and port.
func (g *Gate) Addr() string { return g.listener.Addr().String() }

// Open lets everything pass. What Hang has held passes now.
func (g *Gate) Open() { g.set(gateOpen) }

// Refuse resets all connections, and new ones.
func (g *Gate) Refuse() { g.set(gateRefuses) }

// Hang holds all data, on existing connections and on new ones.
func (g *Gate) Hang() { g.set(gateHangs) }

func (g *Gate) set(s gateState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.state = s
	if s == gateRefuses || s == gateEnded {
		for conn := range g.conns {
			reset(conn)
		}
	}
	g.moved.Broadcast()
}

// reset closes a connection with a reset, as if the machine were gone.
func reset(conn *net.TCPConn) {
	_ = conn.SetLinger(0)
	_ = conn.Close()
}

// passes waits while the gate hangs, and reports whether it is open.
func (g *Gate) passes() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.state == gateHangs {
		g.moved.Wait()
	}
	return g.state == gateOpen
}

// serve passes on the data of a connection.
func (g *Gate) serve(here *net.TCPConn) {
	g.mu.Lock()
	g.conns[here] = true
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		delete(g.conns, here)
		g.mu.Unlock()
		reset(here)
	}()
	if !g.passes() {
		return
	}
	there, err := net.Dial(g.network, g.target)
	if err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { g.carry(there, here) })
	both.Go(func() { g.carry(here, there) })
	both.Wait()
}

// carry copies from one end to the other until either closes or the gate refuses.
func (g *Gate) carry(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 && g.passes() {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		} else if n > 0 {
			return
		}
		if err != nil {
			return
		}
	}
}

package server_test

import (
	"bytes"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// proxy stands between the service and PostgreSQL. It can do to their connections what networks do.
type proxy struct {
	listener net.Listener
	socket   string

	mu    sync.Mutex
	free  chan struct{} // closed while data is passed on
	cut   bool          // withhold the answer to the next commit of a submission
	onCut func()
}

// newProxy returns a proxy, and the address of a database behind it.
func newProxy(t *testing.T) (*proxy, string) {
	t.Helper()
	address, err := url.Parse(testkit.WithoutPatience(t, testkit.SharedPostgres(t).Database(t)))
	require.NoError(t, err)
	q := address.Query()
	p := &proxy{socket: filepath.Join(q.Get("host"), ".s.PGSQL.5432"), free: make(chan struct{})}
	close(p.free)
	p.listener, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.listener.Close() })
	go p.accept()
	q.Del("host")
	address.Host, address.RawQuery = p.listener.Addr().String(), q.Encode()
	return p, address.String()
}

// hold stops passing on data in either direction, on old connections and new ones. They stay open and silent.
// release continues where hold has stopped.
func (p *proxy) hold() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = make(chan struct{})
}

func (p *proxy) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.free)
}

// cutCommit withholds the answer to the next commit of a submission, and closes its connection. It calls then
// before the service can know.
func (p *proxy) cutCommit(then func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut, p.onCut = true, then
}

func (p *proxy) accept() {
	for {
		from, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(from)
	}
}

func (p *proxy) serve(from net.Conn) {
	defer from.Close()
	<-p.passing()
	to, err := net.Dial("unix", p.socket)
	if err != nil {
		return
	}
	defer to.Close()
	c := &proxied{proxy: p, from: from, to: to}
	go c.answers()
	c.asks()
}

func (p *proxy) passing() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.free
}

// proxied is a connection through the proxy.
type proxied struct {
	*proxy
	from, to net.Conn
	mu       sync.Mutex
	silent   bool // withhold the next answer
}

// asks passes on what the service sends.
func (c *proxied) asks() {
	submits, buf := false, make([]byte, 64<<10)
	for {
		n, err := c.from.Read(buf)
		if err != nil {
			return
		}
		<-c.passing()
		said := buf[:n]
		submits = submits || bytes.Contains(said, []byte("sample.pdf")) // the record contains this name
		if commits := bytes.Contains(said, []byte("commit\x00")); commits {
			if submits && c.takeCut() {
				c.mu.Lock()
				c.silent = true
				c.mu.Unlock()
			}
			submits = false
		}
		if _, err := c.to.Write(said); err != nil {
			return
		}
	}
}

// answers passes on what PostgreSQL sends, but for an answer that is withheld.
func (c *proxied) answers() {
	defer c.from.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := c.to.Read(buf)
		if err != nil {
			return
		}
		<-c.passing()
		c.mu.Lock()
		silent := c.silent
		c.mu.Unlock()
		if silent { // PostgreSQL has committed
			c.onCut()
			return
		}
		if _, err := c.from.Write(buf[:n]); err != nil {
			return
		}
	}
}

// takeCut reports whether the answer to this commit is withheld.
func (p *proxy) takeCut() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	cut := p.cut
	p.cut = false
	return cut
}

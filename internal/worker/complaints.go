package worker

import (
	"bytes"
	"strings"
	"sync"
)

// complaints keeps the beginning of what a subprocess writes to its standard error. When a Go program dies, the
// reason comes first.
type complaints struct {
	mu    sync.Mutex
	bytes []byte
}

// maxComplaints is as much as a person reads in a log.
const maxComplaints = 8 << 10

func (c *complaints) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes = append(c.bytes, p[:min(len(p), maxComplaints-len(c.bytes))]...)
	return len(p), nil
}

// text returns what was written.
func (c *complaints) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.TrimSpace(string(bytes.ToValidUTF8(c.bytes, nil)))
}

// drain returns what was written, and forgets it.
func (c *complaints) drain() string {
	text := c.text()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes = c.bytes[:0]
	return text
}

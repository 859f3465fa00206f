package pdf

import (
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// memo holds values that other packages derive from the streams of a document.
type memo struct {
	mu    sync.Mutex
	byRef map[Ref]any
	bytes int
}

// Memo returns the value that build derives from s. build is called once for a stream: later
// callers get the same value, and callers at the same time wait. build also returns how many bytes
// the value keeps in memory. Once the values of a document exceed limits.MemoBytes, Memo does not
// call build any more and returns nil. A stream has one value, so two packages cannot keep
// different values of one stream.
func (d *Document) Memo(s *Stream, build func() (value any, bytes int)) any {
	m := &d.memo
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.byRef[s.Ref]; ok && s.Ref != (Ref{}) {
		return v
	}
	if m.bytes > limits.MemoBytes {
		return nil
	}
	v, n := build()
	m.bytes += n
	if s.Ref != (Ref{}) {
		if m.byRef == nil {
			m.byRef = make(map[Ref]any)
		}
		m.byRef[s.Ref] = v
	}
	return v
}

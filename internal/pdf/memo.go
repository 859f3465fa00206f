package pdf

import (
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// memo holds what others made of the streams of a document.
type memo struct {
	mu    sync.Mutex
	byRef map[Ref]any
	bytes int
}

// Memo is what build makes of s, which it is asked for once: later calls get the
// same value, and callers at the same time wait. build says how many bytes
// the value keeps in memory; once those of a document exceed limits.MemoBytes it
// is not called any more, and Memo is nil. One stream has one value: packages
// that make different things of the same stream cannot both keep them here.
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

package font

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/limits"
)

// texts numbers the texts of codes that are not exactly one character. It grows when codes are
// first shown. Readers never wait.
type texts struct {
	list  atomic.Pointer[[]string]
	mu    sync.Mutex
	index map[string]rune
}

// The first two runes below zero are the same in all fonts.
const (
	unknownRune = ^rune(0) // the meaning could not be found
	nothingRune = ^rune(1) // the code means nothing
	firstText   = 2
)

// get returns the text of rune r, which is negative.
func (t *texts) get(r rune) (string, bool) {
	i := int(^r)
	if i < firstText {
		return "", i != int(^unknownRune)
	}
	if list := t.list.Load(); list != nil && i-firstText < len(*list) {
		return (*list)[i-firstText], true
	}
	return "", false
}

// rune returns the Rune of a Char with the meaning m, which is known.
func (t *texts) rune(m text) rune {
	if m.r != 0 {
		return m.r
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if r, ok := t.index[m.s]; ok {
		return r
	}
	if t.index == nil {
		t.index = make(map[string]rune)
	}
	var list []string
	if p := t.list.Load(); p != nil {
		list = *p
	}
	if len(list) >= limits.FontTexts {
		return unknownRune
	}
	list = append(list, m.s) // readers of the old header do not see the new element
	r := ^rune(len(list) - 1 + firstText)
	t.index[m.s] = r
	t.list.Store(&list)
	return r
}

// cell is what is remembered of a code: its width in the upper half and its rune in the lower half.
// Zero means that the code was never shown, since no code means U+0000.
type cell struct{ v atomic.Uint64 }

func (c *cell) load() (width float32, r rune, ok bool) {
	v := c.v.Load()
	return math.Float32frombits(uint32(v >> 32)), rune(uint32(v)), v != 0
}

func (c *cell) store(width float32, r rune) {
	c.v.Store(uint64(math.Float32bits(width))<<32 | uint64(uint32(r)))
}

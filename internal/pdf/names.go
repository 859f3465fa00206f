package pdf

import (
	"hash/maphash"
	"sync/atomic"
)

// nameCache shares the names of a document, of which there are few and which
// stand everywhere, so that parsing one again costs no storage. It forgets.
type nameCache struct {
	seed  maphash.Seed
	slots [nameSlots]atomic.Pointer[sharedName]
}

// sharedName is a name, and the same made an Object once and for all.
type sharedName struct {
	name   Name
	object Object
}

const (
	// nameSlots: a document has a few hundred distinct names besides its resource
	// and destination names.
	nameSlots = 1024
	// maxShared is the length from which names are not worth sharing.
	maxShared = 32
)

func newSharedName(raw []byte) *sharedName {
	n := Name(raw)
	return &sharedName{n, n}
}

func (c *nameCache) share(raw []byte) *sharedName {
	if c == nil || len(raw) > maxShared {
		return newSharedName(raw)
	}
	slot := &c.slots[maphash.Bytes(c.seed, raw)%nameSlots]
	if s := slot.Load(); s != nil && string(s.name) == string(raw) {
		return s
	}
	s := newSharedName(raw)
	slot.Store(s)
	return s
}

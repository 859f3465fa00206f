package pdf

import (
	"hash/maphash"
	"sync/atomic"
)

// nameCache shares the names of a document, so that parsing a name again takes no storage. A
// document has few names, which occur everywhere. New names displace older ones.
type nameCache struct {
	seed  maphash.Seed
	slots [nameSlots]atomic.Pointer[sharedName]
}

// sharedName is a name, and the same name as an Object, which is made only once.
type sharedName struct {
	name   Name
	object Object
}

const (
	// nameSlots is the number of names that are kept. A document has a few hundred names besides
	// those of resources and destinations.
	nameSlots = 1024
	// maxShared is the length from which names are not shared.
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

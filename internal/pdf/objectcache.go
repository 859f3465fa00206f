package pdf

import "sync/atomic"

// objectCache keeps the objects read last, one for each slot that their numbers
// fall into. Objects are immutable, so that two goroutines that read the same
// one at once do no harm.
type objectCache struct {
	slots [cacheSlots]atomic.Pointer[cachedObject]
	long  [longSlots]atomic.Pointer[cachedObject]
}

type cachedObject struct {
	num int
	loaded
}

const (
	// cacheSlots holds the resources of a few pages. Measured on manuals of 2,400
	// pages, more slots save nothing.
	cacheSlots = 512
	// longSlots are for objects of more than cachedSource bytes, which may take
	// twenty times as many in memory; those of more than longSource are not kept.
	// Objects may overlap, so that the size of the file bounds nothing.
	longSlots    = 8
	cachedSource = 16 << 10
	longSource   = 1 << 20
	// maxCachedStream: a decrypted stream is a copy, and the cache must stay small.
	maxCachedStream = 1 << 16
)

func (c *objectCache) get(num int) *cachedObject {
	if o := c.slots[uint(num)%cacheSlots].Load(); o != nil && o.num == num {
		return o
	}
	if o := c.long[uint(num)%longSlots].Load(); o != nil && o.num == num {
		return o
	}
	return nil
}

func (c *objectCache) put(o *cachedObject) {
	if s, ok := o.object.(*Stream); ok && len(s.Raw) > maxCachedStream {
		return
	}
	switch {
	case o.size <= cachedSource:
		c.slots[uint(o.num)%cacheSlots].Store(o)
	case o.size <= longSource:
		c.long[uint(o.num)%longSlots].Store(o)
	}
}

func (c *objectCache) reset() {
	for i := range c.slots {
		c.slots[i].Store(nil)
	}
	for i := range c.long {
		c.long[i].Store(nil)
	}
}

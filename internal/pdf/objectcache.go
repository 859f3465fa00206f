package pdf

import "sync/atomic"

// objectCache keeps recently read objects, one for each slot into which their numbers fall. Objects
// are immutable, so it does no harm if two goroutines read the same object at once.
type objectCache struct {
	slots [cacheSlots]atomic.Pointer[cachedObject]
	long  [longSlots]atomic.Pointer[cachedObject]
}

type cachedObject struct {
	num int
	loaded
}

const (
	// cacheSlots has room for the resources of a few pages. For manuals of 2,400 pages, more slots
	// saved nothing.
	cacheSlots = 512
	// longSlots are for objects of more than cachedSource bytes, which may take twenty times as
	// many bytes in memory. Objects of more than longSource bytes are not kept. Objects may
	// overlap, so the size of the file is no bound.
	longSlots    = 8
	cachedSource = 16 << 10
	longSource   = 1 << 20
	// maxCachedStream is the longest decrypted stream that is kept: it is a copy, and the cache
	// must stay small.
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

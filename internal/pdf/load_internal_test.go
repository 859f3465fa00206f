package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestObjectCacheKeepsNoHugeObjects(t *testing.T) {
	t.Parallel()
	var c objectCache
	for num, size := range []int{10, cachedSource, cachedSource + 1, longSource, longSource + 1} {
		c.put(&cachedObject{num, loaded{object: Integer(size), size: size}})
		if size > longSource {
			require.Nil(t, c.get(num))
			continue
		}
		require.Equal(t, Integer(size), c.get(num).object)
	}
	for num := range 10 * cacheSlots { // many long objects take the few slots for them
		c.put(&cachedObject{num, loaded{size: longSource}})
	}
	kept := 0
	for num := range 10 * cacheSlots {
		if o := c.get(num); o != nil && o.size == longSource {
			kept++
		}
	}
	require.Equal(t, longSlots, kept)
	c.reset()
	require.Nil(t, c.get(10*cacheSlots-1))
}

// TestLongObjectsAreNotReadForEver reads a long object again and again. In between it reads another,
// which takes the place of the long one in the cache.
func TestLongObjectsAreNotReadForEver(t *testing.T) {
	t.Parallel()
	long := "(" + strings.Repeat("x", longObject) + ")"
	d := newDocument(t.Context(), []byte(long), nil)
	read := func() int {
		o, _ := d.valueAt(0, nil)
		return len(o.(String))
	}
	require.Equal(t, longObject, read())
	require.EqualValues(t, len(long), d.reread.Load())
	d.reread.Store(rereadFactor*int64(len(long)) + rereadBytes)
	require.Equal(t, longObject, read(), "the allowance is not spent yet")
	require.Less(t, read(), shortWindow)
}

// TestWrongIndexIntoObjectStream has objects whose cross-reference entries have the wrong index.
// They are found by their number. If several have one number, the first counts.
func TestWrongIndexIntoObjectStream(t *testing.T) {
	t.Parallel()
	var head, body strings.Builder
	for _, num := range []int{7, 3, 9, 3} {
		fmt.Fprintf(&head, "%d %d ", num, body.Len())
		fmt.Fprintf(&body, "(%d at %d) ", num, body.Len())
	}
	dict := NewDict(Name("N"), Integer(4), Name("First"), Integer(head.Len()))
	s := &objectStream{data: []byte(head.String() + body.String())}
	s.objects = packedObjects(dict, s.data, func(o Object) (int, bool) { return int(o.(Integer)), true })
	for _, index := range []int{0, 1, 2, 99, -1} {
		text, ok := s.find(9, index)
		require.True(t, ok)
		require.Equal(t, "(9 at 18) ", string(text))
	}
	text, ok := s.find(3, 0)
	require.True(t, ok)
	require.Equal(t, "(3 at 9) ", string(text))
	_, ok = s.find(4, 0)
	require.False(t, ok)
}

package webfont

import (
	"cmp"
	"maps"
	"slices"
)

// sortedKeys returns the keys of m in order, so that the output does not depend on the order of a map.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func sortedPairs[K cmp.Ordered, V any](m map[[2]K]V) [][2]K {
	return slices.SortedFunc(maps.Keys(m), func(a, b [2]K) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
}

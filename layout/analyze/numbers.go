package analyze

import "math"

func compare(a, b float32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func near(x float32) bool { return x > -farAway && x < farAway }

func abs(x float32) float32 { return max(x, -x) }

func hypot(a, b float32) float32 {
	switch {
	case b == 0:
		a = abs(a)
	case a == 0:
		a = abs(b)
	default:
		a = float32(math.Sqrt(float64(a)*float64(a) + float64(b)*float64(b)))
	}
	if !(a > 0 && a < farAway) {
		return 0
	}
	return a
}

// clampRange returns the range [first, first+count), cut to [0, n).
func clampRange(first, count int32, n int) (int, int) {
	a := min(max(int(first), 0), n)
	return a, min(max(a, int(first)+int(count)), n)
}

// added returns s with one more zero element, and a pointer to it. Filling the element in place avoids a
// copy of fields written just before, which would have to wait for each of them.
func added[T any](s []T) ([]T, *T) {
	var zero T
	s = append(s, zero)
	return s, &s[len(s)-1]
}

// sized returns a slice of length n, in the storage of s if that is large enough.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// clip copies s to storage of its exact size.
func clip[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	out := make([]T, len(s))
	copy(out, s)
	return out
}

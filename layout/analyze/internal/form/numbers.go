package form

func compare(a, b float32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// near reports whether x may be a place on a page.
func near(x float32) bool { return x > -farAway && x < farAway }

func abs(x float32) float32 { return max(x, -x) }

// clampRange returns the range [first, first+count), cut to [0, n).
func clampRange(first, count int32, n int) (int, int) {
	a := min(max(int(first), 0), n)
	return a, min(max(a, int(first)+int(count)), n)
}

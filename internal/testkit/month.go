package testkit

import (
	"testing"
	"time"
)

// monthMargin is longer than any test takes that counts conversions.
const monthMargin = time.Minute

// WithinMonth is for a test that counts conversions by the clock of its database and would fail if the month (UTC)
// ended meanwhile. If the end of the month is near, it waits for it.
func WithinMonth(tb testing.TB) {
	tb.Helper()
	now := time.Now().UTC()
	end := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	if left := end.Sub(now); left < monthMargin {
		time.Sleep(left)
	}
}

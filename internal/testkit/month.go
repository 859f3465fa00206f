package testkit

import (
	"testing"
	"time"
)

// monthMargin is longer than any test of what is counted takes.
const monthMargin = time.Minute

// WithinMonth lets a test go on that counts conversions by the clock of its database and
// would fail if the month (UTC) ended meanwhile: where the end is near, it waits for it.
func WithinMonth(tb testing.TB) {
	tb.Helper()
	now := time.Now().UTC()
	end := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	if left := end.Sub(now); left < monthMargin {
		time.Sleep(left)
	}
}

package jobs

import (
	"context"
	"time"
)

// every calls do after each pause, and whenever wake has something, until ctx ends. Without wake, which may
// be nil, the pauses alone decide. What do takes counts as part of a pause.
func every(ctx context.Context, pause time.Duration, wake <-chan struct{}, do func()) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-wake:
		}
		do()
	}
}

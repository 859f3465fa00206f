package jobs

import (
	"context"
	"time"
)

// every calls do after each pause, and whenever wake has a value, until ctx ends. wake may be nil. The time that
// do takes is part of the pause.
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

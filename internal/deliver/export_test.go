package deliver

import "time"

// SetAsleepAfter says when an attempt counts as asleep. The sender has not been started yet.
func (s *Sender) SetAsleepAfter(d time.Duration) { s.asleepAfter = d }

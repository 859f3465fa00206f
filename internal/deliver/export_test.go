package deliver

import (
	"net/http"
	"time"
)

// SetAsleepAfter says when an attempt counts as asleep. The sender has not been started yet.
func (s *Sender) SetAsleepAfter(d time.Duration) { s.asleepAfter = d }

// SetTransport has attempts made by another transport than the guard's. The sender has not been started yet.
func (s *Sender) SetTransport(t http.RoundTripper) { s.client.Transport = t }

package deliver

import (
	"net/http"
	"time"
)

// SetAsleepAfter sets after how long an attempt counts as asleep. It is called before the sender is started.
func (s *Sender) SetAsleepAfter(d time.Duration) { s.asleepAfter = d }

// SetTransport replaces the guard's transport for attempts. It is called before the sender is started.
func (s *Sender) SetTransport(t http.RoundTripper) { s.client.Transport = t }

package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// clocked is an answer that records the deadline for writing it.
type clocked struct {
	http.ResponseWriter
	deadline time.Time
}

func (c *clocked) SetWriteDeadline(t time.Time) error {
	c.deadline = t
	return nil
}

// TestAnAnswerMayWaitForTheBody checks the time for an answer while net/http reads the rest of the body before it.
func TestAnAnswerMayWaitForTheBody(t *testing.T) {
	t.Parallel()
	const grace = time.Hour
	for hasBody, least := range map[bool]time.Duration{false: grace, true: 2 * grace} {
		w := &clocked{ResponseWriter: httptest.NewRecorder()}
		p := &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), pace: pace{grace: grace, rate: heldBack}}
		begin := time.Now()
		p.end(hasBody)
		require.WithinRange(t, w.deadline, begin.Add(least), time.Now().Add(least+time.Second))
	}
}

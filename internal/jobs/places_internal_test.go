package jobs

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patient is longer than any of these tests.
const patient = time.Minute

// full returns places of which none is free, and a taken place.
func full(t *testing.T) (*places, *place) {
	p := newPlaces(1)
	p.open()
	taken := p.reserve(t.Context(), "first", patient)
	require.NotNil(t, taken)
	return p, taken
}

// stands begins to wait in p, and returns when the candidate stands in line.
func stands(t *testing.T, p *places, wait func() *place) <-chan *place {
	standing := func() (n int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, of := range p.line {
			n += len(of)
		}
		return n + len(p.handed)
	}
	before, got := standing(), make(chan *place, 1)
	go func() { got <- wait() }()
	require.Eventually(t, func() bool { return standing() == before+1 }, time.Minute, 100*time.Microsecond)
	return got
}

// TestPlacesAreGivenInTurns: first to conversions from River, then to the accounts in line, one request at a time.
func TestPlacesAreGivenInTurns(t *testing.T) {
	p, taken := full(t)
	var order []<-chan *place
	for _, account := range []string{"flood", "flood", "flood", "other"} {
		order = append(order, stands(t, p, func() *place { return p.reserve(t.Context(), account, patient) }))
	}
	handed := stands(t, p, func() *place { return p.wait(t.Context()) })
	for _, i := range []int{-1, 0, 3, 1, 2} {
		taken.free()
		taken.free() // a second call does nothing
		next := handed
		if i >= 0 {
			next = order[i]
		}
		after := <-next
		require.NotNil(t, after, i)
		require.Empty(t, handed)
		taken.done()
		taken = after
	}
	taken.done()
	require.NoError(t, p.empty(t.Context()))
	require.Equal(t, 1, p.free)
}

// TestPlacesAreNotKeptForWhoIsGone, and nobody waits for ever.
func TestPlacesAreNotKeptForWhoIsGone(t *testing.T) {
	p, taken := full(t)
	ctx, leave := context.WithCancel(t.Context())
	gone := stands(t, p, func() *place { return p.reserve(ctx, "gone", patient) })
	leave()
	require.Nil(t, <-gone)
	begin := time.Now()
	require.Nil(t, p.reserve(t.Context(), "late", linePatience))
	require.GreaterOrEqual(t, time.Since(begin), linePatience)
	waits := stands(t, p, func() *place { return p.reserve(t.Context(), "waits", patient) })
	p.close()
	require.Nil(t, <-waits)
	require.Nil(t, p.reserve(t.Context(), "new", patient))
	require.Empty(t, p.line)
	taken.done()
	require.NoError(t, p.empty(t.Context()))
	require.NotNil(t, p.wait(t.Context()), "what River handed out runs to its end")
}

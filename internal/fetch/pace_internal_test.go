package fetch

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sent simulates a server that sends n bytes at each of the times. It returns when the server was cut off, or 0 if
// it was not before end.
func sent(end time.Duration, n int, times ...time.Duration) time.Duration {
	p := newPace(Limits{}.withDefaults())
	at := time.Duration(0)
	for _, next := range times {
		if limit := p.patience(at); at+limit < next {
			return at + limit
		}
		at = next
		p.add(at, n)
	}
	if limit := p.patience(at); at+limit < end {
		return at + limit
	}
	return 0
}

// every returns times from first on, one each step, before end.
func every(first, step, end time.Duration) (times []time.Duration) {
	for at := first; at < end; at += step {
		times = append(times, at)
	}
	return times
}

func TestPace(t *testing.T) {
	t.Parallel()
	const s, end = time.Second, 60 * time.Second
	for name, c := range map[string]struct {
		bytes int
		times []time.Duration
		from  time.Duration // it is cut off then, or a little
		to    time.Duration // later; 0: never
	}{
		"silent":                              {0, nil, 10 * s, 10 * s},
		"a byte a second":                     {1, every(0, s, end), 10 * s, 10*s + s/10},
		"fast enough":                         {33 << 10, every(0, s, end), 0, 0},
		"a little too slow":                   {30 << 10, every(0, s, end), 19 * s, 22 * s},
		"bursts with pauses of eight seconds": {400 << 10, every(0, 8*s, end), 0, 0},
		"bursts with pauses of twelve":        {4 << 20, every(0, 12*s, end), 10 * s, 11 * s},
		"a late start":                        {33 << 10, every(9*s+900*time.Millisecond, s, end), 0, 0},
		"a start that is too late":            {33 << 20, every(10*s+s/10, s, end), 10 * s, 10 * s},
		"fast, and then silent":               {10 << 20, every(0, s, 30*s), 39 * s, 41 * s},
		"fast, and then slow":                 {1 << 20, append(every(0, s, 30*s), every(45*s, s, end)...), 39 * s, 41 * s},
		"small pieces":                        {400, every(0, 10*time.Millisecond, end), 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cut := sent(end, c.bytes, c.times...)
			require.GreaterOrEqual(t, cut, c.from)
			require.LessOrEqual(t, cut, c.to)
		})
	}
	anything := newPace(Limits{Rate: -1}.withDefaults())
	require.Equal(t, forever, anything.patience(time.Hour))
}

package fetch

import (
	"math"
	"time"
)

const (
	// window is the time over which the rate of a server is averaged. It is longer than the pauses of servers that
	// send in bursts.
	window = 10 * time.Second

	// parts is how many parts of a window are counted separately. So a byte counts for at most a twentieth of a
	// window too long.
	parts = 20
)

// forever is the patience with a server that may send at any rate.
const forever = time.Duration(math.MaxInt64)

// pace decides when a server is too slow. Its clock is the time spent on reading, from the header of the answer
// on.
//
//	bytes that must have come
//	in the last ten seconds        _______ rate * window
//	                              /
//	                             /
//	____________________________/__________ time
//	0                       grace  grace + window
//
// During the grace, nothing is demanded. After it, the demand grows with the time: a server that begins late need
// not send faster than the rate at first.
type pace struct {
	rate   int64 // bytes per second; negative: any
	grace  time.Duration
	window time.Duration
	counts [parts + 1]count // in order of time; the last one is the newest
}

// count is how many bytes arrived in one part of a window.
type count struct {
	until time.Duration // when the bytes leave the window
	bytes int64
}

func newPace(l Limits) *pace { return &pace{rate: l.Rate, grace: l.Grace, window: window} }

// add counts n bytes that have arrived by the time at. at never decreases from call to call.
func (p *pace) add(at time.Duration, n int) {
	part := p.window / parts
	until := (at/part+1)*part + p.window
	newest := &p.counts[parts]
	if newest.until != until {
		copy(p.counts[:], p.counts[1:]) // the part that is dropped is outside of the window
		*newest = count{until: until}
	}
	newest.bytes += int64(n)
}

// patience returns how long the server may be silent after the time at. 0 means that it is too slow already.
func (p *pace) patience(at time.Duration) time.Duration {
	if p.rate < 0 {
		return forever
	}
	have := int64(0)
	for _, c := range p.counts {
		if c.until > at {
			have += c.bytes
		}
	}
	from := at
	for _, c := range p.counts { // in the order in which they leave the window
		if c.until <= at {
			continue
		}
		if end := p.enoughUntil(have, from); end < c.until {
			return end - at
		}
		from, have = c.until, have-c.bytes
	}
	return p.enoughUntil(have, from) - at
}

// enoughUntil returns until when, from a time on, it is enough to have so many bytes in the window.
func (p *pace) enoughUntil(have int64, from time.Duration) time.Duration {
	if float64(have) >= float64(p.rate)*p.window.Seconds() {
		return forever
	}
	return max(from, p.grace+time.Duration(float64(have)/float64(p.rate)*float64(time.Second)))
}

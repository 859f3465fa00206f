package deliver

import "time"

const (
	// perHost is how many attempts to one host are under way at a time, inTotal how many to
	// all. An attempt takes its slot for five seconds at most.
	perHost = 5
	inTotal = 64

	// slowTotal is how many of all may be with hosts that are slow: the others always find
	// slots.
	slowTotal = inTotal / 2

	// slowAfter makes a host slow. Receivers that queue what they get answer in some ten
	// milliseconds, from the other side of the earth in three hundred.
	slowAfter = time.Second

	// hostsKept bounds what is remembered of hosts; one takes about 100 bytes.
	hostsKept = 10_000
)

// hosts decides how many attempts each host may have under way. A host begins with one,
// gets one more for each that it answers well and soon, and goes back to one otherwise: a
// host that fails is probed by one attempt at a time.
type hosts struct {
	by   map[string]*host
	busy int // attempts under way
	slow int // of these, to slow hosts
}

type host struct {
	window int
	busy   int
	slow   bool
}

func newHosts() *hosts { return &hosts{by: map[string]*host{}} }

// of is what is known of a host.
func (hs *hosts) of(name string) host {
	if h := hs.by[name]; h != nil {
		return *h
	}
	return host{window: 1}
}

// room plans attempts: how many more each host may have, as it is asked for host by host.
type room struct {
	hosts      *hosts
	free, slow int
}

func (hs *hosts) room() *room { return &room{hs, inTotal - hs.busy, slowTotal - hs.slow} }

func (r *room) of(name string) int {
	h := r.hosts.of(name)
	n := min(h.window-h.busy, r.free)
	if h.slow {
		n = min(n, r.slow)
	}
	return max(n, 0)
}

// take uses room up.
func (r *room) take(name string, n int) {
	r.free -= n
	if r.hosts.of(name).slow {
		r.slow -= n
	}
}

// begin counts an attempt that begins.
func (hs *hosts) begin(name string) {
	h := hs.by[name]
	if h == nil {
		hs.tidy()
		h = &host{window: 1}
		hs.by[name] = h
	}
	h.busy++
	hs.busy++
	if h.slow {
		hs.slow++
	}
}

// end counts an attempt that has ended.
func (hs *hosts) end(name string, ok bool, took time.Duration) {
	h := hs.by[name]
	if h.slow {
		hs.slow -= h.busy
	}
	h.busy--
	hs.busy--
	h.slow = took >= slowAfter
	if ok && !h.slow {
		h.window = min(h.window+1, perHost)
	} else {
		h.window = 1
	}
	if h.slow {
		hs.slow += h.busy
	}
}

// tidy forgets hosts that have nothing under way when there are too many.
func (hs *hosts) tidy() {
	if len(hs.by) < hostsKept {
		return
	}
	for name, h := range hs.by {
		if h.busy == 0 {
			delete(hs.by, name)
		}
	}
}

package deliver

import (
	"cmp"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// inTotal is how many attempts run at a time. Each holds its slot for five seconds at most.
	inTotal = 64

	// sleepingTotal is how many of all attempts may be begun with endpoints that are asleep, so that the others
	// always find slots. newTotal is how many may be begun with unheard endpoints while unheard and sleeping ones
	// are counted together. It is enough for fifty hosts or accounts that send for the first time at the same
	// moment, which the load tests demand, and one more. Endpoints known to be awake find the remaining slots.
	sleepingTotal = inTotal / 2
	newTotal      = inTotal - 8

	// perHost is how many attempts one host may have at a time, without those to sleeping endpoints. Seven
	// accounts with perAccount attempts each would fill it: only a host that many share gets that many.
	perHost = 32

	// newPerHost is how many attempts of perHost may be for accounts that the host has not answered yet. Accounts
	// that it does answer find the other slots.
	newPerHost = perHost - 4

	// sleepingPerHost is how many attempts may be begun at a time with the sleeping endpoints of a host.
	// sleepingPerAccount is how many of these may be for one account. A sleeping endpoint gets one at a time.
	sleepingPerHost    = 4
	sleepingPerAccount = 2

	// perAccount is how many attempts an account may have at one host at a time.
	perAccount = 5

	// failuresMost is how many failures in a row, of any account, leave a host one attempt at a time. On a host
	// that many accounts share, a few failures come from a single path.
	failuresMost = 10

	// asleepAfter is how long an attempt takes before its endpoint counts as asleep, while it runs or after it.
	// Receivers that queue what they get answer within some ten milliseconds; from the other side of the earth
	// within three hundred.
	asleepAfter = time.Second

	// placesKept bounds how many hosts, accounts and endpoints together are remembered. endpointsKept bounds the
	// remembered endpoints of one account at a host. Each takes about 200 bytes.
	placesKept    = 10_000
	endpointsKept = 100
)

// habit is how fast an endpoint answers.
type habit int

const (
	unheard habit = iota // not known yet
	awake                // the last answer, or refusal, came within asleepAfter
	asleep               // it did not
	habits
)

// load counts running attempts by the habit of their endpoints. Attempts longer than asleepAfter count as asleep.
type load [habits]int

func (l *load) all() int { return l[unheard] + l[awake] + l[asleep] }

// hosts decides which delivery may begin an attempt. An attempt needs a free slot at each level:
//
//	all slots                  64, of which asleep 32, asleep and unheard 56
//	  host (and port)          32 and 4 asleep; after ten failures in a row one
//	    account                 5, of which asleep 2; one until its habit is known
//	      endpoint              1 when it is asleep
//
// A new address of an account at a host is expected to have the habit of the last new one. So an account that
// sends to other addresses each time has a known habit, too.
type hosts struct {
	load
	by       map[string]*host
	underWay []*flight
	kept     int
	turns    int64 // how many turns were given

	asleepAfter time.Duration // the constant of the same name, except in tests
}

type host struct {
	load
	accounts map[string]*account
	failures int    // in a row
	page     string // the next look begins behind this account, if too many wait for one look
}

type account struct {
	load
	endpoints map[string]*endpoint
	habit     habit // of new endpoints
	awake     int   // endpoints that are awake
	good      bool  // the last attempt that has ended succeeded
	turn      int64 // the last one; 0: none yet
	page      string
}

type endpoint struct {
	habit habit
	busy  int
	turn  int64
}

// flight is an attempt that holds its slots.
type flight struct {
	id       string // of the delivery
	host     *host
	account  *account
	endpoint *endpoint
	habit    habit // under which the attempt is counted
	pioneer  bool  // the habit of the endpoint was unheard
	began    time.Time
}

func newHosts(asleepAfter time.Duration) *hosts {
	return &hosts{by: map[string]*host{}, asleepAfter: asleepAfter}
}

// host returns what is known of a host, and remembers the host from now on.
func (hs *hosts) host(name string) *host {
	h := hs.by[name]
	if h == nil {
		h = &host{accounts: map[string]*account{}}
		hs.by[name] = h
		hs.kept++
	}
	return h
}

// fits reports whether an endpoint with the given habit finds a free slot among all slots and those of the host.
// good says that the last attempt of its account succeeded. A host with failuresMost failures in a row gets one
// attempt at a time, with two exceptions: a sleeping attempt blocks only other sleeping ones, and an awake
// endpoint of a good account waits only for other awake ones.
func (hs *hosts) fits(h *host, as habit, good bool) bool {
	if hs.all() >= inTotal || as == asleep && hs.load[asleep] >= sleepingTotal ||
		as == unheard && hs.load[unheard]+hs.load[asleep] >= newTotal {
		return false
	}
	quick := h.load[unheard] + h.load[awake]
	if h.failures >= failuresMost { // one attempt at a time
		return quick == 0 && (as != asleep || h.load[asleep] == 0) || good && as == awake && h.load[awake] == 0
	}
	switch as {
	case asleep:
		return h.load[asleep] < sleepingPerHost
	case unheard:
		return quick < perHost && h.load[unheard] < newPerHost
	default:
		return quick < perHost
	}
}

// fits reports whether the account has a free slot for an endpoint with the given habit.
func (a *account) fits(as habit) bool {
	switch as {
	case asleep:
		return a.all() < perAccount && a.load[asleep] < sleepingPerAccount
	case unheard:
		return a.all() == 0
	default:
		return a.all() < perAccount
	}
}

// open reports whether a host may get an attempt of any kind.
func (hs *hosts) open(h *host) bool { return hs.fits(h, awake, true) || hs.fits(h, asleep, false) }

// openTo reports whether an account may get an attempt at a host, as far as that is known without its deliveries.
func (hs *hosts) openTo(h *host, name string) bool {
	a := h.accounts[name]
	if a == nil || a.habit == unheard {
		return hs.fits(h, unheard, false) && (a == nil || a.fits(unheard))
	}
	may := func(as habit) bool { return hs.fits(h, as, a.good) && a.fits(as) }
	return may(asleep) || (a.habit == awake || a.awake > 0) && may(awake)
}

// habitOf returns the habit that is expected of an endpoint. If nothing is known and the delivery was attempted
// before, the endpoint is expected to be asleep: the earlier attempt, in another process, did not succeed.
func (a *account) habitOf(name string, attempts int64) habit {
	if e := a.endpoints[name]; e != nil && e.habit != unheard {
		return e.habit
	}
	if a.habit == unheard && attempts > 0 {
		return asleep
	}
	return a.habit
}

// reserve gives a delivery its slots. It returns nil if there are none.
func (hs *hosts) reserve(d store.Due) *flight {
	h := hs.host(d.Host)
	a := hs.account(h, d.Account)
	as := a.habitOf(d.Endpoint, d.Attempts)
	e := a.endpoints[d.Endpoint]
	if !hs.fits(h, as, a.good) || !a.fits(as) || as == asleep && e != nil && e.busy > 0 {
		return nil
	}
	e = hs.endpoint(a, d.Endpoint)
	f := &flight{id: d.ID, host: h, account: a, endpoint: e, habit: as, pioneer: e.habit == unheard}
	f.count(hs, 1)
	e.busy++
	return f
}

// count adds n to the counts of running attempts, at all levels.
func (f *flight) count(hs *hosts, n int) {
	hs.load[f.habit] += n
	f.host.load[f.habit] += n
	f.account.load[f.habit] += n
}

// release gives the slots of an attempt back.
func (hs *hosts) release(f *flight) {
	f.count(hs, -1)
	f.endpoint.busy--
}

// noteBegin notes that an attempt has begun. That is the turn of its account and its endpoint.
func (hs *hosts) noteBegin(f *flight, now time.Time) {
	hs.turns++
	f.account.turn, f.endpoint.turn, f.began = hs.turns, hs.turns, now
	hs.underWay = append(hs.underWay, f)
}

// findAsleep finds running attempts that have taken asleepAfter, and marks their endpoints as asleep. It returns
// how long it is until the next attempt may be one.
func (hs *hosts) findAsleep(now time.Time) time.Duration {
	next := hs.asleepAfter
	for _, f := range hs.underWay {
		if f.habit == asleep {
			continue
		}
		if left := f.began.Add(hs.asleepAfter).Sub(now); left > 0 {
			next = min(next, left)
			continue
		}
		f.count(hs, -1)
		f.habit = asleep
		f.count(hs, 1)
		f.learn(asleep)
	}
	return next
}

// learn notes the habit that an attempt has shown of its endpoint.
func (f *flight) learn(as habit) {
	if f.endpoint.habit == awake {
		f.account.awake--
	}
	if as == awake {
		f.account.awake++
	}
	f.endpoint.habit = as
	if f.pioneer {
		f.account.habit = as
	}
}

// noteEnd notes that an attempt has ended. An attempt that was cut off says nothing of its endpoint.
func (hs *hosts) noteEnd(f *flight, r *result) {
	hs.underWay = slices.DeleteFunc(hs.underWay, func(g *flight) bool { return g == f })
	hs.release(f)
	if r.cancelled {
		return
	}
	if r.Duration >= hs.asleepAfter {
		f.learn(asleep)
	} else {
		f.learn(awake)
	}
	f.account.good = r.ok()
	if r.ok() {
		f.host.failures = 0
	} else {
		f.host.failures++
	}
}

// before compares two accounts by whose turn comes first: the one that was served longest ago, or never. If the
// host gets one attempt at a time after many failures, the accounts whose last attempt succeeded come first. Their
// attempts show soonest whether the host itself fails. When such an attempt fails, its account is one of the
// others again.
func (h *host) before(a, b string) int {
	if h.failures >= failuresMost && h.isGood(a) != h.isGood(b) {
		if h.isGood(a) {
			return -1
		}
		return 1
	}
	return cmp.Compare(h.turnOf(a), h.turnOf(b))
}

// isGood reports whether the last attempt of an account succeeded.
func (h *host) isGood(name string) bool {
	a := h.accounts[name]
	return a != nil && a.good
}

// account returns what is known of an account at a host, and remembers the account from now on.
func (hs *hosts) account(h *host, name string) *account {
	a := h.accounts[name]
	if a == nil {
		a = &account{endpoints: map[string]*endpoint{}}
		h.accounts[name] = a
		hs.kept++
	}
	return a
}

// endpoint returns what is known of an endpoint of an account, and remembers the endpoint from now on.
func (hs *hosts) endpoint(a *account, name string) *endpoint {
	e := a.endpoints[name]
	if e == nil {
		if len(a.endpoints) >= endpointsKept {
			hs.forgetEndpoints(a)
		}
		e = &endpoint{}
		a.endpoints[name] = e
		hs.kept++
	}
	return e
}

func (hs *hosts) forgetEndpoints(a *account) {
	for name, e := range a.endpoints {
		if e.busy > 0 {
			continue
		}
		if e.habit == awake {
			a.awake--
		}
		delete(a.endpoints, name)
		hs.kept--
	}
}

// tidy forgets hosts, accounts and endpoints without running attempts, when too many are remembered.
func (hs *hosts) tidy() {
	if hs.kept < placesKept {
		return
	}
	for name, h := range hs.by {
		for id, a := range h.accounts {
			hs.forgetEndpoints(a)
			if a.all() == 0 {
				delete(h.accounts, id)
				hs.kept--
			}
		}
		if len(h.accounts) == 0 {
			delete(hs.by, name)
			hs.kept--
		}
	}
}

package deliver

import (
	"cmp"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// inTotal is how many attempts are under way at a time. One takes its slot for five seconds
	// at most.
	inTotal = 64

	// sleepingTotal is how many of all may be begun with endpoints that are asleep: the others
	// always find slots. newTotal is how many may be with these and with those that nobody has
	// heard of: fifty hosts, or accounts, that are heard of first and at once, which is what our bar
	// has, and one more; endpoints that are known to be awake find the other slots.
	sleepingTotal = inTotal / 2
	newTotal      = inTotal - 8

	// perHost is how many attempts that are not asleep one host may have under way. Who gets
	// more than five has seven accounts that send there: a host that many share.
	perHost = 32

	// newPerHost is how many of these may be for accounts that the host is not known to answer:
	// those that it does answer find slots.
	newPerHost = perHost - 4

	// sleepingPerHost is how many attempts are begun at a time with sleeping endpoints of a host,
	// and sleepingPerAccount how many of these with those of one account. Each gets one.
	sleepingPerHost    = 4
	sleepingPerAccount = 2

	// perAccount is how many attempts an account may have under way with one host.
	perAccount = 5

	// failuresMost in a row, whoever's they are, leave a host one attempt at a time. On a host that
	// many share, a few failures are those of one path.
	failuresMost = 10

	// asleepAfter makes an endpoint sleeping, also while the attempt is under way. Receivers that
	// queue what they get answer in some ten milliseconds, from the other side of the earth in
	// three hundred.
	asleepAfter = time.Second

	// placesKept bounds what is remembered of hosts, of their accounts and of the endpoints of
	// these together, endpointsKept what is of the endpoints of an account at a host. One takes
	// about 200 bytes.
	placesKept    = 10_000
	endpointsKept = 100
)

// habit is how an endpoint answers.
type habit int

const (
	unheard habit = iota // nobody knows yet
	awake                // the last answer, or refusal, came soon
	asleep               // it did not
	habits
)

// load counts attempts under way, by the habit of their endpoints. Those that last are asleep.
type load [habits]int

func (l *load) all() int { return l[unheard] + l[awake] + l[asleep] }

// hosts decides who may begin an attempt.
//
//	all slots                  64, of which asleep 32, asleep and unheard 56
//	  host (and port)          32 and 4 asleep; after ten failures in a row one
//	    account                 5, of which asleep 2; one until it is heard of
//	      endpoint              1 when it is asleep
//
// An address that is new to a host and account is taken for what the last new one was: who
// sends to other addresses each time is known all the same.
type hosts struct {
	load
	by       map[string]*host
	underWay []*flight
	kept     int
	turns    int64 // that were given

	asleepAfter time.Duration // the constant of this name, but in tests
}

type host struct {
	load
	accounts map[string]*account
	failures int    // in a row
	page     string // the account behind which to look next, where too many wait to be looked at in one go
}

type account struct {
	load
	endpoints map[string]*endpoint
	habit     habit // of new endpoints
	awake     int   // endpoints that are
	good      bool  // the last attempt that has ended succeeded
	turn      int64 // the last; 0: none yet
	page      string
}

type endpoint struct {
	habit habit
	busy  int
	turn  int64
}

// flight is an attempt that has its slots.
type flight struct {
	id       string // of the delivery
	host     *host
	account  *account
	endpoint *endpoint
	habit    habit // as it counts
	pioneer  bool  // the endpoint was new
	began    time.Time
}

func newHosts(asleepAfter time.Duration) *hosts {
	return &hosts{by: map[string]*host{}, asleepAfter: asleepAfter}
}

// host is what is known of a host, which is remembered from now on.
func (hs *hosts) host(name string) *host {
	h := hs.by[name]
	if h == nil {
		h = &host{accounts: map[string]*account{}}
		hs.by[name] = h
		hs.kept++
	}
	return h
}

// fits reports whether all slots and those of a host leave one to an endpoint of a habit. good says that the last attempt
// of its account succeeded.
func (hs *hosts) fits(h *host, as habit, good bool) bool {
	if hs.all() >= inTotal || as == asleep && hs.load[asleep] >= sleepingTotal ||
		as == unheard && hs.load[unheard]+hs.load[asleep] >= newTotal {
		return false
	}
	quick := h.load[unheard] + h.load[awake]
	if h.failures >= failuresMost { // a sleeping one waits for all, and no other for it; nor a good one for who may sleep
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

// fits reports whether an account has a slot left for an endpoint of a habit.
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

// openTo reports the same of an account there, as far as that can be said without its deliveries.
func (hs *hosts) openTo(h *host, name string) bool {
	a := h.accounts[name]
	if a == nil || a.habit == unheard {
		return hs.fits(h, unheard, false) && (a == nil || a.fits(unheard))
	}
	may := func(as habit) bool { return hs.fits(h, as, a.good) && a.fits(as) }
	return may(asleep) || (a.habit == awake || a.awake > 0) && may(awake)
}

// habitOf is what is expected of an endpoint. A delivery that was attempted before, and by
// nobody that this process remembers, did not go well.
func (a *account) habitOf(name string, attempts int64) habit {
	if e := a.endpoints[name]; e != nil && e.habit != unheard {
		return e.habit
	}
	if a.habit == unheard && attempts > 0 {
		return asleep
	}
	return a.habit
}

// reserve gives a delivery its slots, or nil where there are none.
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

// count adds n to the attempts under way, at all levels.
func (f *flight) count(hs *hosts, n int) {
	hs.load[f.habit] += n
	f.host.load[f.habit] += n
	f.account.load[f.habit] += n
}

// release gives the slots back.
func (hs *hosts) release(f *flight) {
	f.count(hs, -1)
	f.endpoint.busy--
}

// noteBegin notes that an attempt has begun: this is the turn of its account and endpoint.
func (hs *hosts) noteBegin(f *flight, now time.Time) {
	hs.turns++
	f.account.turn, f.endpoint.turn, f.began = hs.turns, hs.turns, now
	hs.underWay = append(hs.underWay, f)
}

// findAsleep finds attempts that last, whose endpoints are asleep from then on. It returns how long it is
// until the next may be.
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

// learn notes the habit that an attempt shows of its endpoint.
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

// before compares two accounts by whose turn comes first: who was served longest ago, or never. Of a host that has failed so often
// that it gets one attempt at a time, the accounts that it answered last come before: their attempts show soonest that
// it is not the host which fails. One whose attempt fails after all is among the others again.
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

// account is what is known of an account at a host, which is remembered from now on.
func (hs *hosts) account(h *host, name string) *account {
	a := h.accounts[name]
	if a == nil {
		a = &account{endpoints: map[string]*endpoint{}}
		h.accounts[name] = a
		hs.kept++
	}
	return a
}

// endpoint is what is known of an endpoint of an account, which is remembered from now on.
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

// tidy forgets what has nothing under way when it is too much.
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

package deliver

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// hostsAtOnce is how many hosts one look reads. It is more than can get a slot, because some hosts have none
	// free. accountsAtOnce is how many accounts one look reads of a host. If more wait, the next look begins
	// behind them. It comes lookAgain later at most.
	hostsAtOnce    = 4 * inTotal
	accountsAtOnce = inTotal
	lookAgain      = 50 * time.Millisecond

	// oldestAtOnce is how many deliveries of an account to a host are read, those first that have been due
	// longest. If that may not be all, endpointsAtOnce is how many endpoints of the account are read as well.
	oldestAtOnce    = 2 * perAccount
	endpointsAtOnce = inTotal
)

// plan chooses deliveries that are due, and reserves their slots. It goes host by host. Within a host the accounts
// take turns, and within an account its endpoints. The one that was served longest ago is next. plan first
// releases what an earlier plan has reserved. It mostly makes four queries, however many hosts and deliveries
// there are.
//
//	host ── account A ── endpoint a1  x x x x      first round  a1 b1 c1
//	     │            └─ endpoint a2  x x          second round a2 b1
//	     ├─ account B ── endpoint b1  x x          ... while there are slots
//	     └─ account C ── endpoint c1  x
func (l *loop) plan(ctx context.Context, tx store.Tx) error {
	l.releasePlanned()
	l.hosts.tidy()
	names, err := l.due(ctx, tx)
	if err != nil {
		return err
	}
	var pages []store.HostPage
	for _, name := range names {
		if h := l.hosts.host(name); l.hosts.open(h) {
			pages = append(pages, store.HostPage{Host: name, Behind: h.page})
		}
	}
	waiting, err := store.WaitingAccounts(ctx, tx, pages, accountsAtOnce)
	if err != nil {
		return err
	}
	hosts := l.hostPlans(pages, waiting)
	for {
		again, err := l.readCandidates(ctx, tx, hosts)
		if err != nil {
			return err
		}
		if !again {
			break
		}
		for _, t := range hosts {
			l.assignSlots(t)
		}
	}
	if len(l.planned) == 0 && len(names) == hostsAtOnce {
		l.last, l.more = names[len(names)-1], true
	}
	return nil
}

// hostPlan is a host whose slots are being assigned.
type hostPlan struct {
	name  string
	host  *host
	queue []string       // accounts with deliveries that are due and not read yet, in the order of their turns
	plans []*accountPlan // of accounts whose deliveries are read
}

// hostPlans returns the hosts, each with the accounts that have due deliveries.
func (l *loop) hostPlans(pages []store.HostPage, waiting []store.Waiting) (hosts []*hostPlan) {
	seen := map[string][]store.Waiting{}
	for _, w := range waiting {
		seen[w.Host] = append(seen[w.Host], w)
	}
	for _, p := range pages {
		t := &hostPlan{name: p.Host, host: l.hosts.host(p.Host)}
		t.host.page = ""
		if n := len(seen[p.Host]); n == accountsAtOnce {
			t.host.page = seen[p.Host][n-1].Account
		}
		l.more = l.more || t.host.page != p.Behind
		for _, w := range seen[p.Host] {
			if w.Due {
				t.queue = append(t.queue, w.Account)
			}
		}
		slices.SortStableFunc(t.queue, t.host.before)
		hosts = append(hosts, t)
	}
	return hosts
}

// releasePlanned gives the slots of planned attempts back.
func (l *loop) releasePlanned() {
	for _, f := range l.planned {
		l.hosts.release(f)
	}
	l.planned, l.more = l.planned[:0], false
}

// due returns hosts with due deliveries. It begins behind the host that was served last.
func (l *loop) due(ctx context.Context, tx store.Tx) ([]string, error) {
	hosts, err := store.DueHosts(ctx, tx, l.last, hostsAtOnce)
	if err != nil || len(hosts) == hostsAtOnce || l.last == "" {
		return hosts, err
	}
	first, err := store.DueHosts(ctx, tx, "", hostsAtOnce-len(hosts))
	for _, host := range first {
		if host <= l.last {
			hosts = append(hosts, host)
		}
	}
	return hosts, err
}

// readCandidates reads deliveries of accounts that may get slots, for as many accounts as there are slots. It
// reports whether there were any accounts.
func (l *loop) readCandidates(ctx context.Context, tx store.Tx, hosts []*hostPlan) (again bool, err error) {
	plans := map[store.Lane]*accountPlan{}
	var lanes []store.Lane
	for _, t := range hosts {
		var next string
		for len(t.queue) > 0 && len(lanes) < inTotal-l.hosts.all() && l.hosts.open(t.host) {
			next, t.queue = t.queue[0], t.queue[1:]
			if !l.hosts.openTo(t.host, next) {
				continue
			}
			lane := store.Lane{Host: t.name, Account: next}
			h := &accountPlan{Lane: lane, account: l.hosts.account(t.host, next), given: map[string]int{}}
			plans[lane], lanes, t.plans = h, append(lanes, lane), append(t.plans, h)
		}
	}
	found, err := store.DueDeliveries(ctx, tx, lanes, oldestAtOnce)
	if err != nil {
		return false, err
	}
	for _, d := range found {
		plans[d.Lane].add(d)
	}
	return len(lanes) > 0, l.addHiddenEndpoints(ctx, tx, plans, lanes)
}

// addHiddenEndpoints adds one delivery of each endpoint to plans that may not hold all due deliveries. So no
// endpoint is hidden behind the deliveries of another.
func (l *loop) addHiddenEndpoints(ctx context.Context, tx store.Tx, plans map[store.Lane]*accountPlan, lanes []store.Lane) error {
	var pages []store.LanePage
	for _, lane := range lanes {
		if h := plans[lane]; len(h.candidates) == oldestAtOnce {
			pages = append(pages, store.LanePage{Lane: lane, Behind: h.account.page})
		}
	}
	found, err := store.WaitingEndpoints(ctx, tx, pages, endpointsAtOnce)
	if err != nil {
		return err
	}
	seen := map[store.Lane][]store.Due{}
	for _, d := range found {
		seen[d.Lane] = append(seen[d.Lane], d)
	}
	for _, p := range pages {
		h := plans[p.Lane]
		h.account.page = ""
		if n := len(seen[p.Lane]); n == endpointsAtOnce {
			h.account.page = seen[p.Lane][n-1].Endpoint
		}
		l.more = l.more || h.account.page != p.Behind
		for _, d := range seen[p.Lane] {
			if d.ID != "" && !slices.ContainsFunc(h.candidates, func(c candidate) bool { return c.ID == d.ID }) {
				h.add(d)
			}
		}
	}
	return nil
}

// assignSlots gives the slots of a host to its accounts in turn, until none takes one.
func (l *loop) assignSlots(t *hostPlan) {
	for given := true; given; {
		given = false
		for _, h := range t.plans {
			if !l.hosts.open(t.host) {
				return
			}
			if f := h.reserveNext(l.hosts); f != nil {
				l.planned = append(l.planned, f)
				given = true
			}
		}
	}
}

// turnOf returns the last turn of an account, or 0 if the account is not known.
func (h *host) turnOf(name string) int64 {
	if a := h.accounts[name]; a != nil {
		return a.turn
	}
	return 0
}

// candidate is a delivery that may be chosen.
type candidate struct {
	store.Due
	turn int64 // the last turn of its endpoint
}

// accountPlan holds the deliveries of an account at a host that may be chosen next.
type accountPlan struct {
	store.Lane
	account    *account
	candidates []candidate
	given      map[string]int // slots, by endpoint
}

func (h *accountPlan) add(d store.Due) {
	c := candidate{Due: d}
	if e := h.account.endpoints[d.Endpoint]; e != nil {
		c.turn = e.turn
	}
	h.candidates = append(h.candidates, c)
}

// reserveNext reserves the slots of the next delivery. Endpoints with fewer slots from this plan come first, then
// those that were served longest ago. It returns nil if no delivery is left or none finds slots.
func (h *accountPlan) reserveNext(hs *hosts) *flight {
	slices.SortStableFunc(h.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(h.given[a.Endpoint], h.given[b.Endpoint]), cmp.Compare(a.turn, b.turn))
	})
	for i, c := range h.candidates {
		if f := hs.reserve(c.Due); f != nil {
			h.candidates = slices.Delete(h.candidates, i, i+1)
			h.given[c.Endpoint]++
			return f
		}
	}
	return nil
}

package deliver

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// hostsAtOnce is how many hosts are looked at in one go, more than can get a slot, as some have
	// none free; accountsAtOnce how many accounts that wait for one of them. Where there are
	// more, the next look is behind them, lookAgain later at most.
	hostsAtOnce    = 4 * inTotal
	accountsAtOnce = inTotal
	lookAgain      = 50 * time.Millisecond

	// oldestAtOnce is how many deliveries of an account to a host are looked at, those that have
	// been due longest, and endpointsAtOnce how many endpoints when these are not all.
	oldestAtOnce    = 2 * perAccount
	endpointsAtOnce = inTotal
)

// plan chooses deliveries that are due, and reserves their slots: host by host, within a host one by
// one from accounts in turn, within an account from its endpoints in turn. Who was served
// longest ago is next. What an earlier plan has reserved is released. It asks the database four
// things, mostly, however many hosts and deliveries there are.
//
//	host ── account A ── endpoint a1  x x x x      first round  a1 b1 c1
//	     │            └─ endpoint a2  x x          second round a2 b1
//	     ├─ account B ── endpoint b1  x x          ... while there are slots
//	     └─ account C ── endpoint c1  x
func (l *loop) plan(ctx context.Context, tx store.Tx) error {
	l.abandon()
	l.hosts.tidy()
	names, err := l.due(ctx, tx)
	if err != nil {
		return err
	}
	var pages []store.HostPage
	for _, name := range names {
		if h := l.hosts.at(name); l.hosts.open(h) {
			pages = append(pages, store.HostPage{Host: name, Behind: h.page})
		}
	}
	waiting, err := store.WaitingAccounts(ctx, tx, pages, accountsAtOnce)
	if err != nil {
		return err
	}
	tables := l.tables(pages, waiting)
	for {
		again, err := l.draw(ctx, tx, tables)
		if err != nil {
			return err
		}
		if !again {
			break
		}
		for _, t := range tables {
			l.deal(t)
		}
	}
	if len(l.planned) == 0 && len(names) == hostsAtOnce {
		l.last, l.more = names[len(names)-1], true
	}
	return nil
}

// table is a host whose slots are dealt.
type table struct {
	name  string
	host  *host
	queue []string // accounts that something is due of, in turn, and whose hands are not drawn
	hands []*hand
}

// tables are the hosts with the accounts that something is due of.
func (l *loop) tables(pages []store.HostPage, waiting []store.Waiting) (tables []*table) {
	seen := map[string][]store.Waiting{}
	for _, w := range waiting {
		seen[w.Host] = append(seen[w.Host], w)
	}
	for _, p := range pages {
		t := &table{name: p.Host, host: l.hosts.at(p.Host)}
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
		slices.SortStableFunc(t.queue, func(a, b string) int { return cmp.Compare(t.host.turnOf(a), t.host.turnOf(b)) })
		tables = append(tables, t)
	}
	return tables
}

// abandon releases what is planned.
func (l *loop) abandon() {
	for _, f := range l.planned {
		l.hosts.release(f)
	}
	l.planned, l.more = l.planned[:0], false
}

// due are hosts that deliveries are due to, beginning behind the last one.
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

// draw looks for deliveries of accounts that may get slots, as many accounts as there are slots.
// It reports whether there were any.
func (l *loop) draw(ctx context.Context, tx store.Tx, tables []*table) (again bool, err error) {
	hands := map[store.Lane]*hand{}
	var lanes []store.Lane
	for _, t := range tables {
		var next string
		for len(t.queue) > 0 && len(lanes) < inTotal-l.hosts.all() && l.hosts.open(t.host) {
			next, t.queue = t.queue[0], t.queue[1:]
			if !l.hosts.openTo(t.host, next) {
				continue
			}
			lane := store.Lane{Host: t.name, Account: next}
			h := &hand{Lane: lane, account: l.hosts.account(t.host, next), dealt: map[string]int{}}
			hands[lane], lanes, t.hands = h, append(lanes, lane), append(t.hands, h)
		}
	}
	found, err := store.DueDeliveries(ctx, tx, lanes, oldestAtOnce)
	if err != nil {
		return false, err
	}
	for _, d := range found {
		hands[d.Lane].add(d)
	}
	return len(lanes) > 0, l.others(ctx, tx, hands, lanes)
}

// others adds one delivery of each endpoint to hands that may not have all that is due, so that none
// hides behind another.
func (l *loop) others(ctx context.Context, tx store.Tx, hands map[store.Lane]*hand, lanes []store.Lane) error {
	var pages []store.LanePage
	for _, lane := range lanes {
		if h := hands[lane]; len(h.candidates) == oldestAtOnce {
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
		h := hands[p.Lane]
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

// deal gives the slots of a host to the hands in turn, as long as one takes one.
func (l *loop) deal(t *table) {
	for dealt := true; dealt; {
		dealt = false
		for _, h := range t.hands {
			if !l.hosts.open(t.host) {
				return
			}
			if f := h.next(l.hosts); f != nil {
				l.planned = append(l.planned, f)
				dealt = true
			}
		}
	}
}

// turnOf is the last turn of an account; 0 for one that is not known.
func (h *host) turnOf(name string) int64 {
	if a := h.accounts[name]; a != nil {
		return a.turn
	}
	return 0
}

// candidate is a delivery that may be taken.
type candidate struct {
	store.Due
	turn int64 // the last of its endpoint
}

// hand is what an account may take of at a host.
type hand struct {
	store.Lane
	account    *account
	candidates []candidate
	dealt      map[string]int // by endpoint
}

func (h *hand) add(d store.Due) {
	c := candidate{Due: d}
	if e := h.account.endpoints[d.Endpoint]; e != nil {
		c.turn = e.turn
	}
	h.candidates = append(h.candidates, c)
}

// next reserves the slots of the next delivery, in the turns of the endpoints; nil where there is
// none, or are none.
func (h *hand) next(hs *hosts) *flight {
	slices.SortStableFunc(h.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(h.dealt[a.Endpoint], h.dealt[b.Endpoint]), cmp.Compare(a.turn, b.turn))
	})
	for i, c := range h.candidates {
		if f := hs.reserve(c.Due); f != nil {
			h.candidates = slices.Delete(h.candidates, i, i+1)
			h.dealt[c.Endpoint]++
			return f
		}
	}
	return nil
}

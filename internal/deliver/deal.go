package deliver

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// hostsAtOnce is how many hosts are looked at in one go, accountsAtOnce how many accounts
	// that wait for one of them: more than can get a slot, as some have none free. Where there are
	// more, the next look is behind them, lookAgain later at most.
	hostsAtOnce    = 4 * inTotal
	accountsAtOnce = 2 * inTotal
	lookAgain      = 50 * time.Millisecond

	// oldestAtOnce is how many deliveries of an account to a host are looked at, those that have
	// been due longest, and endpointsAtOnce how many endpoints when these are not all.
	oldestAtOnce    = 2 * perAccount
	endpointsAtOnce = inTotal
)

// plan chooses deliveries that are due, and reserves their slots: host by host, within a host one by
// one from accounts in turn, within an account from its endpoints in turn. Who was served
// longest ago is next. What an earlier plan has reserved is released.
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
		if l.hosts.open(name) {
			pages = append(pages, store.HostPage{Host: name, Behind: l.hosts.at(name).page})
		}
	}
	waiting, err := store.WaitingAccounts(ctx, tx, pages, accountsAtOnce)
	if err != nil {
		return err
	}
	by := map[string][]string{}
	seen := map[string]int{}
	for _, w := range waiting {
		if seen[w.Host]++; seen[w.Host] == 1 {
			l.hosts.at(w.Host).page = ""
		}
		if seen[w.Host] == accountsAtOnce {
			l.hosts.at(w.Host).page, l.more = w.Account, true
		}
		if w.Due {
			by[w.Host] = append(by[w.Host], w.Account)
		}
	}
	for _, p := range pages {
		if seen[p.Host] == 0 && p.Behind != "" {
			l.hosts.at(p.Host).page, l.more = "", true
		}
		if err := l.deal(ctx, tx, p.Host, by[p.Host]); err != nil {
			return err
		}
	}
	if len(l.planned) == 0 && len(names) == hostsAtOnce {
		l.last, l.more = names[len(names)-1], true
	}
	return nil
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

// deal gives the slots of a host to accounts in turn.
func (l *loop) deal(ctx context.Context, tx store.Tx, name string, accounts []string) error {
	h := l.hosts.at(name)
	slices.SortStableFunc(accounts, func(a, b string) int { return cmp.Compare(h.turnOf(a), h.turnOf(b)) })
	hands := map[string]*hand{}
	for len(accounts) > 0 && l.hosts.open(name) {
		left := accounts[:0:0]
		for _, account := range accounts {
			if !l.hosts.openTo(h, account) {
				continue
			}
			if hands[account] == nil {
				hand, err := l.draw(ctx, tx, name, account)
				if err != nil {
					return err
				}
				hands[account] = hand
			}
			if f := hands[account].next(l.hosts, name, account); f != nil {
				l.planned = append(l.planned, f)
				left = append(left, account)
			}
		}
		accounts = left
	}
	return nil
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
	candidates []candidate
	dealt      map[string]int // by endpoint
}

// draw looks for deliveries of an account to a host. Those that have been due longest are all in
// most cases; where they may be not, one of each endpoint comes along, so that none hides behind another.
func (l *loop) draw(ctx context.Context, tx store.Tx, name, account string) (*hand, error) {
	found, err := store.DueDeliveries(ctx, tx, name, account, oldestAtOnce)
	if err != nil {
		return nil, err
	}
	a := l.hosts.account(l.hosts.at(name), account)
	if len(found) == oldestAtOnce {
		others, err := store.WaitingEndpoints(ctx, tx, name, account, a.page, endpointsAtOnce)
		if err != nil {
			return nil, err
		}
		if l.more = l.more || a.page != "" || len(others) == endpointsAtOnce; len(others) == endpointsAtOnce {
			a.page = others[endpointsAtOnce-1].Endpoint
		} else {
			a.page = ""
		}
		for _, d := range others {
			if d.ID != "" && !slices.ContainsFunc(found, func(f store.Due) bool { return f.ID == d.ID }) {
				found = append(found, d)
			}
		}
	}
	h := &hand{dealt: map[string]int{}}
	for _, d := range found {
		c := candidate{Due: d}
		if e := a.endpoints[d.Endpoint]; e != nil {
			c.turn = e.turn
		}
		h.candidates = append(h.candidates, c)
	}
	return h, nil
}

// next reserves the slots of the next delivery, in the turns of the endpoints; nil where there is
// none, or are none.
func (h *hand) next(hs *hosts, name, account string) *flight {
	slices.SortStableFunc(h.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(h.dealt[a.Endpoint], h.dealt[b.Endpoint]), cmp.Compare(a.turn, b.turn))
	})
	for i, c := range h.candidates {
		if f := hs.reserve(name, account, c.Due); f != nil {
			h.candidates = slices.Delete(h.candidates, i, i+1)
			h.dealt[c.Endpoint]++
			return f
		}
	}
	return nil
}

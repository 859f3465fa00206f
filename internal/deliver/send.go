package deliver

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// pollEvery finds deliveries whose notice was lost, and those of processes that ended.
	pollEvery = time.Second

	// failedPause is how long a database that is away is left alone.
	failedPause = 500 * time.Millisecond

	// hostsAtOnce is how many hosts are looked at in one go: more than can get a slot, as
	// some have none free.
	hostsAtOnce = 4 * inTotal

	// patience is how long the ends of the last attempts are tried to be stored. What is not
	// stored by then is sent again when its lease has run out.
	patience = 10 * time.Second
)

// finished is an attempt that has ended.
type finished struct {
	delivery *store.Delivery
	result   *result
}

// loop is the state of a sender at work. One goroutine has it.
type loop struct {
	*Sender
	attempts context.Context // of the attempts
	hosts    *hosts
	reports  []report               // not stored yet
	settled  []store.DeliveryStatus // of the reports that end their deliveries, as the transaction has it
	last     string                 // the host that got a slot last: those behind it are next
}

// report is what became of a delivery, and whose it was.
type report struct {
	store.Report
	webhook string
}

// send takes deliveries that are due and attempts them until Stop. All that it asks of the
// database it asks in one transaction: what became of the attempts that have ended, and
// which ones begin.
func (s *Sender) send(ctx, attempts context.Context) {
	l := &loop{Sender: s, attempts: attempts, hosts: newHosts()}
	for {
		pause, err := l.step(ctx)
		if err != nil {
			s.cfg.Logger.WarnContext(ctx, "deliveries wait for the database", "error", err)
			pause = failedPause
		}
		timer := time.NewTimer(pause)
		select {
		case <-s.quit:
			timer.Stop()
			l.finish(ctx)
			return
		case f := <-s.done:
			l.end(f)
		case <-s.wake:
		case <-timer.C:
		}
		timer.Stop()
		l.collect()
	}
}

// collect ends the attempts that have ended meanwhile.
func (l *loop) collect() {
	for {
		select {
		case f := <-l.done:
			l.end(f)
		default:
			return
		}
	}
}

// end decides about a delivery after an attempt.
func (l *loop) end(f finished) {
	l.hosts.end(f.delivery.Host, f.result.ok(), f.result.Duration)
	l.reports = append(l.reports, report{l.decide(f.delivery, f.result), f.delivery.Webhook})
	if f.result.cause != nil {
		l.cfg.Logger.Debug("an attempt failed", "delivery_id", f.delivery.ID, "class", f.result.Error, "error", f.result.cause)
	}
}

// batch is what a step has taken.
type batch struct {
	deliveries []*store.Delivery
	webhooks   map[string]*store.Webhook
	secrets    map[string]string
	next       time.Duration // until more is due; negative: nothing is
}

// step stores reports, takes what is due as far as there is room, and begins the attempts.
// It returns how long there is nothing to do unless somebody calls.
func (l *loop) step(ctx context.Context) (time.Duration, error) {
	if len(l.reports) == 0 {
		if something, pause, err := l.peek(ctx); err != nil || !something {
			return pause, err
		}
	}
	var b batch
	if err := l.cfg.DB.UpdateRelaxed(ctx, func(tx store.Tx) (err error) {
		b, err = l.exchange(ctx, tx)
		return err
	}); err != nil {
		return 0, err
	}
	l.stored()
	for _, d := range b.deliveries {
		l.begin(d, b)
	}
	return until(b.next), nil
}

// until is how long to wait for what is due next.
func until(next time.Duration) time.Duration {
	if next < 0 || next > pollEvery {
		return pollEvery
	}
	return next
}

// peek reports, without writing, whether there is something to take.
func (l *loop) peek(ctx context.Context) (something bool, pause time.Duration, err error) {
	err = l.cfg.DB.View(ctx, func(tx store.Tx) error {
		hosts, err := l.due(ctx, tx)
		if err != nil {
			return err
		}
		room := l.hosts.room()
		something = slices.ContainsFunc(hosts, func(host string) bool { return room.of(host) > 0 })
		next, err := store.NextDue(ctx, tx)
		pause = until(next)
		return err
	})
	return something, pause, err
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

// exchange is the transaction of a step.
func (l *loop) exchange(ctx context.Context, tx store.Tx) (b batch, err error) {
	if err := l.store(ctx, tx); err != nil {
		return b, err
	}
	hosts, err := l.due(ctx, tx)
	if err != nil {
		return b, err
	}
	room := l.hosts.room()
	for _, host := range hosts {
		n := room.of(host)
		if n == 0 {
			continue
		}
		taken, err := store.TakeDeliveries(ctx, tx, host, n, l.cfg.Lease)
		if err != nil {
			return b, err
		}
		room.take(host, len(taken))
		b.deliveries = append(b.deliveries, taken...)
	}
	if b.next, err = store.NextDue(ctx, tx); err != nil || len(b.deliveries) == 0 {
		return b, err
	}
	b.webhooks, b.secrets, err = store.Receivers(ctx, tx, b.deliveries)
	return b, err
}

// begin attempts a delivery. One to an endpoint that is gone or disabled since is given up.
func (l *loop) begin(d *store.Delivery, b batch) {
	l.last = d.Host
	w := b.webhooks[d.Webhook]
	if d.Webhook != "" && (w == nil || !w.Disabled.IsZero()) {
		l.reports = append(l.reports, report{Report: store.Report{Delivery: d.ID, Fence: d.Fence, Status: store.GivenUp}})
		l.poke()
		return
	}
	l.hosts.begin(d.Host)
	go func() {
		r := l.perform(d, w, b.secrets[d.Account])
		l.cfg.Observe(r.class(), r.Duration)
		l.done <- finished{d, r} // which has room for all that are under way
	}()
}

// perform is one attempt of a delivery.
func (l *loop) perform(d *store.Delivery, w *store.Webhook, secret string) *result {
	now := l.cfg.Clock()
	fail := func(err error) *result {
		l.cfg.Logger.Error("a delivery cannot be sent", "error", explain(d, err))
		return &result{Attempt: store.Attempt{Started: now.UTC(), Error: classPayload}}
	}
	e, err := decode(d.Payload)
	if err != nil {
		return fail(err)
	}
	t, err := l.target(d, w, secret, now)
	if err != nil {
		return fail(err)
	}
	e.RetryCount = int(d.Attempts)
	var ended func(class string, status int64)
	t.traceparent, ended = l.cfg.Trace(t.traceparent)
	r := l.attempt(l.attempts, t, e)
	ended(r.class(), r.StatusCode)
	if r.Error == classPayload {
		return fail(r.cause)
	}
	return r
}

// store stores the reports, and what they say of the endpoints.
func (l *loop) store(ctx context.Context, tx store.Tx) error {
	if len(l.reports) == 0 {
		return nil
	}
	reports := make([]store.Report, len(l.reports))
	for i, r := range l.reports {
		reports[i] = r.Report
	}
	counted, err := store.ReportDeliveries(ctx, tx, reports)
	if err != nil {
		return err
	}
	endpoints := map[string]*tally{}
	l.settled = l.settled[:0]
	for _, r := range l.reports {
		if counted[r.Delivery] && r.Status != store.Pending {
			l.settled = append(l.settled, r.Status)
		}
		if r.webhook != "" && r.Attempt != nil && counted[r.Delivery] {
			t := endpoints[r.webhook]
			if t == nil {
				t = &tally{}
				endpoints[r.webhook] = t
			}
			t.count(r.Report)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(endpoints)) { // in one order, so that two processes do not wait for each other
		if err := endpoints[id].settle(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// stored tells what the reports have come to, which are stored.
func (l *loop) stored() {
	for _, status := range l.settled {
		l.cfg.Settled(status)
	}
	l.reports, l.settled = l.reports[:0], l.settled[:0]
}

// finish waits for the attempts that are under way and stores what became of them.
func (l *loop) finish(ctx context.Context) {
	for l.hosts.busy > 0 {
		l.end(<-l.done)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := l.cfg.DB.UpdateRelaxed(ctx, func(tx store.Tx) error { return l.store(ctx, tx) }); err != nil {
		l.cfg.Logger.ErrorContext(ctx, "deliveries will be sent again", "count", len(l.reports), "error", err)
		return
	}
	l.stored()
}

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

	// patience is how long the ends of the last attempts are tried to be stored. What is not
	// stored by then is sent again when its lease has run out.
	patience = 10 * time.Second
)

// finished is an attempt that has ended.
type finished struct {
	flight   *flight
	delivery *store.Delivery
	result   *result
}

// loop is the state of a sender at work. One goroutine has it.
type loop struct {
	*Sender
	attempts context.Context // of the attempts
	hosts    *hosts
	planned  []*flight              // deliveries that are about to be taken
	more     bool                   // the plan has not looked at all that wait
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
	l := &loop{Sender: s, attempts: attempts, hosts: newHosts(s.asleepAfter)}
	for {
		select {
		case <-s.quit: // an attempt that Stop has cut must not begin again
			l.finish(ctx)
			return
		default:
		}
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
			l.endAttempt(f)
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
			l.endAttempt(f)
		default:
			return
		}
	}
}

// endAttempt decides about a delivery after an attempt.
func (l *loop) endAttempt(f finished) {
	l.hosts.noteEnd(f.flight, f.result)
	l.reports = append(l.reports, report{l.decide(f.delivery, f.result), f.delivery.Webhook})
	if f.result.cause != nil {
		l.cfg.Logger.Debug("an attempt failed", "delivery_id", f.delivery.ID, "class", f.result.Error, "error", f.result.cause)
	}
}

// batch is what a step has taken.
type batch struct {
	deliveries map[string]*store.Delivery
	webhooks   map[string]*store.Webhook
	secrets    map[string]string
	next       time.Duration // until more is due; negative: nothing is
}

// step stores reports, takes what is due as far as there are slots, and begins the attempts.
// It returns how long there is nothing to do unless somebody calls.
func (l *loop) step(ctx context.Context) (time.Duration, error) {
	l.hosts.findAsleep(time.Now())
	if len(l.reports) == 0 {
		if next, err := l.peek(ctx); err != nil || len(l.planned) == 0 {
			return l.pause(next), err
		}
	}
	var b batch
	if err := l.cfg.DB.UpdateRelaxed(ctx, func(tx store.Tx) (err error) {
		b, err = l.exchange(ctx, tx)
		return err
	}); err != nil {
		l.releasePlanned()
		return 0, err
	}
	l.reportStored()
	l.beginAttempts(b)
	return l.pause(b.next), nil
}

// pause is how long to wait for what is due next, for attempts under way to have lasted so long that
// they leave slots to others, and for what was not looked at.
func (l *loop) pause(next time.Duration) time.Duration {
	pause := min(l.hosts.findAsleep(time.Now()), pollEvery)
	if next >= 0 {
		pause = min(pause, next)
	}
	if l.more {
		pause = min(pause, lookAgain)
	}
	return pause
}

// peek plans without writing: mostly there is nothing to take.
func (l *loop) peek(ctx context.Context) (next time.Duration, err error) {
	err = l.cfg.DB.View(ctx, func(tx store.Tx) error {
		if err := l.plan(ctx, tx); err != nil {
			return err
		}
		next, err = store.NextDue(ctx, tx)
		return err
	})
	return next, err
}

// exchange is the transaction of a step.
func (l *loop) exchange(ctx context.Context, tx store.Tx) (b batch, err error) {
	if len(l.reports) > 0 {
		if err := l.store(ctx, tx); err != nil {
			return b, err
		}
		if err := l.plan(ctx, tx); err != nil {
			return b, err
		}
	}
	ids := make([]string, len(l.planned))
	for i, f := range l.planned {
		ids[i] = f.id
	}
	taken, err := store.TakeDeliveries(ctx, tx, ids, l.cfg.Lease)
	if err != nil {
		return b, err
	}
	b.deliveries = map[string]*store.Delivery{}
	for _, d := range taken {
		b.deliveries[d.ID] = d
	}
	if b.next, err = store.NextDue(ctx, tx); err != nil || len(taken) == 0 {
		return b, err
	}
	b.webhooks, b.secrets, err = store.Receivers(ctx, tx, taken)
	return b, err
}

// beginAttempts attempts what was planned and taken. What another process has taken meanwhile it releases.
// A delivery to an endpoint that is gone or disabled since is given up.
func (l *loop) beginAttempts(b batch) {
	for _, f := range l.planned {
		d := b.deliveries[f.id]
		if d == nil {
			l.hosts.release(f)
			continue
		}
		l.last = d.Host
		w := b.webhooks[d.Webhook]
		if d.Webhook != "" && (w == nil || !w.Disabled.IsZero()) {
			l.hosts.release(f)
			l.reports = append(l.reports, report{Report: store.Report{Delivery: d.ID, Fence: d.Fence, Status: store.GivenUp}})
			l.poke()
			continue
		}
		l.hosts.noteBegin(f, time.Now())
		go func() {
			r := l.perform(d, w, b.secrets[d.Account])
			l.cfg.Observe(r.class(), r.Duration)
			l.done <- finished{f, d, r} // which has room for all that are under way
		}()
	}
	l.planned = l.planned[:0]
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

// reportStored tells what the reports have come to, which are stored.
func (l *loop) reportStored() {
	for _, status := range l.settled {
		l.cfg.Settled(status)
	}
	l.reports, l.settled = l.reports[:0], l.settled[:0]
}

// finish waits for the attempts that are under way and stores what became of them.
func (l *loop) finish(ctx context.Context) {
	for len(l.hosts.underWay) > 0 {
		l.endAttempt(<-l.done)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := l.cfg.DB.UpdateRelaxed(ctx, func(tx store.Tx) error { return l.store(ctx, tx) }); err != nil {
		l.cfg.Logger.ErrorContext(ctx, "deliveries will be sent again", "count", len(l.reports), "error", err)
		return
	}
	l.reportStored()
}

package deliver

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// pollEvery is how often the sender looks for deliveries whose notice was lost or whose process has ended.
	pollEvery = time.Second

	// failedPause is the pause after the database has failed.
	failedPause = 500 * time.Millisecond

	// patience is how long Stop tries to store the outcome of the last attempts. A delivery whose outcome is not
	// stored is sent again when its lease has run out.
	patience = 10 * time.Second
)

// finished is an attempt that has ended.
type finished struct {
	flight   *flight
	delivery *store.Delivery
	result   *result
}

// loop is the state of a running sender. One goroutine uses it.
type loop struct {
	*Sender
	attempts context.Context // the context of the attempts
	hosts    *hosts
	planned  []*flight              // deliveries that are about to be taken
	more     bool                   // the plan has not read all that wait
	reports  []report               // not stored yet
	settled  []store.DeliveryStatus // of the reports that end their deliveries, as the transaction counted them
	last     string                 // the host that got a slot last; the next look begins behind it
}

// report is the outcome of an attempt, with the endpoint of its delivery.
type report struct {
	store.Report
	webhook string
}

// send takes deliveries that are due and attempts them, until Stop. Each step needs one transaction: it stores the
// outcome of attempts that have ended, and takes the deliveries that begin.
func (s *Sender) send(ctx, attempts context.Context) {
	l := &loop{Sender: s, attempts: attempts, hosts: newHosts(s.asleepAfter)}
	for {
		select {
		case <-s.quit: // an attempt that Stop has cut off must not begin again
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

// collect handles all attempts that have ended meanwhile.
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

// batch is what one step has taken.
type batch struct {
	deliveries map[string]*store.Delivery
	webhooks   map[string]*store.Webhook
	secrets    map[string]string
	next       time.Duration // until more is due; negative: nothing is
}

// step stores reports, takes as many due deliveries as there are slots, and begins their attempts. It returns how
// long the loop may pause unless it is woken.
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

// pause returns how long the loop may wait. It ends when the next delivery is due, when a running attempt turns
// its endpoint asleep and so leaves its slot to others, or when there is more to look at.
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

// peek plans without writing to the database. Mostly there is nothing to take.
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

// exchange is the transaction of a step: it stores reports and takes deliveries.
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

// beginAttempts begins the attempts that were planned and taken. It releases the slots of deliveries that another
// process has taken meanwhile. It gives up deliveries whose endpoint was deleted or disabled.
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
			l.done <- finished{f, d, r} // done has room for all running attempts
		}()
	}
	l.planned = l.planned[:0]
}

// perform makes one attempt of a delivery.
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

// store stores the reports, and what they say about the endpoints.
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
	for _, id := range slices.Sorted(maps.Keys(endpoints)) { // sorted, so that two processes do not wait for each other
		if err := endpoints[id].settle(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// reportStored calls Config.Settled for the reports that are stored, and forgets them.
func (l *loop) reportStored() {
	for _, status := range l.settled {
		l.cfg.Settled(status)
	}
	l.reports, l.settled = l.reports[:0], l.settled[:0]
}

// finish waits for the running attempts and stores their outcome.
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

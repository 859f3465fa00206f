package deliver

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// A trial is a sample of an event that is sent once, to see how an endpoint takes it. A process that does not send
// hands the trial to one that does, and waits for the outcome:
//
//	asked ── trial, job ──> database ──> a process that sends
//	      <──── attempt ───          <──

const (
	// trialQueue is River's queue of trials. triers is how many trials a process makes at a time; each holds a
	// connection for up to five seconds. perAccountTrials is how many trials of an account may wait. So a few
	// accounts with slow receivers do not keep others from their trials.
	trialQueue       = "webhook-trials"
	triers           = 32
	perAccountTrials = 2

	// trialTime is how long TryElsewhere waits for a trial: the time of an attempt, and as long again until it
	// begins. trialLook is the time between two looks.
	trialTime = 2 * attemptTime
	trialLook = 50 * time.Millisecond

	// trialsKept is how long a trial is kept that nobody has removed.
	trialsKept = time.Hour
)

// ErrTrials is returned when an account has as many trials under way as it may have.
var ErrTrials = errors.New("deliver: other trials of the account are under way")

// ErrNobodySends is returned when no process has made the trial in time.
var ErrNobodySends = errors.New("deliver: no process sends")

// trialArgs is the job of a trial.
type trialArgs struct {
	ID string `json:"id"`
}

// Kind implements river.JobArgs.
func (trialArgs) Kind() string { return "webhook_trial" }

type trialWorker struct {
	river.WorkerDefaults[trialArgs]
	sender *Sender
}

// Work implements river.Worker. A trial that fails to be made is not repeated: by then nobody waits for it.
func (w *trialWorker) Work(ctx context.Context, job *river.Job[trialArgs]) error {
	if err := w.sender.try(ctx, job.Args.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
		w.sender.cfg.Logger.WarnContext(ctx, "testing a webhook for another process", "error", err)
	}
	return nil
}

// try makes a trial.
func (s *Sender) try(ctx context.Context, id string) error {
	var t *store.Trial
	var w *store.Webhook
	if err := s.cfg.DB.View(ctx, func(tx store.Tx) (err error) {
		if t, err = store.GetTrial(ctx, tx, id); err == nil {
			w, err = store.GetWebhook(ctx, tx, t.Account, t.Webhook)
		}
		return err
	}); err != nil {
		return err
	}
	attempt, err := s.Try(ctx, w, webhook.Kind(t.Event))
	if err != nil {
		return err
	}
	return s.cfg.DB.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.EndTrial(ctx, tx, id, attempt) })
}

// TryElsewhere does what Try does, in a process that sends. It fails with ErrNobodySends if none does so within
// ten seconds, and with ErrTrials.
func (s *Sender) TryElsewhere(ctx context.Context, w *store.Webhook, kind webhook.Kind) (a store.Attempt, err error) {
	t := &store.Trial{Account: w.Account, Webhook: w.ID, Event: string(kind)}
	err = s.cfg.DB.Update(ctx, func(tx store.Tx) error {
		if err := store.InsertTrial(ctx, tx, t, perAccountTrials, trialTime); err != nil {
			return err
		}
		return tx.Enqueue(ctx, trialArgs{t.ID}, &river.InsertOpts{Queue: trialQueue, MaxAttempts: 1})
	})
	switch {
	case errors.Is(err, store.ErrLimit):
		return a, ErrTrials
	case err != nil:
		return a, err
	}
	defer func() { // even when the caller has gone
		after := context.WithoutCancel(ctx)
		if e := s.cfg.DB.UpdateRelaxed(after, func(tx store.Tx) error { return store.DeleteTrial(after, tx, t.ID) }); e != nil {
			s.cfg.Logger.WarnContext(after, "removing the test of a webhook", "error", e)
		}
	}()
	end := time.NewTimer(trialTime)
	defer end.Stop()
	for {
		var now *store.Trial
		if err := s.cfg.DB.View(ctx, func(tx store.Tx) (err error) {
			now, err = store.GetTrial(ctx, tx, t.ID)
			return err
		}); err != nil {
			return a, err
		}
		if now.Attempt != nil {
			return *now.Attempt, nil
		}
		select {
		case <-ctx.Done():
			return a, ctx.Err()
		case <-end.C:
			return a, ErrNobodySends
		case <-time.After(trialLook):
		}
	}
}

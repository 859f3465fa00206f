package server

import (
	"context"
	"time"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// tellBatch queues events that say how a batch ended, in the transaction in which it ends.
func (s *core) tellBatch(ctx context.Context, tx store.Tx, event store.Event, b *store.Batch) error {
	e := &webhook.Event{
		Kind: webhook.Kind(event), BatchID: b.ID,
		Batch: &webhook.Batch{Total: int(b.Total), Completed: int(b.Succeeded), Failed: int(b.Failed), Percentage: int(b.Percentage())},
	}
	if event == store.BatchCompleted {
		e.Timestamp = b.Completed
		// For receivers of events, total = completed + failed.
		e.Batch.Failed, e.Batch.Cancelled = int(b.Failed+b.Cancelled), int(b.Cancelled)
		e.Batch.Percentage, e.Batch.DurationSeconds = 0, int(b.Completed.Sub(b.Created)/time.Second)
	}
	return deliver.Emit(ctx, tx, deliver.Notice{Account: b.Account, Event: e, URL: b.WebhookURL, Traceparent: b.Traceparent})
}

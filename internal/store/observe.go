package store

import "context"

// observedTx collects the events of a transaction, to report them after the commit.
type observedTx struct {
	Tx
	noted *[]noted
}

// noted is an event that is reported if its transaction commits.
type noted struct {
	event      Event
	conversion *Conversion
}

// update runs a transaction, and reports its events after the commit.
func (db *DB) update(ctx context.Context, durable bool, fn func(Tx) error) error {
	if db.observe == nil {
		return db.retry(ctx, func() error { return db.engine.update(ctx, durable, fn) })
	}
	var events []noted
	err := db.retry(ctx, func() error {
		return db.engine.update(ctx, durable, func(tx Tx) error {
			events = events[:0]
			return fn(observedTx{tx, &events})
		})
	})
	if err != nil {
		return err
	}
	for _, n := range events {
		db.observe(n.event, n.conversion)
	}
	return nil
}

// note keeps an event for db.observe.
func note(tx Tx, event Event, c *Conversion) {
	if o, ok := tx.(observedTx); ok {
		*o.noted = append(*o.noted, noted{event, c})
	}
}

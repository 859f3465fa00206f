// Package store keeps what the service must not forget: accounts, API keys, conversions, batches, webhooks and
// deliveries, idempotency records, usage and rate windows. It is the only package that contains SQL, and the only
// one that imports drivers of the two databases and of River.
//
// A [DB] is a SQLite file or a PostgreSQL database, behind the same calls. All work happens in transactions.
// [DB.Update] is for what must survive a power failure. [DB.UpdateRelaxed] is for what may be lost with the
// machine, but not with the process. [DB.View] reads. The functions on records take a [Tx], so that callers decide
// what belongs together. The same SQL text serves both databases.
//
// The functions of conversion_state.go change the state of a conversion. Each is guarded by the run number (the
// fence), wakes those who wait, and calls the hooks of [Config] if the change is an event, all in one transaction.
// The changes of batches and fetches stand in batch.go and fetches.go.
//
// Times are stored as microseconds of UTC. Times that decide who owns what (leases, windows) come from the clock
// of the database, [Tx.Now].
package store

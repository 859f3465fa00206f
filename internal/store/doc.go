// Package store keeps what the service must not forget: accounts, API keys,
// conversions, batches, webhooks and deliveries, idempotency records, usage and rate
// windows. It is the one place that speaks SQL, and the only door to the two databases
// and to River's drivers.
//
// A [DB] is a SQLite file or a PostgreSQL database behind the same calls. Work is
// done in transactions: [DB.Update] for what must survive a power failure,
// [DB.UpdateRelaxed] for what may be lost with the machine (never with the
// process), [DB.View] for reading. The functions on records take a [Tx], so that
// callers decide what belongs together. One SQL text serves both engines.
//
// A conversion changes its state by the functions of conversion_state.go and
// nowhere else; each is guarded by the run number (the fence), tells those who
// wait, and calls the hooks of [Config] inside the same transaction.
//
// Times are stored as microseconds of UTC. Moments that decide who owns what
// (leases, windows) come from the clock of the database, [Tx.Now].
package store

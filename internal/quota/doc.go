// Package quota knows what an account may do: its plan with the overrides for the account, how many requests it
// has left in this minute and how many conversions in this month, and how long its queue may grow.
//
// It counts in the transactions of package store, so that a thing is done and counted, or neither.
package quota

// Package quota knows what an account may do: its plan with the exceptions that
// were made for it, how many requests it has left in this minute and how many
// conversions in this month, and how long its queue may grow.
//
// It counts in the transactions of package store, so that what is counted and
// what is done happen together or not at all.
package quota

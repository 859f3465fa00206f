package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// Account is a tenant of the service, with the limits that apply to it.
type Account struct {
	Name     string `json:"name"`
	Plan     string `json:"plan"`
	Disabled bool   `json:"disabled"`
	Limits   Limits `json:"limits"`
}

// Limits are what an account may do. In an account, nil says that there is no limit. In a change, nil leaves a
// limit as it is, zero sets that of the plan, and a negative number removes the limit.
type Limits struct {
	RequestsPerMinute  *int64 `json:"requests_per_minute"`
	MonthlyConversions *int64 `json:"monthly_conversions"`
	FileBytes          *int64 `json:"file_bytes"`
	Concurrent         *int64 `json:"concurrent"`
	ResultSeconds      *int64 `json:"result_seconds"`
}

// AccountChange is what an operator changes of an account.
type AccountChange struct {
	Plan     string // empty: unchanged
	Disabled *bool  // nil: unchanged
	Limits   Limits

	_ struct{} // callers must name the fields, so that fields can be added
}

// accounts serves the operations on accounts: plans, limits, keys, usage and the audit log.
type accounts struct{ *core }

// change applies a change to an account.
func (s *accounts) change(ctx context.Context, name string, change AccountChange) (out Account, err error) {
	if err := change.check(); err != nil {
		return out, fmt.Errorf("server: %w", err)
	}
	err = s.db.Update(ctx, func(tx store.Tx) error {
		a, err := store.GetAccountByName(ctx, tx, name)
		if errors.Is(err, store.ErrNotFound) && name != "" && change.Plan != "" {
			a = &store.Account{Name: name}
			change.apply(a)
			out, err = publicAccount(a), store.InsertAccount(ctx, tx, a)
			return err
		}
		if err == nil {
			a, err = store.LockAccount(ctx, tx, a.ID)
		}
		if err != nil {
			return fmt.Errorf("server: account %q: %w", name, err)
		}
		change.apply(a)
		if err := store.UpdateAccount(ctx, tx, a); err != nil {
			return err
		}
		out = publicAccount(a)
		return jobs.Admit(ctx, tx, a.ID)
	})
	return out, err
}

// Bounds of limits. An account that needs more than the greatest number gets no limit instead. The
// times for results are those of package quota.
const (
	limitMost          = 1_000_000_000
	fileBytesMost      = limitMost << 20
	resultSecondsLeast = 3600
	resultSecondsMost  = 30 * 24 * 3600
)

// check returns an error that names the field if the change is not valid.
func (ch *AccountChange) check() error {
	if ch.Plan != "" && !quota.Plan(ch.Plan).Valid() {
		return badParameter("plan", "must be free, starter, professional or enterprise")
	}
	for _, l := range []struct {
		name string
		n    *int64
		most int64
	}{
		{"requests_per_minute", ch.Limits.RequestsPerMinute, limitMost},
		{"monthly_conversions", ch.Limits.MonthlyConversions, limitMost},
		{"file_bytes", ch.Limits.FileBytes, fileBytesMost},
		{"concurrent", ch.Limits.Concurrent, limitMost},
	} {
		if l.n != nil && (*l.n < quota.Unlimited || *l.n > l.most) {
			return badParameter("limits."+l.name, fmt.Sprintf("must be -1, 0, or a whole number up to %d", l.most))
		}
	}
	if n := ch.Limits.ResultSeconds; n != nil && *n != 0 && (*n < resultSecondsLeast || *n > resultSecondsMost) {
		return badParameter("limits.result_seconds", fmt.Sprintf("must be 0, or from %d to %d", resultSecondsLeast, resultSecondsMost))
	}
	return nil
}

// apply applies the change.
func (ch *AccountChange) apply(a *store.Account) {
	if ch.Plan != "" {
		a.Plan = ch.Plan
	}
	if ch.Disabled != nil {
		a.Disabled = time.Time{}
		if *ch.Disabled {
			a.Disabled = time.Now().UTC()
		}
	}
	override := func(to **int64, from *int64) {
		switch {
		case from == nil:
		case *from == 0:
			*to = nil
		default:
			*to = from
		}
	}
	override(&a.Overrides.RequestsPerMinute, ch.Limits.RequestsPerMinute)
	override(&a.Overrides.MonthlyConversions, ch.Limits.MonthlyConversions)
	override(&a.Overrides.FileBytes, ch.Limits.FileBytes)
	override(&a.Overrides.Concurrent, ch.Limits.Concurrent)
	override(&a.Overrides.ResultSeconds, ch.Limits.ResultSeconds)
}

// publicAccount returns an account with the limits that apply to it.
func publicAccount(a *store.Account) Account {
	l := quota.LimitsOf(a)
	bound := func(n int64) *int64 {
		if n == quota.Unlimited {
			return nil
		}
		return &n
	}
	return Account{
		Name: a.Name, Plan: a.Plan, Disabled: !a.Disabled.IsZero(),
		Limits: Limits{
			RequestsPerMinute: bound(l.RequestsPerMinute), MonthlyConversions: bound(l.MonthlyConversions),
			FileBytes: bound(l.FileBytes), Concurrent: bound(l.Concurrent), ResultSeconds: bound(int64(l.ResultLifetime / time.Second)),
		},
	}
}

package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Account is a tenant.
type Account struct {
	ID            string // acct_...
	Name          string // unique
	Plan          string // a name of package quota
	Overrides     Overrides
	WebhookSecret string    // encrypted by package deliver; empty: none yet
	Disabled      time.Time // zero: not disabled
	Created       time.Time
	Updated       time.Time
}

// Overrides replace limits of the plan for one account. nil keeps the limit of the plan. Zero and less mean no
// limit, as in quota.Limits.
type Overrides struct {
	RequestsPerMinute  *int64 `json:"requests_per_minute,omitempty"`
	MonthlyConversions *int64 `json:"monthly_conversions,omitempty"`
	FileBytes          *int64 `json:"file_bytes,omitempty"`
	Concurrent         *int64 `json:"concurrent,omitempty"`
	ResultSeconds      *int64 `json:"result_seconds,omitempty"`
}

const accountColumns = "id, name, plan, overrides, webhook_secret, disabled_at, created_at, updated_at"

func scanAccount(r Row) (*Account, error) {
	a, overrides := &Account{}, json.RawMessage(nil)
	if err := r.Scan(&a.ID, &a.Name, &a.Plan, document{&overrides}, &a.WebhookSecret,
		stamp{&a.Disabled}, stamp{&a.Created}, stamp{&a.Updated}); err != nil {
		return nil, err
	}
	if overrides != nil {
		return a, json.Unmarshal(overrides, &a.Overrides)
	}
	return a, nil
}

// InsertAccount adds an account. It makes an ID if there is none. It fails with ErrExists when the name is taken.
func InsertAccount(ctx context.Context, tx Tx, a *Account) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	if a.ID == "" {
		a.ID = NewID("acct")
	}
	a.Created, a.Updated = now, now
	overrides, err := json.Marshal(a.Overrides)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `INSERT INTO accounts (`+accountColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		a.ID, a.Name, a.Plan, string(overrides), a.WebhookSecret, micros(a.Disabled), micros(now), micros(now))
	if err == nil && n == 0 {
		err = ErrExists
	}
	if err != nil {
		return err
	}
	return writeAudit(ctx, tx, AccountCreated, a.ID, a.ID, accountChanges(&Account{}, a))
}

// EnsureAccount returns the account with the name of a, and adds it if it is missing.
func EnsureAccount(ctx context.Context, tx Tx, a Account) (*Account, error) {
	known, err := GetAccountByName(ctx, tx, a.Name)
	if !errors.Is(err, ErrNotFound) {
		return known, err
	}
	err = InsertAccount(ctx, tx, &a)
	if errors.Is(err, ErrExists) { // another process was faster
		return GetAccountByName(ctx, tx, a.Name)
	}
	return &a, err
}

// GetAccount returns an account by its id, or ErrNotFound.
func GetAccount(ctx context.Context, tx Tx, id string) (*Account, error) {
	return scanAccount(tx.QueryRow(ctx, `SELECT `+accountColumns+` FROM accounts WHERE id = $1`, id))
}

// GetAccountByName returns an account by its name, or ErrNotFound.
func GetAccountByName(ctx context.Context, tx Tx, name string) (*Account, error) {
	return scanAccount(tx.QueryRow(ctx, `SELECT `+accountColumns+` FROM accounts WHERE name = $1`, name))
}

// ListAccounts returns all accounts by name. The operator makes them, so they are few.
func ListAccounts(ctx context.Context, tx Tx) ([]*Account, error) {
	return collect(ctx, tx, scanAccount, `SELECT `+accountColumns+` FROM accounts ORDER BY name`)
}

// ListAccountsAfter returns at most limit accounts after a name, by name.
func ListAccountsAfter(ctx context.Context, tx Tx, name string, limit int) ([]*Account, error) {
	return collect(ctx, tx, scanAccount, `SELECT `+accountColumns+` FROM accounts WHERE name > $1 ORDER BY name LIMIT $2`, name, limit)
}

// LockAccount returns an account and locks it until its transaction ends; the transaction must be one that writes.
// So only one transaction at a time counts the conversions of an account and acts on the count. A transaction
// locks the account before it touches conversions, so that no two wait for each other.
func LockAccount(ctx context.Context, tx Tx, id string) (*Account, error) {
	return scanAccount(tx.QueryRow(ctx, `SELECT `+accountColumns+` FROM accounts WHERE id = $1`+tx.rowLock(), id))
}

// UpdateAccount stores name, plan, overrides, secret and Disabled of an account.
func UpdateAccount(ctx context.Context, tx Tx, a *Account) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	overrides, err := json.Marshal(a.Overrides)
	if err != nil {
		return err
	}
	old, err := LockAccount(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	a.Updated = now
	_, err = tx.Exec(ctx, `UPDATE accounts SET name = $2, plan = $3, overrides = $4, webhook_secret = $5,
		disabled_at = $6, updated_at = $7 WHERE id = $1`,
		a.ID, a.Name, a.Plan, string(overrides), a.WebhookSecret, micros(a.Disabled), micros(now))
	if ch := accountChanges(old, a); err == nil && len(ch) > 0 {
		err = writeAudit(ctx, tx, AccountChanged, a.ID, a.ID, ch)
	}
	return err
}

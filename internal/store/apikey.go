package store

import (
	"context"
	"strings"
	"time"
)

// APIKey is a credential of an account. Its secret is not stored.
type APIKey struct {
	ID          string // the 10 characters that the key shows in clear
	Account     string
	Environment string // dev, stg or prd
	Name        string
	Hash        string // HMAC of the secret, in hexadecimal
	Scopes      []string
	Created     time.Time
	Expires     time.Time // zero: never
	Revoked     time.Time // zero: not revoked
	LastUsed    time.Time // to the minute; zero: never
	Successor   string    // the key that replaces this one; until Expires both are valid
}

const apiKeyColumns = "id, account_id, environment, name, hash, scopes, created_at, expires_at, revoked_at, last_used_at, successor_id"

func scanAPIKey(r Row) (*APIKey, error) {
	k, scopes := &APIKey{}, ""
	err := r.Scan(&k.ID, &k.Account, &k.Environment, &k.Name, &k.Hash, &scopes,
		stamp{&k.Created}, stamp{&k.Expires}, stamp{&k.Revoked}, stamp{&k.LastUsed}, &k.Successor)
	k.Scopes = strings.Fields(scopes)
	return k, err
}

// InsertAPIKey adds a key. It fails with ErrExists when its id is taken.
func InsertAPIKey(ctx context.Context, tx Tx, k *APIKey) error {
	if err := addAPIKey(ctx, tx, k); err != nil {
		return err
	}
	return writeAudit(ctx, tx, KeyCreated, k.ID, k.Account, changes{
		"name": k.Name, "environment": k.Environment, "scopes": strings.Join(k.Scopes, " "),
	})
}

func addAPIKey(ctx context.Context, tx Tx, k *APIKey) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	k.Created = now
	n, err := tx.Exec(ctx, `INSERT INTO api_keys (`+apiKeyColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, NULL, '') ON CONFLICT DO NOTHING`,
		k.ID, k.Account, k.Environment, k.Name, k.Hash, strings.Join(k.Scopes, " "), micros(now), micros(k.Expires))
	if err == nil && n == 0 {
		err = ErrExists
	}
	return err
}

// GetAPIKey returns a key by its id, in any state, or ErrNotFound.
func GetAPIKey(ctx context.Context, tx Tx, id string) (*APIKey, error) {
	return scanAPIKey(tx.QueryRow(ctx, `SELECT `+apiKeyColumns+` FROM api_keys WHERE id = $1`, id))
}

// ListAPIKeys returns the keys of an account, newest first, revoked ones too.
func ListAPIKeys(ctx context.Context, tx Tx, account string) ([]*APIKey, error) {
	return collect(ctx, tx, scanAPIKey, `SELECT `+apiKeyColumns+` FROM api_keys
		WHERE account_id = $1 ORDER BY created_at DESC, id`, account)
}

// RevokeAPIKey ends a key of an account at once. Revoking it again changes nothing.
func RevokeAPIKey(ctx context.Context, tx Tx, account, id string) (*APIKey, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	k, err := scanAPIKey(tx.QueryRow(ctx, `SELECT `+apiKeyColumns+` FROM api_keys WHERE id = $1 AND account_id = $2`+tx.rowLock(), id, account))
	if err != nil || !k.Revoked.IsZero() {
		return k, err
	}
	k.Revoked = now
	if _, err := tx.Exec(ctx, `UPDATE api_keys SET revoked_at = $2 WHERE id = $1`, id, micros(now)); err != nil {
		return nil, err
	}
	return k, writeAudit(ctx, tx, KeyRevoked, id, account, changes{"name": k.Name})
}

// RotateAPIKey adds a key in place of the key old of the same account. The old key expires at end, or earlier if
// it was to expire earlier. RotateAPIKey fails with ErrExists when the old key was replaced already.
func RotateAPIKey(ctx context.Context, tx Tx, old string, k *APIKey, end time.Time) error {
	if err := addAPIKey(ctx, tx, k); err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE api_keys SET successor_id = $3,
		expires_at = CASE WHEN expires_at < $4 THEN expires_at ELSE $4 END
		WHERE id = $1 AND account_id = $2 AND successor_id = ''`, old, k.Account, k.ID, micros(end))
	if err == nil && n == 0 {
		err = ErrExists
	}
	if err != nil {
		return err
	}
	return writeAudit(ctx, tx, KeyRotated, old, k.Account, changes{"name": k.Name, "successor": k.ID, "ends_at": end.UTC().Format(time.RFC3339)})
}

// TouchAPIKey records that a key was used. Callers do so once a minute at most.
func TouchAPIKey(ctx context.Context, tx Tx, id string) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE api_keys SET last_used_at = $2 WHERE id = $1`, id, micros(now.Truncate(time.Minute)))
	return err
}

// SetAPIKeyHash replaces the hash of a key.
func SetAPIKeyHash(ctx context.Context, tx Tx, id, hash string) error {
	_, err := tx.Exec(ctx, `UPDATE api_keys SET hash = $2 WHERE id = $1`, id, hash)
	return err
}

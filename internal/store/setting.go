package store

import (
	"context"
	"errors"
	"strings"
)

// FirstSetting stores a value that all processes of a service share, unless one is stored. It returns the value
// that was stored first.
func FirstSetting(ctx context.Context, tx Tx, name, value string) (first string, err error) {
	if _, err := tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, value); err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&first)
	return first, err
}

// SetSetting replaces the value of a setting.
func SetSetting(ctx context.Context, tx Tx, name, value string) error {
	_, err := tx.Exec(ctx, `UPDATE settings SET value = $2 WHERE name = $1`, name, value)
	return err
}

// GetSetting returns the value of a setting, or "".
func GetSetting(ctx context.Context, tx Tx, name string) (value string, err error) {
	err = tx.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return value, err
}

// probeBytes is more than the record of a conversion takes, with its indexes.
const probeBytes = 64 << 10

// Probe writes as much as a conversion does, and deletes it again. It fails if the database can be read but not
// written.
func Probe(ctx context.Context, tx Tx) error {
	name := NewID("probe")
	if _, err := FirstSetting(ctx, tx, name, strings.Repeat(" ", probeBytes)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM settings WHERE name = $1`, name)
	return err
}

package store

import "context"

// FirstSetting stores a value that all processes of a service share, unless there is one:
// it returns the one that counts, which is that of the first.
func FirstSetting(ctx context.Context, tx Tx, name, value string) (first string, err error) {
	if _, err := tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, value); err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&first)
	return first, err
}

// SetSetting replaces a value.
func SetSetting(ctx context.Context, tx Tx, name, value string) error {
	_, err := tx.Exec(ctx, `UPDATE settings SET value = $2 WHERE name = $1`, name, value)
	return err
}

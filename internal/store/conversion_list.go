package store

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"
)

// ErrCursor is returned for a cursor that no listing has returned.
var ErrCursor = errors.New("store: not a cursor")

// Filter selects conversions of an account. Zero fields select all.
type Filter struct {
	Status        Status
	Batch         string
	CustomID      string
	CreatedAfter  time.Time // exclusive
	CreatedBefore time.Time // exclusive

	// Cursor is the end of the previous page; empty for the first.
	Cursor string
	// Limit is the most conversions to return. The caller bounds it.
	Limit int

	_ struct{}
}

// ListConversions returns conversions of an account, newest first, without deleted ones, and the cursor of the
// next page. The cursor is empty on the last page.
func ListConversions(ctx context.Context, tx Tx, account string, f Filter) (page []*Conversion, next string, err error) {
	s := newSelection("deleted_at IS NULL AND account_id =", account)
	if f.Status != "" {
		s.is("status", string(f.Status))
	}
	if f.Batch != "" {
		s.add("batch_id <> '' AND batch_id =", f.Batch) // repeats the condition of the partial index for the planner
	}
	if f.CustomID != "" {
		s.add("custom_id <> '' AND custom_id =", f.CustomID)
	}
	if !f.CreatedAfter.IsZero() {
		s.add("created_at >", micros(f.CreatedAfter))
	}
	if !f.CreatedBefore.IsZero() {
		s.add("created_at <", micros(f.CreatedBefore))
	}
	if f.Cursor != "" {
		last, err := parseCursor("conv", f.Cursor)
		if err != nil {
			return nil, "", err
		}
		s.add("id <", last)
	}
	query := fmt.Sprintf("SELECT %s FROM conversions WHERE %s ORDER BY id DESC LIMIT %d",
		conversionColumns, s.text(), f.Limit+1)
	page, err = collect(ctx, tx, scanConversion, query, s.args...)
	if err != nil || len(page) <= f.Limit {
		return page, "", err
	}
	page = page[:f.Limit]
	return page, newCursor(page[f.Limit-1].ID), nil
}

// newCursor encodes an id, so that clients do not make cursors themselves.
func newCursor(id string) string { return base64.RawURLEncoding.EncodeToString([]byte(id)) }

func parseCursor(prefix, cursor string) (id string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || !IsID(prefix, string(raw)) {
		return "", ErrCursor
	}
	return string(raw), nil
}

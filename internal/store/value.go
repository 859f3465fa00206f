package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// micros returns a time as it is stored. The zero time is NULL.
func micros(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

// stamp reads a stored time into t.
type stamp struct{ t *time.Time }

// Scan implements sql.Scanner.
func (s stamp) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*s.t = time.Time{}
	case int64:
		*s.t = time.UnixMicro(v).UTC()
	default:
		return fmt.Errorf("store: a time is stored as %T", src)
	}
	return nil
}

// document reads stored JSON. An empty text becomes nil.
type document struct{ raw *json.RawMessage }

// Scan implements sql.Scanner.
func (d document) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d.raw = nil
	case string:
		*d.raw = json.RawMessage(v)
	case []byte:
		*d.raw = append(json.RawMessage(nil), v...)
	default:
		return fmt.Errorf("store: JSON is stored as %T", src)
	}
	if len(*d.raw) == 0 {
		*d.raw = nil
	}
	return nil
}

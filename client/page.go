package client

import "encoding/json"

// Page is a part of a list, newest first.
type Page[T any] struct {
	Data    []T  `json:"data"` // never null in JSON
	HasMore bool `json:"has_more"`
	// NextCursor asks for the part that follows; null when there is none.
	NextCursor *string `json:"next_cursor"`
}

// MarshalJSON writes [] for no data.
func (p Page[T]) MarshalJSON() ([]byte, error) {
	type fields Page[T] // without this method
	if p.Data == nil {
		p.Data = []T{}
	}
	return json.Marshal(fields(p))
}

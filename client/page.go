package client

import "encoding/json"

// Page is a page of a list, newest first.
type Page[T any] struct {
	Data    []T  `json:"data"` // never null in JSON
	HasMore bool `json:"has_more"`
	// NextCursor selects the next page. It is null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// MarshalJSON writes missing data as [].
func (p Page[T]) MarshalJSON() ([]byte, error) {
	type fields Page[T] // without this method
	if p.Data == nil {
		p.Data = []T{}
	}
	return json.Marshal(fields(p))
}

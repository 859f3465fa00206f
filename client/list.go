package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Paging says which page of a list is returned.
type Paging struct {
	Limit  int    // entries, 1 to 100; 0: 20
	Cursor string // the NextCursor of the previous page; "": the first page

	_ struct{} // callers must name the fields, so that fields can be added
}

// params collects the parameters of a query. Empty ones are left out.
type params struct{ url.Values }

func newParams() params { return params{url.Values{}} }

func (p params) text(name, value string) {
	if value != "" {
		p.Set(name, value)
	}
}

func (p params) time(name string, t time.Time) {
	if !t.IsZero() {
		p.Set(name, t.UTC().Format(time.RFC3339Nano))
	}
}

func (p params) paging(g Paging) {
	if g.Limit != 0 {
		p.Set("limit", strconv.Itoa(g.Limit))
	}
	p.text("cursor", g.Cursor)
}

// all walks a list from the page that query selects, and requests the following pages when it reaches them.
func all[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for {
			page, err := get[Page[T]](ctx, c, path, query)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page.Data {
				if !yield(&page.Data[i], nil) {
					return
				}
			}
			if !page.HasMore {
				return
			}
			if page.NextCursor == nil || *page.NextCursor == query.Get("cursor") {
				yield(nil, &Error{Code: InvalidAnswer, Message: "a list goes on, and does not say where"})
				return
			}
			query.Set("cursor", *page.NextCursor)
		}
	}
}

// maxID is the longest identifier of the interface.
const maxID = 64

// idPath returns a path of the interface that contains an identifier. It checks the identifier, so that an empty
// or strange one cannot change the path.
func idPath(prefix, id, suffix string) (string, error) {
	if id == "" || len(id) > maxID {
		return "", invalid("%q is not an identifier", id)
	}
	for _, c := range []byte(id) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		digit := '0' <= c && c <= '9'
		if !letter && !digit && c != '_' && c != '-' {
			return "", invalid("%q is not an identifier", id)
		}
	}
	return prefix + "/" + id + suffix, nil
}

// getOne returns the object with an identifier.
func getOne[T any](ctx context.Context, c *Client, prefix, id, suffix string, query url.Values) (*T, error) {
	path, err := idPath(prefix, id, suffix)
	if err != nil {
		return nil, err
	}
	return get[T](ctx, c, path, query)
}

// change sends in as JSON for the object with an identifier.
func change[T any](ctx context.Context, c *Client, method, prefix, id, suffix string, in any) (*T, error) {
	path, err := idPath(prefix, id, suffix)
	if err != nil {
		return nil, err
	}
	return submit[T](ctx, c, method, path, in)
}

func failing[T any](err error) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) { yield(nil, err) }
}

func (g Paging) values() url.Values {
	p := newParams()
	p.paging(g)
	return p.Values
}

// removeOne deletes the object with an identifier.
func (c *Client) removeOne(ctx context.Context, prefix, id string) error {
	path, err := idPath(prefix, id, "")
	if err != nil {
		return err
	}
	return c.do(ctx, &call{method: http.MethodDelete, path: path}, nil)
}

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// UsageService tells what an account has used. It belongs to a Client.
type UsageService struct{ c *Client }

// Get returns what the account has used in the present period.
func (s UsageService) Get(ctx context.Context) (*Usage, error) {
	return get[Usage](ctx, s.c, "/v1/usage", nil)
}

// Daily returns what the account used on each of the last days, today included, the oldest day first. Days without
// usage may be missing. 0 means 30 days.
func (s UsageService) Daily(ctx context.Context, days int) ([]DailyUsage, error) {
	query := url.Values{}
	if days != 0 {
		query.Set("days", strconv.Itoa(days))
	}
	page, err := get[Page[DailyUsage]](ctx, s.c, "/v1/usage/daily", query)
	if err != nil {
		return nil, err
	}
	return page.Data, nil
}

const keysPath = "/v1/api-keys"

// KeyService manages API keys. It belongs to a Client.
type KeyService struct{ c *Client }

// Create makes a key. The answer is the only one that contains Key.
func (s KeyService) Create(ctx context.Context, r APIKeyRequest) (*APIKey, error) {
	return submit[APIKey](ctx, s.c, http.MethodPost, keysPath, r)
}

// List returns a page of the list of keys, newest first.
func (s KeyService) List(ctx context.Context, g Paging) (*Page[APIKey], error) {
	return get[Page[APIKey]](ctx, s.c, keysPath, g.values())
}

// All walks the list. It ends at the first error.
func (s KeyService) All(ctx context.Context, g Paging) iter.Seq2[*APIKey, error] {
	return all[APIKey](ctx, s.c, keysPath, g.values())
}

// Rotate makes a new key that replaces an old one. The answer is the only one that contains Key.
func (s KeyService) Rotate(ctx context.Context, id string, r Rotation) (*APIKey, error) {
	return change[APIKey](ctx, s.c, http.MethodPost, keysPath, id, "/rotate", r)
}

// Delete revokes a key at once.
func (s KeyService) Delete(ctx context.Context, id string) error {
	return s.c.removeOne(ctx, keysPath, id)
}

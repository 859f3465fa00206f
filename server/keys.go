package server

import (
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/apikey"
	"github.com/pagelift/pagelift/internal/store"
)

// ownScopes allow everything with what an account has. A key has them if nothing else is asked for.
var ownScopes = []client.Scope{
	client.ScopeConversionsRead, client.ScopeConversionsWrite, client.ScopeWebhooksRead, client.ScopeWebhooksWrite,
	client.ScopeUsageRead, client.ScopeKeysWrite,
}

// scopes are all scopes that a key may have.
var scopes = append(slices.Clip(ownScopes), client.ScopeAccountsWrite, client.ScopeAdmin)

// environments are where a key may be used. The service treats them alike.
var environments = []string{"dev", "stg", "prd"}

const (
	keyIDSize  = 10
	secretSize = 32 // 190 bits

	// maxKeyName is the greatest length of a key's name in characters.
	maxKeyName = 256

	// maxGrace is the longest time that a key may stay valid after its rotation.
	maxGrace     = 30 * 24 * time.Hour
	defaultGrace = 24 * time.Hour
)

// newKey returns a new API key and its id.
func newKey(environment string) (id, key string) {
	id = randomText(keyIDSize)
	head := "pl_" + environment + "_" + id + "_" + randomText(secretSize)
	return id, head + apikey.Checksum(head)
}

// randomText returns n random characters of apikey.Digits, all with the same probability: it discards bytes beyond
// the last whole multiple of the number of digits.
func randomText(n int) string {
	const fair = 256 - 256%len(apikey.Digits)
	out := make([]byte, 0, n)
	var b [64]byte
	for len(out) < n {
		rand.Read(b[:]) // never fails
		for _, c := range b {
			if int(c) < fair && len(out) < n {
				out = append(out, apikey.Digits[int(c)%len(apikey.Digits)])
			}
		}
	}
	return string(out)
}

// listKeys answers with a page of the account's keys, newest first, revoked ones included.
func (s *accounts) listKeys(c *call) error {
	limit, cursor, err := c.pageParameters()
	if err != nil {
		return err
	}
	var keys []*store.APIKey
	err = s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		keys, err = store.ListAPIKeys(c.ctx(), tx, c.account.ID)
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	// People create keys by hand, so an account has few. A page is therefore cut out of all of them. A cursor is
	// the id of the last key of the page before.
	if cursor := cursor; cursor != "" {
		i := slices.IndexFunc(keys, func(k *store.APIKey) bool { return k.ID == cursor })
		if i < 0 {
			return failure(client.InvalidCursor, "the cursor is not one of this list")
		}
		keys = keys[i+1:]
	}
	page := client.Page[client.APIKey]{}
	for _, k := range keys[:min(limit, len(keys))] {
		page.Data = append(page.Data, wireKey(k))
	}
	if page.HasMore = len(keys) > limit; page.HasMore {
		page.NextCursor = &keys[limit-1].ID
	}
	return c.respond(http.StatusOK, page)
}

func wireKey(k *store.APIKey) client.APIKey {
	out := client.APIKey{
		ID: k.ID, Name: k.Name, Environment: k.Environment, Prefix: "pl_" + k.Environment + "_" + k.ID,
		CreatedAt: k.Created, LastUsedAt: optionalTime(k.LastUsed), ExpiresAt: optionalTime(k.Expires), RevokedAt: optionalTime(k.Revoked),
	}
	for _, scope := range k.Scopes {
		out.Scopes = append(out.Scopes, client.Scope(scope))
	}
	return out
}

// createKey creates a key. The key can have only scopes that the calling key has itself.
func (s *accounts) createKey(c *call) error {
	var req client.APIKeyRequest
	fingerprint, err := s.readBody(c.w, c.r, &req)
	if err != nil {
		return err
	}
	if err := c.checkNewKey(req); err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	k, secret, err := s.newAPIKey(c, req)
	if err != nil {
		return err
	}
	return c.respondKey(k, secret)
}

// checkNewKey checks a request for a key, and that the calling key may give its scopes.
func (c *call) checkNewKey(req client.APIKeyRequest) error {
	if err := checkKeyRequest(req); err != nil {
		return err
	}
	return c.mayGive(req.Scopes)
}

// mayGive checks that the calling key has the scopes that it would give, to a new key or to the successor of
// another.
func (c *call) mayGive(scopes []client.Scope) error {
	for _, scope := range scopes {
		if !slices.Contains(c.key.Scopes, string(scope)) {
			e := failure(client.InsufficientScope, "a key cannot give the scope %s, which it lacks", scope)
			e.Details = map[string]any{"required": string(scope)}
			return e
		}
	}
	return nil
}

// newAPIKey creates a key of the account.
func (s *accounts) newAPIKey(c *call, req client.APIKeyRequest) (*store.APIKey, string, error) {
	if err := c.checkNewKey(req); err != nil {
		return nil, "", err
	}
	k, secret := s.makeKey(c.account.ID, req)
	err := s.db.Update(c.ctx(), func(tx store.Tx) error { return store.InsertAPIKey(c.ctx(), tx, k) })
	if err != nil {
		return nil, "", s.storeError(err)
	}
	return k, secret, nil
}

// respondKey answers with a key. It does not store the answer for the Idempotency-Key, because no secret is
// stored: a repetition gets the key's record without the secret.
func (c *call) respondKey(k *store.APIKey, secret string) error {
	wire := wireKey(k)
	c.once.keepJSON(c, http.StatusCreated, wire)
	wire.Key = secret
	writeJSON(c.w, http.StatusCreated, wire)
	return nil
}

// makeKey returns a new key of an account: its record, and the key for its owner.
func (s *accounts) makeKey(account string, req client.APIKeyRequest) (*store.APIKey, string) {
	id, key := newKey(req.Environment)
	k := &store.APIKey{
		ID: id, Account: account, Environment: req.Environment, Name: req.Name,
		Hash: s.secrets.hashKey(key),
	}
	for _, scope := range req.Scopes {
		k.Scopes = append(k.Scopes, string(scope))
	}
	return k, key
}

func checkKeyRequest(req client.APIKeyRequest) error {
	switch {
	case req.Name == "" || utf8.RuneCountInString(req.Name) > maxKeyName:
		return badParameter("name", "must have 1 to 256 characters")
	case !slices.Contains(environments, req.Environment):
		return badParameter("environment", "must be dev, stg or prd")
	case len(req.Scopes) == 0:
		return badParameter("scopes", "must name at least one scope")
	}
	for _, scope := range req.Scopes {
		if !slices.Contains(scopes, scope) {
			return badParameter("scopes", "names a scope that there is not")
		}
	}
	return nil
}

// revokeKey revokes a key.
func (s *accounts) revokeKey(c *call) error {
	if err := s.endKey(c); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// endKey revokes the key that the path names.
func (s *accounts) endKey(c *call) error {
	return s.keyError(s.db.Update(c.ctx(), func(tx store.Tx) error {
		_, err := store.RevokeAPIKey(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	}))
}

// rotateKey creates a key in place of another, which stays valid for a while.
func (s *accounts) rotateKey(c *call) error {
	req := struct {
		Grace *int `json:"grace_seconds"`
	}{}
	fingerprint, err := s.readBody(c.w, c.r, &req)
	if err != nil {
		return err
	}
	grace := defaultGrace
	if req.Grace != nil {
		grace = time.Duration(*req.Grace) * time.Second
	}
	if grace < 0 || grace > maxGrace {
		return badParameter("grace_seconds", "must be from 0 to 2592000")
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	var k *store.APIKey
	var secret string
	err = s.db.Update(c.ctx(), func(tx store.Tx) error {
		old, err := store.GetAPIKey(c.ctx(), tx, c.r.PathValue("id"))
		if err != nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		if old.Account != c.account.ID || !old.Revoked.IsZero() {
			return store.ErrNotFound
		}
		wire := wireKey(old)
		if err := c.mayGive(wire.Scopes); err != nil {
			return err
		}
		k, secret = s.makeKey(c.account.ID, client.APIKeyRequest{Name: old.Name, Environment: old.Environment, Scopes: wire.Scopes})
		return store.RotateAPIKey(c.ctx(), tx, old.ID, k, now.Add(grace))
	})
	if errors.Is(err, store.ErrExists) {
		return failure(client.RotationInProgress, "the key was replaced already")
	}
	if err != nil {
		return s.keyError(err)
	}
	return c.respondKey(k, secret)
}

func (s *accounts) keyError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return failure(client.NotFound, "there is no such key")
	}
	return s.storeError(err)
}

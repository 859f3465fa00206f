package server

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// KeyRequest asks for an API key on behalf of the operator of the service.
type KeyRequest struct {
	// Account is the name of the account. It is created if it is missing.
	Account string
	// Plan is free, starter, professional or enterprise. It applies to an account that is created; an existing
	// account keeps its own.
	Plan string
	// Environment is dev, stg or prd.
	Environment string
	// Scopes are what the key may do. Empty: everything with what its account has.
	Scopes []client.Scope
	// Name says what the key is for.
	Name string
	// Key is a key to be used as it is, in the form of all keys, for installations that choose theirs beforehand.
	// Empty: a new key is made. Asking for the same key again changes nothing.
	Key string

	_ struct{} // callers must name the fields, so that fields can be added
}

// IssueKey creates an API key without a request through the interface, such as the first key of a service. Only
// the return value has the key itself.
func (s *Server) IssueKey(ctx context.Context, req KeyRequest) (client.APIKey, error) {
	req, err := req.complete()
	if err != nil {
		return client.APIKey{}, fmt.Errorf("server: issuing a key: %w", err)
	}
	var k *store.APIKey
	var secret string
	err = s.db.Update(ctx, func(tx store.Tx) error {
		account, err := store.EnsureAccount(ctx, tx, store.Account{Name: req.Account, Plan: req.Plan})
		if err != nil {
			return err
		}
		k, secret = s.accounts.makeKey(account.ID, client.APIKeyRequest{Name: req.Name, Environment: req.Environment, Scopes: req.Scopes})
		if req.Key != "" {
			parts, err := client.ParseKey(req.Key)
			if err != nil {
				return err
			}
			k.ID, k.Hash, secret = parts.ID, s.secrets.hashKey(req.Key), req.Key
		}
		err = store.InsertAPIKey(ctx, tx, k)
		if req.Key != "" && errors.Is(err, store.ErrExists) {
			return s.sameKey(ctx, tx, k, req.Key)
		}
		return err
	})
	if err != nil {
		return client.APIKey{}, fmt.Errorf("server: issuing a key: %w", err)
	}
	wire := wireKey(k)
	wire.Key = secret
	return wire, nil
}

// Check returns the error that IssueKey would return for a request that is not valid. It needs no service.
func (req KeyRequest) Check() error {
	_, err := req.complete()
	return err
}

// complete returns req with every field set that was left open.
func (req KeyRequest) complete() (KeyRequest, error) {
	if len(req.Scopes) == 0 {
		req.Scopes = ownScopes
	}
	if req.Key != "" {
		parts, err := client.ParseKey(req.Key)
		if err != nil {
			return req, err
		}
		req.Environment = parts.Environment
	}
	if req.Account == "" {
		return req, badParameter("account", "is empty")
	}
	if !quota.Plan(req.Plan).Valid() {
		return req, badParameter("plan", "must be free, starter, professional or enterprise")
	}
	return req, checkKeyRequest(client.APIKeyRequest{Name: req.Name, Environment: req.Environment, Scopes: req.Scopes})
}

// sameKey makes k the stored record of key. It returns an error if another key has that id.
func (s *Server) sameKey(ctx context.Context, tx store.Tx, k *store.APIKey, key string) error {
	stored, err := store.GetAPIKey(ctx, tx, k.ID)
	if err != nil {
		return err
	}
	if !s.secrets.knowsKey(stored.Hash, key) {
		return errors.New("another key has the same identifier")
	}
	*k = *stored
	return nil
}

// Key is an API key and the name of its account.
type Key struct {
	Account string `json:"account"` // its name
	Plan    string `json:"plan"`
	client.APIKey
}

// Keys returns all keys of the service, by account and newest first.
func (s *Server) Keys(ctx context.Context) (keys []Key, err error) {
	err = s.db.View(ctx, func(tx store.Tx) error {
		keys = nil
		accounts, err := store.ListAccounts(ctx, tx)
		if err != nil {
			return err
		}
		for _, a := range accounts {
			list, err := store.ListAPIKeys(ctx, tx, a.ID)
			if err != nil {
				return err
			}
			for _, k := range list {
				keys = append(keys, Key{a.Name, a.Plan, wireKey(k)})
			}
		}
		return nil
	})
	return keys, err
}

// RevokeKey revokes a key of any account by its id.
func (s *Server) RevokeKey(ctx context.Context, id string) error {
	return s.db.Update(ctx, func(tx store.Tx) error {
		k, err := store.GetAPIKey(ctx, tx, id)
		if err != nil {
			return fmt.Errorf("server: revoking key %s: %w", id, err)
		}
		_, err = store.RevokeAPIKey(ctx, tx, k.Account, id)
		return err
	})
}

// HasKeys reports whether the service has any key. A caller can create the first one if it has none.
func (s *Server) HasKeys(ctx context.Context) (bool, error) {
	keys, err := s.Keys(ctx)
	return slices.ContainsFunc(keys, func(k Key) bool { return k.RevokedAt == nil }), err
}

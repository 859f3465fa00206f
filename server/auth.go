package server

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// auth identifies the caller of a request, and what is left of the caller's plan.
type auth struct{ *core }

// authenticate identifies the caller, counts the request, and checks that the key has the scope of the operation.
// Every answer from then on says what is left of the plan.
func (s *auth) authenticate(c *call, e endpoint) error {
	if e.signed && c.r.URL.Query().Has("signature") {
		return nil // the operation checks the signature, because it knows whose resource it is
	}
	if err := s.identify(c, e); err != nil {
		return err
	}
	s.actAs(c, store.ByKey)
	if err := s.countRequest(c); err != nil {
		return err
	}
	if !c.account.Disabled.IsZero() {
		return failure(client.AccountDisabled, "the account is disabled")
	}
	if !slices.Contains(c.key.Scopes, string(e.scope)) {
		err := failure(client.InsufficientScope, "the key lacks the scope %s", e.scope)
		err.Details = map[string]any{"required": string(e.scope)}
		return err
	}
	return nil
}

// identify finds the key and the account of the request, and checks that the key is valid.
func (s *auth) identify(c *call, e endpoint) error {
	secret, err := bearer(c.r)
	if err != nil {
		return err
	}
	parts, err := client.ParseKey(secret)
	if err != nil {
		return failure(client.InvalidAPIKey, "the API key is not valid")
	}
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		if c.key, err = store.GetAPIKey(c.ctx(), tx, parts.ID); err != nil {
			return err
		}
		if c.account, err = store.GetAccount(c.ctx(), tx, c.key.Account); err != nil {
			return err
		}
		if err := c.countUsed(tx); err != nil {
			return err
		}
		if !e.submits {
			return nil
		}
		return c.checkQueue(tx)
	})
	if errors.Is(err, store.ErrNotFound) {
		return failure(client.InvalidAPIKey, "the API key is not valid")
	}
	if err != nil {
		return s.storeError(err)
	}
	if !s.secrets.knowsKey(c.key.Hash, secret) {
		return failure(client.InvalidAPIKey, "the API key is not valid")
	}
	now := s.clock()
	switch {
	case !c.key.Revoked.IsZero():
		return failure(client.RevokedAPIKey, "the API key was revoked")
	case !c.key.Expires.IsZero() && now.After(c.key.Expires):
		return failure(client.ExpiredAPIKey, "the API key has expired")
	}
	c.limits = quota.LimitsOf(c.account)
	s.touch(c, now)
	s.rehash(c, secret)
	return nil
}

// rehash replaces the stored hash of a key by the one that the first secret makes, so that older secrets can be
// removed. A failure is logged and does not refuse the request.
func (s *auth) rehash(c *call, key string) {
	hash := s.secrets.hashKey(key)
	if c.key.Hash == hash {
		return
	}
	err := s.db.Update(c.ctx(), func(tx store.Tx) error { return store.SetAPIKeyHash(c.ctx(), tx, c.key.ID, hash) })
	if err != nil && c.ctx().Err() == nil {
		s.log.WarnContext(c.ctx(), "storing a key's new hash", "request_id", requestID(c.ctx()), "err", err)
	}
}

// checkRoom refuses a request that submits conversions before its body is read, if none can be accepted whatever
// the body is. It is only a first check: the transaction that stores the conversions counts exactly. A request
// with an Idempotency-Key that is known already goes on, to get its stored answer.
func (s *auth) checkRoom(c *call) error {
	if c.once != nil && c.once.known {
		return nil
	}
	if most := c.limits.MonthlyConversions; most != quota.Unlimited && c.used >= most {
		now, err := s.db.Now(c.ctx())
		if err != nil {
			return s.storeError(err)
		}
		return s.submitError(&quota.ExceededError{Limit: most, Requested: 1, Resets: quota.Resets(now)})
	}
	if c.full != nil {
		return s.submitError(c.full)
	}
	return nil
}

// touch records that the key is used, at most once a minute. A failure is logged and does not refuse the request.
func (s *auth) touch(c *call, now time.Time) {
	if now.Sub(c.key.LastUsed) < time.Minute {
		return
	}
	err := s.db.UpdateRelaxed(c.ctx(), func(tx store.Tx) error { return store.TouchAPIKey(c.ctx(), tx, c.key.ID) })
	if err != nil && c.ctx().Err() == nil {
		s.log.WarnContext(c.ctx(), "noting the use of a key", "request_id", requestID(c.ctx()), "err", err)
	}
}

// countRequest counts the request against the account's limit per minute.
func (s *auth) countRequest(c *call) (err error) {
	if c.rate, err = quota.Count(c.ctx(), s.db, c.account.ID, c.limits); err != nil {
		return s.storeError(err)
	}
	h := c.w.Header()
	h.Set(headerRateLimit, limitText(c.rate.Limit))
	h.Set(headerRateRemaining, limitText(c.rate.Remaining))
	h.Set(headerRateReset, strconv.FormatInt(c.rate.Reset.Unix(), 10))
	c.showQuota()
	if c.rate.Allowed {
		return nil
	}
	e := failure(client.RateLimitExceeded, "the plan allows %d requests per minute", c.rate.Limit)
	e.Details = map[string]any{"limit": c.rate.Limit, "resets_at": c.rate.Reset.Format(time.RFC3339)}
	e.RetryAfter = max(time.Second, c.rate.RetryAfter)
	return e
}

// actAs records the key of the request as the one that makes the changes of the request.
func (s *auth) actAs(c *call, kind store.ActorKind) {
	from := ""
	if addr := s.clientAddr(c.r); addr.IsValid() {
		from = addr.String()
	}
	c.r = c.r.WithContext(store.As(c.ctx(), store.Actor{Kind: kind, ID: c.key.ID, From: from}))
}

package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// call is one request on its way through an operation.
type call struct {
	*Server
	w http.ResponseWriter
	r *http.Request

	// who makes the request; zero where the operation needs no key.
	account *store.Account
	key     *store.APIKey
	limits  quota.Limits
	rate    quota.Rate
	used    int64                 // conversions in this month
	full    *quota.QueueFullError // nil: there is room in the queue, or was

	once *once // of a request with an Idempotency-Key
}

// ctx is the context of the request.
func (c *call) ctx() context.Context { return c.r.Context() }

// respond answers with v, and keeps the answer where the request can be repeated.
func (c *call) respond(status int, v any) error {
	return c.once.respond(c, status, v)
}

// authenticate finds out who asks, counts the request, and checks that the key may do it.
// Every answer from then on says what is left of the plan.
func (s *Server) authenticate(c *call, e endpoint) error {
	if e.signed && c.r.URL.Query().Has("signature") {
		return nil // the operation checks it, which knows whose resource it is
	}
	if err := s.identify(c, e); err != nil {
		return err
	}
	c.actAs(store.ByKey)
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

// identify finds the key and the account of the request.
func (s *Server) identify(c *call, e endpoint) error {
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
	c.limits = quota.Of(c.account)
	s.touch(c, now)
	s.rehash(c, secret)
	return nil
}

// rehash stores the hash that the first secret makes of a key, so that the others can be taken
// away. That it fails is no reason to refuse.
func (s *Server) rehash(c *call, key string) {
	hash := s.secrets.hashKey(key)
	if c.key.Hash == hash {
		return
	}
	err := s.db.Update(c.ctx(), func(tx store.Tx) error { return store.SetAPIKeyHash(c.ctx(), tx, c.key.ID, hash) })
	if err != nil && c.ctx().Err() == nil {
		s.log.WarnContext(c.ctx(), "storing a key's new hash", "request_id", requestID(c.ctx()), "err", err)
	}
}

// countUsed looks up how many conversions of this month are used up.
func (c *call) countUsed(tx store.Tx) error {
	now, err := tx.Now(c.ctx())
	if err != nil {
		return err
	}
	used, err := store.GetUsage(c.ctx(), tx, c.account.ID, store.Month(now))
	c.used = used.Conversions
	return err
}

// checkQueue finds out whether one more conversion can be queued.
func (c *call) checkQueue(tx store.Tx) error {
	err := quota.CheckQueue(c.ctx(), tx, c.account.ID, quota.Of(c.account), 1)
	if errors.As(err, &c.full) {
		return nil
	}
	return err
}

// checkRoom refuses a request for conversions that cannot be accepted whatever its body is,
// before that is read. The commit counts exactly. A request that may have been
// answered already gets its answer.
func (c *call) checkRoom() error {
	if c.once != nil && c.once.known {
		return nil
	}
	if most := c.limits.MonthlyConversions; most != quota.Unlimited && c.used >= most {
		now, err := c.db.Now(c.ctx())
		if err != nil {
			return c.storeError(err)
		}
		return c.submitError(&quota.ExceededError{Limit: most, Requested: 1, Resets: quota.Resets(now)})
	}
	if c.full != nil {
		return c.submitError(c.full)
	}
	return nil
}

// touch notes once a minute that the key is used. That it fails is no reason to refuse.
func (s *Server) touch(c *call, now time.Time) {
	if now.Sub(c.key.LastUsed) < time.Minute {
		return
	}
	err := s.db.UpdateRelaxed(c.ctx(), func(tx store.Tx) error { return store.TouchAPIKey(c.ctx(), tx, c.key.ID) })
	if err != nil && c.ctx().Err() == nil {
		s.log.WarnContext(c.ctx(), "noting the use of a key", "request_id", requestID(c.ctx()), "err", err)
	}
}

// bearer is the credential of the header Authorization (RFC 6750, section 2.1).
func bearer(r *http.Request) (string, error) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !ok || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return "", failure(client.MissingAPIKey, "the header Authorization: Bearer <API key> is missing")
	}
	return token, nil
}

// Headers that say what is left.
const (
	headerRateLimit     = "X-RateLimit-Limit"
	headerRateRemaining = "X-RateLimit-Remaining"
	headerRateReset     = "X-RateLimit-Reset"
	headerQuota         = "X-Quota-Remaining"
)

// unlimited is what the headers say where a plan has no limit: the largest number that the
// integers of all clients hold.
const unlimited = 1<<31 - 1

// countRequest counts the request in the minute of its account.
func (s *Server) countRequest(c *call) (err error) {
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

// limitText is a count of what is allowed or left, as the headers say it.
func limitText(n int64) string {
	if n == quota.Unlimited {
		n = unlimited
	}
	return strconv.FormatInt(n, 10)
}

// showQuota tells the client how many conversions are left in this month.
func (c *call) showQuota() {
	left := c.limits.MonthlyConversions
	if left != quota.Unlimited {
		left = max(0, left-c.used)
	}
	c.w.Header().Set(headerQuota, limitText(left))
}

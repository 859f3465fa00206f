package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// call is one request while an operation handles it.
type call struct {
	w http.ResponseWriter
	r *http.Request

	// The caller. These fields are zero where the operation needs no key.
	account *store.Account
	key     *store.APIKey
	limits  quota.Limits
	rate    quota.Rate
	used    int64                 // conversions in this month
	full    *quota.QueueFullError // nil: the queue has room, or had it

	once *once // set for requests with an Idempotency-Key
}

// endpoint is one operation of the interface.
type endpoint struct {
	method, path string
	// scope is what the key must have. Empty: the operation needs no key.
	scope client.Scope
	// signed says that a signed address can replace a key.
	signed bool
	// idempotent says that the operation honours the header Idempotency-Key.
	idempotent bool
	// yaml says that the operation can also answer in YAML.
	yaml bool
	// submits says that the operation creates conversions.
	submits bool
	handle  func(*call) error
}

// ctx returns the context of the request.
func (c *call) ctx() context.Context { return c.r.Context() }

// respond answers with v. It stores the answer if the request has an Idempotency-Key.
func (c *call) respond(status int, v any) error {
	return c.once.respond(c, status, v)
}

// countUsed looks up how many conversions the account has used in this month.
func (c *call) countUsed(tx store.Tx) error {
	now, err := tx.Now(c.ctx())
	if err != nil {
		return err
	}
	used, err := store.GetUsage(c.ctx(), tx, c.account.ID, store.Month(now))
	c.used = used.Conversions
	return err
}

// checkQueue finds out whether the queue has room for one more conversion.
func (c *call) checkQueue(tx store.Tx) error {
	err := quota.CheckQueue(c.ctx(), tx, c.account.ID, quota.LimitsOf(c.account), 1)
	if errors.As(err, &c.full) {
		return nil
	}
	return err
}

// showQuota sets headers that say how many conversions are left in this month.
func (c *call) showQuota() {
	left := c.limits.MonthlyConversions
	if left != quota.Unlimited {
		left = max(0, left-c.used)
	}
	c.w.Header().Set(headerQuota, limitText(left))
}

// pageParameters returns the parameters of a list that has no others: how many entries a page has at most, and the
// cursor at which it begins.
func (c *call) pageParameters() (limit int, cursor string, err error) {
	q := c.r.URL.Query()
	if err := knownParameters(q, "limit", "cursor"); err != nil {
		return 0, "", err
	}
	limit, err = intParameter(q, "limit", 1, pageMost, pageDefault)
	return limit, q.Get("cursor"), err
}

// fileLimit returns the size in bytes of the largest document that the account may convert.
func (c *call) fileLimit() int64 {
	if c.limits.FileBytes == quota.Unlimited {
		return limits.FileBytes
	}
	return c.limits.FileBytes
}

func (c *call) hasScope(scope client.Scope) bool {
	return c.key != nil && slices.Contains(c.key.Scopes, string(scope))
}

// redirect sends the browser to a page after a request that changed something.
func (c *call) redirect(target string) error {
	http.Redirect(c.w, c.r, target, http.StatusSeeOther)
	return nil
}

// formFields reads a form of a page. The form has no files.
func (c *call) formFields() (url.Values, error) {
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, limits.FormValue)
	if err := c.r.ParseForm(); err != nil {
		return nil, failure(client.InvalidRequest, "the form cannot be read")
	}
	return c.r.PostForm, nil
}

// noteMade records what a request with an Idempotency-Key has created, by its id. Whoever repeats the request gets
// the same.
func (c *call) noteMade(ctx context.Context, tx store.Tx, id string) error {
	if c.once == nil || !c.once.begun {
		return nil
	}
	c.once.record.ConversionID = id
	return store.NoteIdempotent(ctx, tx, &c.once.record)
}

// madeBefore returns the id of what an earlier request with the same Idempotency-Key created before its process
// died, if this request takes over from that one. Otherwise it returns false.
func (c *call) madeBefore() (id string, made bool) {
	if c.once == nil {
		return "", false
	}
	return c.once.record.ConversionID, c.once.record.ConversionID != ""
}

// Headers that say what is left of the limits.
const (
	headerRateLimit     = "X-RateLimit-Limit"
	headerRateRemaining = "X-RateLimit-Remaining"
	headerRateReset     = "X-RateLimit-Reset"
	headerQuota         = "X-Quota-Remaining"
)

// unlimited is what the headers say where a plan has no limit: the largest number that every client's integers
// hold.
const unlimited = 1<<31 - 1

// limitText returns a number of allowed or remaining requests as the headers have it.
func limitText(n int64) string {
	if n == quota.Unlimited {
		n = unlimited
	}
	return strconv.FormatInt(n, 10)
}

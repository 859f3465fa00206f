package server

import (
	"bytes"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// The interface of administrators makes and changes accounts, and reads what was done. It has
// no operation on keys, documents or webhooks of others: who could make a key for an account
// could read its documents (docs/adr/0052-audit-and-administration.md).

func wireAccount(a *store.Account) client.Account {
	public := publicAccount(a)
	out := client.Account{
		ID: a.ID, Name: a.Name, Plan: a.Plan, Status: client.AccountEnabled, Limits: client.AccountLimits(public.Limits),
		CreatedAt: a.Created, UpdatedAt: a.Updated,
	}
	if public.Disabled {
		out.Status = client.AccountIsDisabled
	}
	return out
}

// listAccounts answers with a page of all accounts, by name.
func (s *Server) listAccounts(c *call) error {
	limit, cursor, err := c.pageParameters()
	if err != nil {
		return err
	}
	after, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || !utf8.Valid(after) || bytes.ContainsFunc(after, unicode.IsControl) { // no name that there is
		return failure(client.InvalidCursor, "the cursor is not one of this list")
	}
	var list []*store.Account
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		list, err = store.ListAccountsAfter(c.ctx(), tx, string(after), limit+1)
		return err
	})
	if err != nil {
		return s.storeError(err)
	}
	page := client.Page[client.Account]{HasMore: len(list) > limit}
	for _, a := range list[:min(limit, len(list))] {
		page.Data = append(page.Data, wireAccount(a))
	}
	if page.HasMore {
		next := base64.RawURLEncoding.EncodeToString([]byte(list[limit-1].Name))
		page.NextCursor = &next
	}
	return c.respond(http.StatusOK, page)
}

// createAccount makes an account.
func (s *Server) createAccount(c *call) error {
	var req client.AccountRequest
	fingerprint, err := c.readBody(&req)
	if err != nil {
		return err
	}
	a, err := newAccount(req)
	if err != nil {
		return err
	}
	if replayed, err := c.begin(fingerprint); replayed || err != nil {
		return err
	}
	err = s.db.Update(c.ctx(), func(tx store.Tx) error { return store.InsertAccount(c.ctx(), tx, a) })
	if errors.Is(err, store.ErrExists) {
		e := failure(client.AccountExists, "there is an account of this name already")
		e.Details = map[string]any{"parameter": "name"}
		return e
	}
	if err != nil {
		return s.storeError(err)
	}
	c.w.Header().Set("Location", "/v1/admin/accounts/"+a.ID)
	return c.respond(http.StatusCreated, wireAccount(a))
}

// newAccount is the account that is asked for, or what is wrong with it.
func newAccount(req client.AccountRequest) (*store.Account, error) {
	for name, value := range map[string]string{"name": req.Name, "plan": req.Plan} {
		if value == "" {
			e := failure(client.MissingParameter, "%s is needed", name)
			e.Details = map[string]any{"parameter": name}
			return nil, e
		}
	}
	a := &store.Account{ID: store.NewID("acct"), Name: req.Name, Plan: req.Plan}
	if strings.TrimSpace(a.Name) != a.Name {
		return nil, badParameter("name", "must not begin or end with a space")
	}
	if err := checkAccount(a); err != nil {
		return nil, err
	}
	change := AccountChange{Limits: limitsOf(req.Limits)}
	if err := change.check(); err != nil {
		return nil, err
	}
	change.apply(a)
	return a, nil
}

// limitsOf are the limits that a request changes.
func limitsOf(l *client.LimitChanges) Limits {
	if l == nil {
		return Limits{}
	}
	return Limits{l.RequestsPerMinute, l.MonthlyConversions, l.FileBytes, l.Concurrent, l.ResultSeconds}
}

// getAccount answers with an account.
func (s *Server) getAccount(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	a, err := c.subject()
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wireAccount(a))
}

// updateAccount changes plan, limits and status of an account.
func (s *Server) updateAccount(c *call) error {
	var u client.AccountUpdate
	if _, err := c.readBody(&u); err != nil {
		return err
	}
	change := AccountChange{Limits: limitsOf(u.Limits)}
	if u.Plan != nil {
		if change.Plan = *u.Plan; change.Plan == "" {
			return badParameter("plan", "is none that there is")
		}
	}
	if u.Status != nil {
		disabled := *u.Status == client.AccountIsDisabled
		switch {
		case !disabled && *u.Status != client.AccountEnabled:
			return badParameter("status", "must be enabled or disabled")
		case disabled && c.r.PathValue("id") == c.account.ID:
			return badParameter("status", "cannot be disabled of the account that asks: another operator can do so")
		}
		change.Disabled = &disabled
	}
	if err := change.check(); err != nil {
		return err
	}
	var a *store.Account
	err := s.db.Update(c.ctx(), func(tx store.Tx) (err error) {
		if a, err = c.findAccount(tx, store.LockAccount); err != nil {
			return err
		}
		change.apply(a)
		if err := store.UpdateAccount(c.ctx(), tx, a); err != nil {
			return err
		}
		return jobs.Admit(c.ctx(), tx, a.ID)
	})
	if err != nil {
		return c.accountError(err)
	}
	return c.respond(http.StatusOK, wireAccount(a))
}

// accountUsage answers with what an account has used of its plan in this month.
func (s *Server) accountUsage(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	var out client.AccountUsage
	err := s.db.View(c.ctx(), func(tx store.Tx) error {
		a, err := c.findAccount(tx, store.GetAccount)
		if err != nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		used, err := store.GetUsage(c.ctx(), tx, a.ID, store.Month(now))
		if err != nil {
			return err
		}
		load, err := store.GetLoad(c.ctx(), tx, a.ID)
		out = client.AccountUsage{
			Plan: a.Plan, PeriodStart: time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC), PeriodEnd: quota.Resets(now),
			Pages: used.Pages, BytesIn: used.BytesIn, Failed: used.Failed,
		}
		out.Conversions, out.Concurrent = allowances(quota.Of(a), used, load)
		return err
	})
	if err != nil {
		return c.accountError(err)
	}
	return c.respond(http.StatusOK, out)
}

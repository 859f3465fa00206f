package server

import (
	"bytes"
	"context"
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

// The interface of administrators creates and changes accounts, and reads the audit log. It has no operation on
// keys, documents or webhooks of others: whoever could make a key for an account could read its documents
// (docs/adr/0052-audit-and-administration.md).

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

// listAccounts answers with a page of all accounts, sorted by name.
func (s *accounts) listAccounts(c *call) error {
	limit, cursor, err := c.pageParameters()
	if err != nil {
		return err
	}
	after, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || !utf8.Valid(after) || bytes.ContainsFunc(after, unicode.IsControl) { // no account can have such a name
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
func (s *accounts) createAccount(c *call) error {
	var req client.AccountRequest
	fingerprint, err := s.readBody(c.w, c.r, &req)
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

// newAccount returns the account that a request asks for, or an error that says what is wrong with the request.
func newAccount(req client.AccountRequest) (*store.Account, error) {
	switch "" {
	case req.Name:
		return nil, missingParameter("name")
	case req.Plan:
		return nil, missingParameter("plan")
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

// limitsOf returns the limits that a request changes.
func limitsOf(l *client.LimitChanges) Limits {
	if l == nil {
		return Limits{}
	}
	return Limits{l.RequestsPerMinute, l.MonthlyConversions, l.FileBytes, l.Concurrent, l.ResultSeconds}
}

// getAccount answers with an account.
func (s *accounts) getAccount(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	a, err := s.subject(c)
	if err != nil {
		return err
	}
	return c.respond(http.StatusOK, wireAccount(a))
}

// updateAccount changes plan, limits and status of an account.
func (s *accounts) updateAccount(c *call) error {
	var u client.AccountUpdate
	if _, err := s.readBody(c.w, c.r, &u); err != nil {
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
			return badParameter("status", "must not disable the account that asks: another operator can do so")
		}
		change.Disabled = &disabled
	}
	if err := change.check(); err != nil {
		return err
	}
	var a *store.Account
	err := s.db.Update(c.ctx(), func(tx store.Tx) (err error) {
		if a, err = s.findAccount(c, tx, store.LockAccount); err != nil {
			return err
		}
		change.apply(a)
		if err := store.UpdateAccount(c.ctx(), tx, a); err != nil {
			return err
		}
		return jobs.Admit(c.ctx(), tx, a.ID)
	})
	if err != nil {
		return s.accountError(err)
	}
	return c.respond(http.StatusOK, wireAccount(a))
}

// accountUsage answers with what an account has used of its plan in this month.
func (s *accounts) accountUsage(c *call) error {
	if err := knownParameters(c.r.URL.Query()); err != nil {
		return err
	}
	var out client.AccountUsage
	err := s.db.View(c.ctx(), func(tx store.Tx) error {
		a, err := s.findAccount(c, tx, store.GetAccount)
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
		out.Conversions, out.Concurrent = allowances(quota.LimitsOf(a), used, load)
		return err
	})
	if err != nil {
		return s.accountError(err)
	}
	return c.respond(http.StatusOK, out)
}

// findAccount finds the account that the path names. A text that cannot be an id is not looked up: the database
// does not accept every text.
func (s *accounts) findAccount(c *call, tx store.Tx, find func(context.Context, store.Tx, string) (*store.Account, error)) (*store.Account, error) {
	id := c.r.PathValue("id")
	if !store.IsID("acct", id) {
		return nil, store.ErrNotFound
	}
	return find(c.ctx(), tx, id)
}

// subject returns the account that the path names.
func (s *accounts) subject(c *call) (a *store.Account, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		a, err = s.findAccount(c, tx, store.GetAccount)
		return err
	})
	if err != nil {
		return nil, s.accountError(err)
	}
	return a, nil
}

func (s *accounts) accountError(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return failure(client.NotFound, "there is no such account")
	}
	return s.storeError(err)
}

// checkAccount returns an error if a new account is not valid.
func checkAccount(a *store.Account) error {
	switch {
	case a.Name == "" || utf8.RuneCountInString(a.Name) > maxAccountName || !utf8.ValidString(a.Name):
		return badParameter("name", "must have 1 to 128 characters")
	case strings.ContainsFunc(a.Name, unicode.IsControl):
		return badParameter("name", "must not have control characters")
	case !quota.Plan(a.Plan).Valid():
		return badParameter("plan", "is none that there is")
	}
	return nil
}

package server

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// The pages of accounts are for operators of the service. A key with the scope accounts:write changes plans and
// limits, and creates accounts and keys for them. The log records what the key did.

// maxAccountName is the greatest length of an account's name in characters.
const maxAccountName = 128

// accountRow is an account in the list, with what it used in this month.
type accountRow struct {
	*store.Account
	Used store.Usage
}

// accountsView is what the page of accounts shows.
type accountsView struct {
	List  []accountRow
	Next  string
	Plans []quota.Plan
	Name  string // as it was typed
	Error string
}

// accountsPage lists accounts.
func (s *pages) accountsPage(c *call) error { return s.showAccounts(c, http.StatusOK, accountsView{}) }

func (s *pages) showAccounts(c *call, status int, v accountsView) error {
	v.Plans = quota.Plans()
	err := s.db.View(c.ctx(), func(tx store.Tx) error {
		list, err := store.ListAccountsAfter(c.ctx(), tx, c.r.URL.Query().Get("cursor"), pageDefault+1)
		if err != nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		if len(list) > pageDefault {
			list = list[:pageDefault]
			v.Next = nextPage(accountsRoot, nil, list[pageDefault-1].Name)
		}
		v.List = nil
		for _, a := range list {
			used, err := store.GetUsage(c.ctx(), tx, a.ID, store.Month(now))
			if err != nil {
				return err
			}
			v.List = append(v.List, accountRow{a, used})
		}
		return nil
	})
	if err != nil {
		return s.storeError(err)
	}
	return s.showPage(c, status, "accounts", view{Title: "Accounts", Tab: accountsRoot, Data: v})
}

// createAccountFromPage creates an account.
func (s *pages) createAccountFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	a := &store.Account{Name: strings.TrimSpace(form.Get("name")), Plan: form.Get("plan")}
	if err = checkAccount(a); err == nil {
		err = s.db.Update(c.ctx(), func(tx store.Tx) error { return store.InsertAccount(c.ctx(), tx, a) })
	}
	switch known := refusal(err); {
	case errors.Is(err, store.ErrExists):
		return s.showAccounts(c, http.StatusConflict, accountsView{Name: a.Name, Error: "There is an account of this name already."})
	case known != nil:
		return s.showAccounts(c, known.Status, accountsView{Name: a.Name, Error: sentence(known.Message)})
	case err != nil:
		return s.storeError(err)
	}
	s.noteAccount(c, "account made", a.ID)
	return c.redirect(accountPath(a.ID) + "?notice=changed")
}

// accountPath returns the path of the page of an account.
func accountPath(id string) string { return accountsRoot + "/" + url.PathEscape(id) }

// noteAccount logs what an operator did to an account, and by which key.
func (s *pages) noteAccount(c *call, what, id string) {
	s.log.InfoContext(c.ctx(), what, "request_id", requestID(c.ctx()), "account", id, "key", c.key.ID)
}

// accountView is what the page of an account shows.
type accountView struct {
	*store.Account
	Limits quota.Limits
	Used   store.Usage
	Load   store.Load
	Keys   []client.APIKey
	Plans  []quota.Plan
	Fields []limitField
	Error  string // what is wrong with the limits
	Form   keyForm
	Own    bool           // the key of the session belongs to this account
	New    *client.APIKey // a key just created
}

// limitField is a limit in the form of an account.
type limitField struct {
	Name, Label string
	Value       string // current or typed value; empty: the plan's
	Plan        string // the plan's value
	unit        int64
	limit       func(*Limits) **int64
	override    func(*store.Overrides) *int64
	ofPlan      func(quota.Limits) int64
}

// limitFields returns the limits of an account, in units for people.
func limitFields() []limitField {
	const hour = 3600
	return []limitField{
		{
			Name: "requests_per_minute", Label: "Requests a minute", unit: 1,
			limit:    func(l *Limits) **int64 { return &l.RequestsPerMinute },
			override: func(o *store.Overrides) *int64 { return o.RequestsPerMinute },
			ofPlan:   func(l quota.Limits) int64 { return l.RequestsPerMinute },
		}, {
			Name: "monthly_conversions", Label: "Conversions a month", unit: 1,
			limit:    func(l *Limits) **int64 { return &l.MonthlyConversions },
			override: func(o *store.Overrides) *int64 { return o.MonthlyConversions },
			ofPlan:   func(l quota.Limits) int64 { return l.MonthlyConversions },
		}, {
			Name: "file_mebibytes", Label: "Largest file in MiB", unit: 1 << 20,
			limit:    func(l *Limits) **int64 { return &l.FileBytes },
			override: func(o *store.Overrides) *int64 { return o.FileBytes },
			ofPlan:   func(l quota.Limits) int64 { return l.FileBytes },
		}, {
			Name: "concurrent", Label: "Conversions at the same time", unit: 1,
			limit:    func(l *Limits) **int64 { return &l.Concurrent },
			override: func(o *store.Overrides) *int64 { return o.Concurrent },
			ofPlan:   func(l quota.Limits) int64 { return l.Concurrent },
		}, {
			Name: "result_hours", Label: "Hours that results are kept", unit: hour,
			limit:    func(l *Limits) **int64 { return &l.ResultSeconds },
			override: func(o *store.Overrides) *int64 { return o.ResultSeconds },
			ofPlan:   func(l quota.Limits) int64 { return int64(l.ResultLifetime.Seconds()) },
		},
	}
}

// show sets the value of the field from an account.
func (f *limitField) show(a *store.Account) {
	if own := f.override(&a.Overrides); own != nil {
		f.Value = strconv.FormatInt(max(*own/f.unit, quota.Unlimited), 10)
	}
	f.Plan = "unlimited"
	if n := f.ofPlan(quota.LimitsOf(&store.Account{Plan: a.Plan})); n != quota.Unlimited {
		f.Plan = strconv.FormatInt(n/f.unit, 10)
	}
}

// read returns the change of the limit that the field asks for.
func (f *limitField) read() (*int64, error) {
	if f.Value == "" {
		return new(int64), nil // the plan's value
	}
	n, err := strconv.ParseInt(f.Value, 10, 64)
	switch {
	case err != nil || n == 0 || n < quota.Unlimited || n > limitMost:
		return nil, badParameter(f.Name, "must be empty, -1, or a whole number from 1 to 1000000000")
	case n == quota.Unlimited:
		return &n, nil
	}
	n *= f.unit
	return &n, nil
}

// accountPage shows an account.
func (s *pages) accountPage(c *call) error { return s.showAccount(c, http.StatusOK, accountView{}) }

// showAccount answers with the page of the account that the path names, with what one of its forms has produced.
func (s *pages) showAccount(c *call, status int, v accountView) error {
	err := s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		if v.Account, err = s.accounts.findAccount(c, tx, store.GetAccount); err != nil {
			return err
		}
		now, err := tx.Now(c.ctx())
		if err != nil {
			return err
		}
		if v.Used, err = store.GetUsage(c.ctx(), tx, v.ID, store.Month(now)); err != nil {
			return err
		}
		if v.Load, err = store.GetLoad(c.ctx(), tx, v.ID); err != nil {
			return err
		}
		v.Keys, err = liveKeys(c.ctx(), tx, v.ID)
		return err
	})
	if err != nil {
		return s.accounts.accountError(err)
	}
	v.Limits, v.Plans, v.Own = quota.LimitsOf(v.Account), quota.Plans(), v.ID == c.account.ID
	v.Form.Action, v.Form.Scopes, v.Form.Environments = accountPath(v.ID)+"/keys", ownScopes, environments
	if v.Fields == nil {
		v.Fields = limitFields()
		for i := range v.Fields {
			v.Fields[i].show(v.Account)
		}
	}
	return s.showPage(c, status, "account", view{Title: v.Name, Tab: accountsRoot, Data: v})
}

// changeAccountFromPage changes plan and limits of an account.
func (s *pages) changeAccountFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	a, err := s.accounts.subject(c)
	if err != nil {
		return err
	}
	change := AccountChange{Plan: form.Get("plan")}
	fields := limitFields()
	for i := range fields {
		f := &fields[i]
		f.show(a)
		typed := strings.TrimSpace(form.Get(f.Name))
		if typed == f.Value {
			continue // the unit may be too coarse for the value, so it stays as it is
		}
		f.Value = typed
		limit, wrong := f.read()
		*f.limit(&change.Limits) = limit
		err = errors.Join(err, wrong)
	}
	if !quota.Plan(change.Plan).Valid() {
		err = errors.Join(err, badParameter("plan", "is none that there is"))
	}
	if err == nil {
		err = change.check()
	}
	if known := refusal(err); known != nil {
		return s.showAccount(c, known.Status, accountView{Fields: fields, Error: sentence(known.Message)})
	}
	return s.applyChange(c, a, change)
}

// applyChange changes an account, and redirects to its page.
func (s *pages) applyChange(c *call, a *store.Account, change AccountChange) error {
	if _, err := s.accounts.change(c.ctx(), a.Name, change); err != nil {
		return s.storeError(err)
	}
	s.noteAccount(c, "account changed", a.ID)
	return c.redirect(accountPath(a.ID) + "?notice=changed")
}

// switchAccountFromPage disables or enables an account.
func (s *pages) switchAccountFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	disabled, err := strconv.ParseBool(form.Get("disabled"))
	if err != nil {
		return badParameter("disabled", "must be true or false")
	}
	a, err := s.accounts.subject(c)
	if err != nil {
		return err
	}
	if a.ID == c.account.ID {
		return failure(client.InvalidRequest, "the key you signed in with belongs to this account: another operator can disable it")
	}
	return s.applyChange(c, a, AccountChange{Disabled: &disabled})
}

// issueKeyFromPage creates a key of an account and shows it once. The key can get all scopes of an account, but
// none of operators.
func (s *pages) issueKeyFromPage(c *call) error {
	form, err := c.formFields()
	if err != nil {
		return err
	}
	req := keyRequest(form)
	if i := slices.IndexFunc(req.Scopes, func(s client.Scope) bool { return !slices.Contains(ownScopes, s) }); i >= 0 {
		err = badParameter("scopes", "must be of what the account has")
	} else {
		err = checkKeyRequest(req)
	}
	if known := refusal(err); known != nil {
		return s.showAccount(c, known.Status, accountView{Form: keyForm{Error: sentence(known.Message)}})
	}
	a, err := s.accounts.subject(c)
	if err != nil {
		return err
	}
	k, secret := s.accounts.makeKey(a.ID, req)
	if err := s.db.Update(c.ctx(), func(tx store.Tx) error { return store.InsertAPIKey(c.ctx(), tx, k) }); err != nil {
		return s.storeError(err)
	}
	s.noteAccount(c, "key issued", a.ID)
	made := wireKey(k)
	made.Key = secret
	return s.showAccount(c, http.StatusCreated, accountView{New: &made})
}

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// AsOperator makes a user of the system, by his name, responsible for what is changed under the
// context by the functions of a Server: the audit log says so. Without it the service itself is.
func AsOperator(ctx context.Context, user string) context.Context {
	return store.As(ctx, store.Actor{Kind: store.ByCLI, ID: user, From: string(store.ByCLI)})
}

// actAs makes the key of the request responsible for what the request changes.
func (c *call) actAs(kind store.ActorKind) {
	from := ""
	if addr := c.clientAddr(c.r); addr.IsValid() {
		from = addr.String()
	}
	c.r = c.r.WithContext(store.As(c.ctx(), store.Actor{Kind: kind, ID: c.key.ID, From: from}))
}

// auditBatch is how many entries are read at a time.
const auditBatch = 500

// Audit walks the audit log, newest first: what was changed since a time (zero: as long as
// entries are kept, 400 days) of an account by its name (empty: of all). An error ends it.
func (s *Server) Audit(ctx context.Context, account string, since time.Time) iter.Seq2[client.AuditEntry, error] {
	return func(yield func(client.AuditEntry, error) bool) {
		f := store.AuditFilter{Since: since, Limit: auditBatch}
		for {
			var page []*store.AuditEntry
			var next string
			err := s.db.View(ctx, func(tx store.Tx) (err error) {
				if account != "" {
					a, err := store.GetAccountByName(ctx, tx, account)
					if err != nil {
						return fmt.Errorf("server: account %q: %w", account, err)
					}
					f.Account = a.ID
				}
				page, next, err = store.ListAudit(ctx, tx, f)
				return err
			})
			if err != nil {
				yield(client.AuditEntry{}, err)
				return
			}
			for _, e := range page {
				if !yield(wireAudit(e), nil) {
					return
				}
			}
			if f.Cursor = next; next == "" {
				return
			}
		}
	}
}

func wireAudit(e *store.AuditEntry) client.AuditEntry {
	return client.AuditEntry{
		ID: e.ID, At: e.At, ActorKind: string(e.Actor.Kind), ActorID: e.Actor.ID, From: e.Actor.From,
		Action: string(e.Action), SubjectKind: e.Subject, SubjectID: e.SubjectID,
		AccountID: e.Account, AccountName: e.AccountName, Detail: e.Detail,
	}
}

// auditFilter reads what a request asks of the log.
func auditFilter(q url.Values) (f store.AuditFilter, err error) {
	if err := knownParameters(q, "account_id", "since", "limit", "cursor"); err != nil {
		return f, err
	}
	f.Account, f.Cursor = q.Get("account_id"), q.Get("cursor")
	if f.Account != "" && !store.IsID("acct", f.Account) {
		return f, badParameter("account_id", "is not the id of an account")
	}
	if f.Since, err = timeParameter(q, "since"); err != nil {
		return f, err
	}
	f.Limit, err = intParameter(q, "limit", 1, pageMost, pageDefault)
	return f, err
}

// audit reads a part of the log.
func (c *call) audit(f store.AuditFilter) (page []*store.AuditEntry, next string, err error) {
	err = c.db.View(c.ctx(), func(tx store.Tx) error {
		page, next, err = store.ListAudit(c.ctx(), tx, f)
		return err
	})
	if errors.Is(err, store.ErrCursor) {
		return nil, "", failure(client.InvalidCursor, "the cursor is not one of this list")
	}
	if err != nil {
		return nil, "", c.storeError(err)
	}
	return page, next, nil
}

// listAudit answers with a page of the log.
func (s *Server) listAudit(c *call) error {
	f, err := auditFilter(c.r.URL.Query())
	if err != nil {
		return err
	}
	list, next, err := c.audit(f)
	if err != nil {
		return err
	}
	page := client.Page[client.AuditEntry]{HasMore: next != ""}
	for _, e := range list {
		page.Data = append(page.Data, wireAudit(e))
	}
	if next != "" {
		page.NextCursor = &next
	}
	return c.respond(http.StatusOK, page)
}

const auditRoot = dashboardRoot + "/audit"

// auditRow is an entry as a page shows it.
type auditRow struct {
	client.AuditEntry
	Details []string
}

// auditPage shows the log.
func (s *Server) auditPage(c *call) error {
	q := pageQuery(c.r)
	f, err := auditFilter(q)
	if err != nil {
		return err
	}
	list, next, err := c.audit(f)
	if err != nil {
		return err
	}
	v := struct {
		List []auditRow
		Next string
	}{Next: nextPage(auditRoot, q, next)}
	for _, e := range list {
		v.List = append(v.List, auditRow{wireAudit(e), AuditDetails(e.Detail)})
	}
	return c.page(http.StatusOK, "audit", view{Title: "Audit log", Tab: auditRoot, Data: v})
}

// AuditDetails are the details of an entry of the audit log for people, a line for each.
func AuditDetails(detail json.RawMessage) (lines []string) {
	var values map[string]json.RawMessage
	if json.Unmarshal(detail, &values) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		change := struct{ From, To json.RawMessage }{}
		text := plainJSON(values[name])
		if json.Unmarshal(values[name], &change) == nil && change.To != nil {
			if text = plainJSON(change.To); string(change.From) != `""` { // it was nothing before
				text = plainJSON(change.From) + " → " + text
			}
		}
		lines = append(lines, strings.ReplaceAll(name, "_", " ")+": "+text)
	}
	return lines
}

// plainJSON is a value for people: a text without quotes, and a word for nothing.
func plainJSON(value json.RawMessage) string {
	var text string
	switch {
	case bytes.Equal(value, []byte("null")):
		return "as the plan"
	case json.Unmarshal(value, &text) != nil:
		return string(value)
	case text == "":
		return "none"
	}
	return text
}

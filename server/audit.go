package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// AsOperator returns a context under which the audit log names a user of the system as the one who made the
// changes that functions of a Server make. Without it the log names the service itself.
func AsOperator(ctx context.Context, user string) context.Context {
	return store.As(ctx, store.Actor{Kind: store.ByCLI, ID: user, From: string(store.ByCLI)})
}

// auditBatch is how many entries are read at a time.
const auditBatch = 500

func wireAudit(e *store.AuditEntry) client.AuditEntry {
	return client.AuditEntry{
		ID: e.ID, At: e.At, ActorKind: string(e.Actor.Kind), ActorID: e.Actor.ID, From: e.Actor.From,
		Action: string(e.Action), SubjectKind: e.Subject, SubjectID: e.SubjectID,
		AccountID: e.Account, AccountName: e.AccountName, Detail: e.Detail,
	}
}

// auditFilter reads from a query which entries of the log a request wants.
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

// audit reads a page of the log.
func (s *accounts) audit(c *call, f store.AuditFilter) (page []*store.AuditEntry, next string, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		page, next, err = store.ListAudit(c.ctx(), tx, f)
		return err
	})
	if errors.Is(err, store.ErrCursor) {
		return nil, "", failure(client.InvalidCursor, "the cursor is not one of this list")
	}
	if err != nil {
		return nil, "", s.storeError(err)
	}
	return page, next, nil
}

// listAudit answers with a page of the log.
func (s *accounts) listAudit(c *call) error {
	f, err := auditFilter(c.r.URL.Query())
	if err != nil {
		return err
	}
	list, next, err := s.audit(c, f)
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

// auditRow is an entry of the log on a page of the dashboard.
type auditRow struct {
	client.AuditEntry
	Details []string
}

// AuditDetails returns the details of an entry of the audit log as text for people, one line for each detail.
func AuditDetails(detail json.RawMessage) (lines []string) {
	var values map[string]json.RawMessage
	if json.Unmarshal(detail, &values) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		change := struct{ From, To json.RawMessage }{}
		text := plainJSON(values[name])
		if json.Unmarshal(values[name], &change) == nil && change.To != nil {
			if text = plainJSON(change.To); string(change.From) != `""` && string(change.From) != "0" { // it had no value before
				text = plainJSON(change.From) + " → " + text
			}
		}
		lines = append(lines, strings.ReplaceAll(name, "_", " ")+": "+text)
	}
	return lines
}

// plainJSON returns a value as text for people: strings without quotes, and a word where there is no value.
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

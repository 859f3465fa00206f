package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The audit log says who created, changed or ended accounts, keys and webhooks. The functions of this package that
// make such a change also write the log, in the same transaction, so that no caller can forget it. The context
// says who makes the change.

// ActorKind says with what an actor acted.
type ActorKind string

// Kinds of actors.
const (
	ByKey     ActorKind = "key"     // an API key, through the REST interface
	BySession ActorKind = "session" // a session of the dashboard, which began with a key
	ByCLI     ActorKind = "cli"     // a user of the system, through the program
	ByService ActorKind = "service" // the service itself, or a program that contains it
)

// Actor is the one who makes a change.
type Actor struct {
	Kind ActorKind
	ID   string // of the key, or the name of the system's user; empty for the service
	From string // address of the client; "cli" for a command
}

type actorKey struct{}

// As returns a context under which all changes are attributed to a. Without an actor, changes are the service's.
func As(ctx context.Context, a Actor) context.Context { return context.WithValue(ctx, actorKey{}, a) }

// actorOf returns the actor to whom changes under ctx are attributed.
func actorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	a.Kind = cmp.Or(a.Kind, ByService)
	return a
}

// Action names what was done.
type Action string

// Actions of the log. The part before the point is the kind of the subject.
const (
	AccountCreated       Action = "account.created"
	AccountChanged       Action = "account.changed"
	AccountSecretRotated Action = "account.secret_rotated"
	KeyCreated           Action = "key.created"
	KeyRotated           Action = "key.rotated"
	KeyRevoked           Action = "key.revoked"
	WebhookCreated       Action = "webhook.created"
	WebhookChanged       Action = "webhook.changed"
	WebhookSecretRotated Action = "webhook.secret_rotated"
	WebhookTurnedOff     Action = "webhook.disabled" // by the service, because the endpoint fails
	WebhookDeleted       Action = "webhook.deleted"
)

// subject returns the kind of the subject of an action.
func (a Action) subject() string {
	kind, _, _ := strings.Cut(string(a), ".")
	return kind
}

// AuditEntry is one change in the log.
type AuditEntry struct {
	ID          string // aud_...
	At          time.Time
	Actor       Actor
	Action      Action
	Subject     string // its kind: account, key or webhook
	SubjectID   string
	Account     string          // id of the account to which the subject belongs
	AccountName string          // its present name
	Detail      json.RawMessage // the values that the change touched, by name; no secrets
}

// fromTo is a value before and after a change.
type fromTo struct {
	From any `json:"from"`
	To   any `json:"to"`
}

// changes are the values that a change touches, by name.
type changes map[string]any

// noteChange adds a value if it changes.
func noteChange[T comparable](ch changes, name string, from, to T) {
	if from != to {
		ch[name] = fromTo{from, to}
	}
}

// writeAudit adds an entry to the log.
func writeAudit(ctx context.Context, tx Tx, action Action, subject, account string, detail changes) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	if detail == nil {
		detail = changes{}
	}
	text, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	a := actorOf(ctx)
	_, err = tx.Exec(ctx, `INSERT INTO audit (`+auditColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		NewID("aud"), micros(now), string(a.Kind), a.ID, a.From, string(action), action.subject(), subject, account, string(text))
	return err
}

// AuditFilter says which entries ListAudit returns. Zero fields do not restrict.
type AuditFilter struct {
	Account string // id
	Since   time.Time
	Cursor  string // the end of the previous page; empty for the first
	Limit   int    // most entries; the caller bounds it
}

// ListAudit returns entries, newest first, and the cursor of the next page. The cursor is empty on the last page.
func ListAudit(ctx context.Context, tx Tx, f AuditFilter) (page []*AuditEntry, next string, err error) {
	s := newSelection("at >=", f.Since.UnixMicro())
	if f.Account != "" {
		s.add("account_id =", f.Account)
	}
	if f.Cursor != "" {
		last, err := parseCursor("aud", f.Cursor)
		if err != nil {
			return nil, "", err
		}
		s.add("id <", last)
	}
	page, err = collect(ctx, tx, scanAudit, fmt.Sprintf(`SELECT %s, COALESCE((SELECT name FROM accounts WHERE accounts.id = audit.account_id), '')
		FROM audit WHERE %s ORDER BY id DESC LIMIT %d`, auditColumns, s.text(), f.Limit+1), s.args...)
	if err != nil || len(page) <= f.Limit {
		return page, "", err
	}
	page = page[:f.Limit]
	return page, newCursor(page[f.Limit-1].ID), nil
}

const auditColumns = "id, at, actor_kind, actor_id, origin, action, subject_kind, subject_id, account_id, detail"

func scanAudit(r Row) (*AuditEntry, error) {
	e := &AuditEntry{}
	return e, r.Scan(&e.ID, stamp{&e.At}, &e.Actor.Kind, &e.Actor.ID, &e.Actor.From, &e.Action, &e.Subject, &e.SubjectID, &e.Account, document{&e.Detail}, &e.AccountName)
}

// DeleteOldAudit deletes at most limit entries from before a time. It returns how many.
func DeleteOldAudit(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < $1 ORDER BY at LIMIT $2)`, micros(before), limit)
}

// accountChanges returns the changes between two states of an account, without its secret.
func accountChanges(old, a *Account) changes {
	ch := changes{}
	noteChange(ch, "name", old.Name, a.Name)
	noteChange(ch, "plan", old.Plan, a.Plan)
	noteChange(ch, "disabled", !old.Disabled.IsZero(), !a.Disabled.IsZero())
	noteLimits(ch, &old.Overrides, &a.Overrides)
	return ch
}

// noteLimits adds the limits that change. null stands for the limit of the plan.
func noteLimits(ch changes, from, to *Overrides) {
	for _, l := range []struct {
		name     string
		from, to *int64
	}{
		{"requests_per_minute", from.RequestsPerMinute, to.RequestsPerMinute},
		{"monthly_conversions", from.MonthlyConversions, to.MonthlyConversions},
		{"file_bytes", from.FileBytes, to.FileBytes},
		{"concurrent", from.Concurrent, to.Concurrent},
		{"result_seconds", from.ResultSeconds, to.ResultSeconds},
	} {
		if (l.from == nil) != (l.to == nil) || l.from != nil && *l.from != *l.to {
			ch[l.name] = fromTo{l.from, l.to}
		}
	}
}

// webhookChanges returns the changes between two states of an endpoint. It gives only the host of an address: the
// rest may be a secret between the owner and the receiver. About the description it says only that it changed.
func webhookChanges(old, w *Webhook) changes {
	ch := changes{}
	if old.URL != w.URL {
		ch["url_host"] = fromTo{hostOf(old.URL), hostOf(w.URL)}
	}
	noteChange(ch, "events", strings.Join(old.Events, " "), strings.Join(w.Events, " "))
	noteChange(ch, "payload_format", old.Format, w.Format)
	noteChange(ch, "signature_scheme", old.Scheme, w.Scheme)
	noteChange(ch, "disabled", !old.Disabled.IsZero(), !w.Disabled.IsZero())
	if old.Description != w.Description {
		ch["description"] = "changed"
	}
	return ch
}

// hostOf returns the host of an address.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

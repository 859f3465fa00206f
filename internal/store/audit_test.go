package store_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

// entries returns all of the audit log, oldest first.
func entries(t *testing.T, db *store.DB) (all []*store.AuditEntry) {
	t.Helper()
	require.NoError(t, db.View(t.Context(), func(tx store.Tx) error {
		list, next, err := store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 100})
		require.Empty(t, next)
		all = nil
		for i := range list {
			all = append(all, list[len(list)-1-i])
		}
		return err
	}))
	return all
}

// TestEveryChangeIsInTheLog: changes of accounts, keys and endpoints, with their actors. A call that changes
// nothing leaves no entry.
func TestEveryChangeIsInTheLog(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := &store.Account{Name: "a", Plan: "free"}
		k := &store.APIKey{ID: "0123456789", Environment: "prd", Name: "n", Hash: "the hash", Scopes: []string{"usage:read"}}
		w := &store.Webhook{URL: "https://user:word@hooks.example/token?sig=1", Events: []string{"*"}, Format: "a", Scheme: 2, Secret: "the sealed secret", SecretHint: "hint"}
		limit := int64(7)
		for _, step := range []struct {
			action  store.Action
			subject *string
			detail  string
			change  func(ctx context.Context, tx store.Tx) error
		}{
			{store.AccountCreated, &a.ID, `{"name":{"from":"","to":"a"},"plan":{"from":"","to":"free"}}`, func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, a) }},
			{store.AccountChanged, &a.ID, `{"plan":{"from":"free","to":"starter"},"concurrent":{"from":null,"to":7}}`, func(ctx context.Context, tx store.Tx) error {
				a.Plan, a.Overrides.Concurrent = "starter", &limit
				return store.UpdateAccount(ctx, tx, a)
			}},
			{"", nil, "", func(ctx context.Context, tx store.Tx) error { return store.UpdateAccount(ctx, tx, a) }},
			{store.AccountChanged, &a.ID, `{"disabled":{"from":false,"to":true}}`, func(ctx context.Context, tx store.Tx) error {
				a.Disabled = time.Now()
				return store.UpdateAccount(ctx, tx, a)
			}},
			{store.AccountSecretRotated, &a.ID, `{}`, func(ctx context.Context, tx store.Tx) error {
				return store.SetWebhookSecret(ctx, tx, a.ID, "the sealed secret")
			}},
			{store.KeyCreated, &k.ID, `{"environment":"prd","name":"n","scopes":"usage:read"}`, func(ctx context.Context, tx store.Tx) error {
				k.Account = a.ID
				return store.InsertAPIKey(ctx, tx, k)
			}},
			{store.KeyRotated, &k.ID, `{"ends_at":"2026-01-02T03:04:05Z","name":"m","successor":"next"}`, func(ctx context.Context, tx store.Tx) error {
				end := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
				return store.RotateAPIKey(ctx, tx, k.ID, &store.APIKey{ID: "next", Account: a.ID, Name: "m", Hash: "the hash"}, end)
			}},
			{store.KeyRevoked, &k.ID, `{"name":"n"}`, func(ctx context.Context, tx store.Tx) error {
				_, err := store.RevokeAPIKey(ctx, tx, a.ID, k.ID)
				return err
			}},
			{"", nil, "", func(ctx context.Context, tx store.Tx) error {
				again, err := store.RevokeAPIKey(ctx, tx, a.ID, k.ID)
				require.False(t, again.Revoked.IsZero())
				return err
			}},
			{store.WebhookCreated, &w.ID, `{"events":{"from":"","to":"*"},"payload_format":{"from":"","to":"a"},"signature_scheme":{"from":0,"to":2},"url_host":{"from":"","to":"hooks.example"}}`, func(ctx context.Context, tx store.Tx) error {
				w.Account = a.ID
				return store.InsertWebhook(ctx, tx, w, 1)
			}},
			{store.WebhookChanged, &w.ID, `{"description":"changed","disabled":{"from":false,"to":true}}`, func(ctx context.Context, tx store.Tx) error {
				w.Description, w.Disabled = "the words", time.Now()
				return store.UpdateWebhook(ctx, tx, w, "")
			}},
			{store.WebhookSecretRotated, &w.ID, `{"disabled":{"from":true,"to":false}}`, func(ctx context.Context, tx store.Tx) error {
				w.Secret, w.Disabled = "another sealed secret", time.Time{}
				return store.UpdateWebhook(ctx, tx, w, "")
			}},
			{store.WebhookTurnedOff, &w.ID, `{"reason":"gone"}`, func(ctx context.Context, tx store.Tx) error {
				return store.DisableWebhook(ctx, tx, w.ID, "gone")
			}},
			{"", nil, "", func(ctx context.Context, tx store.Tx) error {
				return store.DisableWebhook(ctx, tx, w.ID, "again")
			}},
			{store.WebhookDeleted, &w.ID, `{}`, func(ctx context.Context, tx store.Tx) error {
				return store.DeleteWebhook(ctx, tx, a.ID, w.ID)
			}},
		} {
			before := len(entries(t, db))
			ctx := store.As(t.Context(), store.Actor{Kind: store.ByKey, ID: "operator", From: "192.0.2.1"})
			require.NoError(t, db.Update(ctx, func(tx store.Tx) error { return step.change(ctx, tx) }))
			made := entries(t, db)[before:]
			if step.action == "" {
				require.Empty(t, made)
				continue
			}
			require.Len(t, made, 1, step.action)
			e := made[0]
			require.Equal(t, step.action, e.Action)
			require.Equal(t, store.Actor{Kind: store.ByKey, ID: "operator", From: "192.0.2.1"}, e.Actor)
			require.Equal(t, *step.subject, e.SubjectID, step.action)
			require.Equal(t, a.ID, e.Account)
			require.JSONEq(t, step.detail, string(e.Detail), step.action)
		}
		all, err := json.Marshal(entries(t, db))
		require.NoError(t, err)
		for _, secret := range []string{"the hash", "sealed", "hint", "token", "word@", "sig=1", "the words"} {
			require.NotContains(t, string(all), secret)
		}
	})
}

// TestTheLogGoesWithItsChange: a change that is undone leaves no entry.
func TestTheLogGoesWithItsChange(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		err := db.Update(t.Context(), func(tx store.Tx) error {
			require.NoError(t, store.InsertAccount(t.Context(), tx, &store.Account{Name: "a", Plan: "free"}))
			return context.DeadlineExceeded
		})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Empty(t, entries(t, db))
	})
}

// TestTheLogIsPagedAndThinned: newest first, by account, since a time. The oldest entries are deleted first.
func TestTheLogIsPagedAndThinned(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		ids := []string{account(t, db, "a"), account(t, db, "b"), account(t, db, "c")}
		require.Equal(t, store.Actor{Kind: store.ByService}, entries(t, db)[0].Actor, "nobody was named")
		now, err := db.Now(t.Context())
		require.NoError(t, err)
		require.NoError(t, db.View(t.Context(), func(tx store.Tx) error {
			page, next, err := store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 2})
			require.NoError(t, err)
			require.Len(t, page, 2)
			require.Equal(t, ids[2], page[0].SubjectID)
			page, next, err = store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 2, Cursor: next})
			require.NoError(t, err)
			require.Len(t, page, 1)
			require.Empty(t, next)
			page, _, err = store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 2, Account: ids[1]})
			require.NoError(t, err)
			require.Len(t, page, 1)
			page, _, err = store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 2, Since: now.Add(time.Hour)})
			require.NoError(t, err)
			require.Empty(t, page)
			_, _, err = store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 2, Cursor: "x"})
			require.ErrorIs(t, err, store.ErrCursor)
			return nil
		}))
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			n, err := store.DeleteOldAudit(ctx, tx, now.Add(time.Hour), 2)
			require.EqualValues(t, 2, n)
			return err
		})
		require.Len(t, entries(t, db), 1)
		require.Equal(t, ids[2], entries(t, db)[0].SubjectID, "the oldest go first")
	})
}

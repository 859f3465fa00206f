package server

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// Accounts returns all accounts, sorted by name.
func (s *Server) Accounts(ctx context.Context) (out []Account, err error) {
	err = s.db.View(ctx, func(tx store.Tx) error {
		out = nil
		list, err := store.ListAccounts(ctx, tx)
		for _, a := range list {
			out = append(out, publicAccount(a))
		}
		return err
	})
	return out, err
}

// ChangeAccount changes an account. If a larger plan allows more, waiting conversions begin at once. A missing
// account is created if the change names a plan.
func (s *Server) ChangeAccount(ctx context.Context, name string, change AccountChange) (out Account, err error) {
	return s.accounts.change(ctx, name, change)
}

// Audit returns the entries of the audit log, newest first. since selects entries from a time on; zero selects all
// that are kept, 400 days. account selects an account by its name; empty selects all. An error ends the sequence.
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

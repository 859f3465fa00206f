package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Account is a tenant of the service, as its operator sees it.
type Account struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Plan is free, starter, professional or enterprise.
	Plan   string        `json:"plan"`
	Status AccountStatus `json:"status"`
	// Limits are the effective ones: those of the plan, or those of this account.
	Limits    AccountLimits `json:"limits"`
	CreatedAt time.Time     `json:"created_at"`
	UpdatedAt time.Time     `json:"updated_at"`
}

// AccountStatus says whether the service accepts requests of an account.
type AccountStatus string

const (
	// AccountEnabled: requests are accepted.
	AccountEnabled AccountStatus = "enabled"
	// AccountIsDisabled: requests are refused with AccountDisabled.
	AccountIsDisabled AccountStatus = "disabled"
)

// AccountLimits are the limits of an account. null means no limit.
type AccountLimits struct {
	RequestsPerMinute  *int64 `json:"requests_per_minute"`
	MonthlyConversions *int64 `json:"monthly_conversions"`
	FileBytes          *int64 `json:"file_bytes"`
	Concurrent         *int64 `json:"concurrent"`
	ResultSeconds      *int64 `json:"result_seconds"`
}

// LimitChanges change limits of an account. nil leaves a limit unchanged, 0 sets that of the plan again, and -1
// removes it. Results can be kept for 3600 to 2592000 seconds.
type LimitChanges struct {
	RequestsPerMinute  *int64 `json:"requests_per_minute,omitempty"`
	MonthlyConversions *int64 `json:"monthly_conversions,omitempty"`
	FileBytes          *int64 `json:"file_bytes,omitempty"`
	Concurrent         *int64 `json:"concurrent,omitempty"`
	ResultSeconds      *int64 `json:"result_seconds,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// AccountRequest makes an account. The new account has no key: the operator of the service makes the first one.
type AccountRequest struct {
	Name   string        `json:"name"` // 1 to 128 characters that no other account has
	Plan   string        `json:"plan"`
	Limits *LimitChanges `json:"limits,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// AccountUpdate changes an account. nil leaves a field unchanged.
type AccountUpdate struct {
	Plan   *string        `json:"plan,omitempty"`
	Limits *LimitChanges  `json:"limits,omitempty"`
	Status *AccountStatus `json:"status,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// AccountUsage is what an account has used of its plan in the present period.
type AccountUsage struct {
	Plan        string    `json:"plan"`
	PeriodStart time.Time `json:"period_start"`
	PeriodEnd   time.Time `json:"period_end"` // the first moment of the next period

	Conversions Quota       `json:"conversions"`
	Concurrent  Concurrency `json:"concurrent"`
	Failed      int64       `json:"failed"` // conversions that failed
	Pages       int64       `json:"pages"`
	BytesIn     int64       `json:"bytes_in"`
}

// AuditEntry is a change of an account, a key or a webhook.
type AuditEntry struct {
	ID string    `json:"id"`
	At time.Time `json:"at"`

	// ActorKind is with what the actor acted: "key" (the REST interface), "session" (the dashboard), "cli" (the
	// program), or "service" (the service itself).
	ActorKind string `json:"actor_kind"`
	// ActorID is the id of the key, or the name of the system's user. It is "" for the service.
	ActorID string `json:"actor_id"`
	// From is the address of the client, or "cli".
	From string `json:"from"`

	Action      string `json:"action"`       // such as key.revoked; new ones may be added
	SubjectKind string `json:"subject_kind"` // account, key or webhook
	SubjectID   string `json:"subject_id"`
	AccountID   string `json:"account_id"` // the account to which the subject belongs
	AccountName string `json:"account_name"`

	// Detail is an object with the fields that were changed. Each has its new value, or {"from": ..., "to": ...}.
	// It contains no secrets.
	Detail json.RawMessage `json:"detail"`
}

// AuditQuery says which entries of the audit log are returned. Zero fields do not restrict.
type AuditQuery struct {
	AccountID string
	Since     time.Time
	Paging    Paging

	_ struct{} // callers must name the fields, so that fields can be added
}

func (q AuditQuery) values() url.Values {
	p := newParams()
	p.text("account_id", q.AccountID)
	p.time("since", q.Since)
	p.paging(q.Paging)
	return p.Values
}

const (
	accountsPath = "/v1/admin/accounts"
	auditPath    = "/v1/admin/audit"
)

// AdminService manages the accounts of a service. Its key needs ScopeAdmin. It belongs to a
// Client.
type AdminService struct{ c *Client }

// CreateAccount makes an account. It fails with AccountExists when the name is taken.
func (s AdminService) CreateAccount(ctx context.Context, r AccountRequest) (*Account, error) {
	return submit[Account](ctx, s.c, http.MethodPost, accountsPath, r)
}

// Account returns an account.
func (s AdminService) Account(ctx context.Context, id string) (*Account, error) {
	return getOne[Account](ctx, s.c, accountsPath, id, "", nil)
}

// Accounts returns a page of the list of accounts, by name.
func (s AdminService) Accounts(ctx context.Context, g Paging) (*Page[Account], error) {
	return get[Page[Account]](ctx, s.c, accountsPath, g.values())
}

// AllAccounts walks the list. It ends at the first error.
func (s AdminService) AllAccounts(ctx context.Context, g Paging) iter.Seq2[*Account, error] {
	return all[Account](ctx, s.c, accountsPath, g.values())
}

// UpdateAccount changes an account. If the new plan is larger, waiting conversions start at once as far as it
// allows.
func (s AdminService) UpdateAccount(ctx context.Context, id string, u AccountUpdate) (*Account, error) {
	return change[Account](ctx, s.c, http.MethodPatch, accountsPath, id, "", u)
}

// AccountUsage returns what an account has used in the present period.
func (s AdminService) AccountUsage(ctx context.Context, id string) (*AccountUsage, error) {
	return getOne[AccountUsage](ctx, s.c, accountsPath, id, "/usage", nil)
}

// Audit returns a page of the audit log, newest first.
func (s AdminService) Audit(ctx context.Context, q AuditQuery) (*Page[AuditEntry], error) {
	return get[Page[AuditEntry]](ctx, s.c, auditPath, q.values())
}

// AllAudit walks the audit log. It ends at the first error.
func (s AdminService) AllAudit(ctx context.Context, q AuditQuery) iter.Seq2[*AuditEntry, error] {
	return all[AuditEntry](ctx, s.c, auditPath, q.values())
}

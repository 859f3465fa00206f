package client

import "time"

// Scope is a permission of an API key.
type Scope string

// The scopes of API keys.
const (
	ScopeConversionsRead  Scope = "conversions:read"
	ScopeConversionsWrite Scope = "conversions:write"
	ScopeWebhooksRead     Scope = "webhooks:read"
	ScopeWebhooksWrite    Scope = "webhooks:write"
	ScopeUsageRead        Scope = "usage:read"
	ScopeKeysWrite        Scope = "keys:write"

	// ScopeAccountsWrite is for the operator of the service: all accounts, at the dashboard. A key has it only if
	// it was requested by name.
	ScopeAccountsWrite Scope = "accounts:write"

	// ScopeAdmin is for programs that manage the accounts of the service: see AdminService. A key has it only if
	// it was requested by name, by the operator of the service or with a key that has it. It gives no access to
	// the data of accounts.
	ScopeAdmin Scope = "admin"
)

// APIKey is the record of a key.
type APIKey struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Environment is dev, stg or prd.
	Environment string  `json:"environment"`
	Scopes      []Scope `json:"scopes"`
	// Prefix is the beginning of the key, enough to recognise it: see ParseKey.
	Prefix string `json:"prefix"`

	// Key is set only in the answers to Create and Rotate.
	Key string `json:"key,omitempty"`

	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"` // to the minute
	ExpiresAt  *time.Time `json:"expires_at"`   // null: never
	RevokedAt  *time.Time `json:"revoked_at"`
}

// APIKeyRequest requests a key.
type APIKeyRequest struct {
	Name string `json:"name"`
	// Environment is dev, stg or prd.
	Environment string  `json:"environment"`
	Scopes      []Scope `json:"scopes"`

	_ struct{} // callers must name the fields, so that fields can be added
}

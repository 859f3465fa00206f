package client

import "time"

// Webhook is a registered endpoint.
type Webhook struct {
	ID          string   `json:"id"`
	URL         string   `json:"url"`
	Events      []string `json:"events"` // kinds of events; ["*"] is all, also those to come
	Description string   `json:"description"`

	Status WebhookStatus `json:"status"`
	// DisabledReason is null unless Status is WebhookDisabled.
	DisabledReason *string `json:"disabled_reason"`

	// PayloadFormat is "a" or "b", the shape of the events' bodies.
	PayloadFormat string `json:"payload_format"`
	// SignatureScheme is 1 (over the body) or 2 (over time and body).
	SignatureScheme int `json:"signature_scheme"`

	// Secret is there in the answers to Create and RotateSecret only: it is shown once.
	Secret string `json:"secret,omitempty"`
	// SecretHint are its last characters.
	SecretHint string `json:"secret_hint"`

	CreatedAt     time.Time  `json:"created_at"`
	UpdatedAt     time.Time  `json:"updated_at"`
	LastSuccessAt *time.Time `json:"last_success_at"`
	// FailureCount counts the deliveries that failed since the last success.
	FailureCount int `json:"failure_count"`
}

// WebhookStatus says whether events are sent to an endpoint.
type WebhookStatus string

const (
	// WebhookEnabled: events are sent.
	WebhookEnabled WebhookStatus = "enabled"
	// WebhookDisabled: none are, because the owner or the service said so.
	WebhookDisabled WebhookStatus = "disabled"
)

// WebhookRequest registers an endpoint.
type WebhookRequest struct {
	URL         string   `json:"url"`              // https
	Events      []string `json:"events,omitempty"` // none: all
	Description string   `json:"description,omitempty"`
	// PayloadFormat is "a" or "b". "": a.
	PayloadFormat string `json:"payload_format,omitempty"`
	// SignatureScheme is 1 or 2. 0: 2.
	SignatureScheme int `json:"signature_scheme,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// WebhookUpdate changes an endpoint. What is nil stays.
type WebhookUpdate struct {
	URL             *string        `json:"url,omitempty"`
	Events          []string       `json:"events,omitempty"`
	Description     *string        `json:"description,omitempty"`
	PayloadFormat   *string        `json:"payload_format,omitempty"`
	SignatureScheme *int           `json:"signature_scheme,omitempty"`
	Status          *WebhookStatus `json:"status,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Rotation replaces a secret or a key. The zero value leaves the old one the time
// that the service thinks right: a day.
type Rotation struct {
	// GraceSeconds is how long the old one is good. 0 is right after a leak.
	GraceSeconds *int `json:"grace_seconds,omitempty"`
	// Force rotates a webhook's secret although the last rotation has not ended: the
	// oldest secret ends at once.
	Force bool `json:"force,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Secret is a signing secret. It is shown once.
type Secret struct {
	Secret string `json:"secret"`
}

// Replay says which deliveries of an endpoint are sent again.
type Replay struct {
	// Since and Until bound the time of the events. nil: no bound.
	Since *time.Time `json:"since,omitempty"`
	Until *time.Time `json:"until,omitempty"`
	// Status of the deliveries. "": DeliveryFailed.
	Status DeliveryStatus `json:"status,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Replayed is the answer to a Replay.
type Replayed struct {
	Count int `json:"count"` // deliveries that will be sent
}

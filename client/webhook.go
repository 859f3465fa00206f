package client

import "time"

// Webhook is a registered endpoint.
type Webhook struct {
	ID          string   `json:"id"`
	URL         string   `json:"url"`
	Events      []string `json:"events"` // kinds of events; ["*"] means all, also future ones
	Description string   `json:"description"`

	Status WebhookStatus `json:"status"`
	// DisabledReason is null unless Status is WebhookDisabled.
	DisabledReason *string `json:"disabled_reason"`

	// PayloadFormat is "a" or "b": the form of the events' bodies.
	PayloadFormat string `json:"payload_format"`
	// SignatureScheme is 1 (over the body) or 2 (over time and body).
	SignatureScheme int `json:"signature_scheme"`

	// Secret is set only in the answers to Create and RotateSecret.
	Secret string `json:"secret,omitempty"`
	// SecretHint is the end of the secret.
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
	// WebhookDisabled: no events are sent. The owner or the service has disabled the endpoint.
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

// WebhookUpdate changes an endpoint. nil leaves a field unchanged.
type WebhookUpdate struct {
	URL             *string        `json:"url,omitempty"`
	Events          []string       `json:"events,omitempty"`
	Description     *string        `json:"description,omitempty"`
	PayloadFormat   *string        `json:"payload_format,omitempty"`
	SignatureScheme *int           `json:"signature_scheme,omitempty"`
	Status          *WebhookStatus `json:"status,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Rotation replaces a secret or a key. With the zero value the old one stays valid for the service's default: a
// day.
type Rotation struct {
	// GraceSeconds is how long the old one stays valid. 0 is right after a leak.
	GraceSeconds *int `json:"grace_seconds,omitempty"`
	// Force rotates a webhook's secret although the last rotation has not ended. Then the oldest secret ends at
	// once.
	Force bool `json:"force,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Secret is a signing secret. It is shown once.
type Secret struct {
	Secret string `json:"secret"`
}

// Replay says which deliveries of an endpoint are sent again.
type Replay struct {
	// Since and Until bound the times of the events. nil sets no bound.
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

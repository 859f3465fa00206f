package client

import "time"

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID      string `json:"id"`
	EventID string `json:"event_id"` // stays over attempts and replays
	Event   string `json:"event"`    // its kind

	// WebhookID is null for an address that came with the conversion or batch.
	WebhookID    *string `json:"webhook_id"`
	URL          string  `json:"url"`
	ConversionID *string `json:"conversion_id"`
	BatchID      *string `json:"batch_id"`

	Status DeliveryStatus `json:"status"`
	// AttemptCount counts the attempts of the present series: a replay begins anew.
	AttemptCount  int        `json:"attempt_count"`
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	CreatedAt     time.Time  `json:"created_at"`
	CompletedAt   *time.Time `json:"completed_at"` // when Status ceased to be DeliveryPending

	// Attempts are all attempts, oldest first; null in lists.
	Attempts []Attempt `json:"attempts"`
}

// DeliveryStatus is where a delivery stands.
type DeliveryStatus string

const (
	// DeliveryPending: an attempt is under way or due.
	DeliveryPending DeliveryStatus = "pending"
	// DeliverySucceeded: the endpoint answered 2xx.
	DeliverySucceeded DeliveryStatus = "succeeded"
	// DeliveryFailed: all attempts failed. It can be replayed.
	DeliveryFailed DeliveryStatus = "failed"
	// DeliverySuperseded: a newer event of the same batch took its place.
	DeliverySuperseded DeliveryStatus = "superseded"
)

// Attempt is one request to an endpoint and its outcome.
type Attempt struct {
	Number int       `json:"number"` // from 1
	At     time.Time `json:"at"`
	// StatusCode is null when there was no answer.
	StatusCode *int `json:"status_code"`
	// Duration is in milliseconds, to the last header of the answer.
	Duration int `json:"duration_ms"`
	// Error is the class of the failure (dns, connect, tls, timeout, blocked, status, ...);
	// null for success.
	Error *string `json:"error"`
	// Response is the beginning of the answer's body, 1 KiB at most; null when there
	// was none or the address is not allowed.
	Response *string `json:"response"`
}

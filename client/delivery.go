package client

import "time"

// Delivery is the delivery of one event to one endpoint.
type Delivery struct {
	ID      string `json:"id"`
	EventID string `json:"event_id"` // the same for all attempts and replays
	Event   string `json:"event"`    // its kind

	// WebhookID is null if the address came with the conversion or batch.
	WebhookID    *string `json:"webhook_id"`
	URL          string  `json:"url"`
	ConversionID *string `json:"conversion_id"`
	BatchID      *string `json:"batch_id"`

	Status DeliveryStatus `json:"status"`
	// AttemptCount counts the attempts of the present series. A replay begins a new series.
	AttemptCount  int        `json:"attempt_count"`
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	CreatedAt     time.Time  `json:"created_at"`
	CompletedAt   *time.Time `json:"completed_at"` // when Status stopped to be DeliveryPending

	// Attempts are all attempts, oldest first. They are null in lists.
	Attempts []Attempt `json:"attempts"`
}

// DeliveryStatus is the state of a delivery.
type DeliveryStatus string

const (
	// DeliveryPending: an attempt is under way or due.
	DeliveryPending DeliveryStatus = "pending"
	// DeliverySucceeded: the endpoint answered 2xx.
	DeliverySucceeded DeliveryStatus = "succeeded"
	// DeliveryFailed: all attempts failed. It can be replayed.
	DeliveryFailed DeliveryStatus = "failed"
	// DeliverySuperseded: a newer event of the same batch replaced it.
	DeliverySuperseded DeliveryStatus = "superseded"
)

// Attempt is one request to an endpoint and its outcome.
type Attempt struct {
	Number int       `json:"number"` // from 1
	At     time.Time `json:"at"`
	// StatusCode is null if there was no answer.
	StatusCode *int `json:"status_code"`
	// Duration is in milliseconds, until the last header of the answer.
	Duration int `json:"duration_ms"`
	// Error is the class of the failure (dns, connect, tls, timeout, blocked, status, ...). It is null for
	// success.
	Error *string `json:"error"`
	// Response is the beginning of the answer's body, at most 1 KiB. It is null if there was none, or if the
	// address is not allowed.
	Response *string `json:"response"`
}

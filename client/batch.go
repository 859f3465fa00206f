package client

import "time"

// Batch is the record of conversions that were asked for together.
type Batch struct {
	ID string `json:"batch_id"`
	// Status is StatusQueued, StatusProcessing, StatusCompleted or StatusCancelled.
	Status Status `json:"status"`

	Total     int `json:"total"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"` // without those cancelled
	Cancelled int `json:"cancelled"`
	// Percentage is that of members which are final, rounded down.
	Percentage int `json:"percentage"`
	// ErrorCounts says how many members failed with which code; never null.
	ErrorCounts map[Code]int `json:"error_counts"`

	CreatedAt   time.Time  `json:"created_at"`
	CompletedAt *time.Time `json:"completed_at"`
	ExpiresAt   *time.Time `json:"expires_at"`
	// DownloadURL is a signed address of the archives of all completed members in
	// one; null until the batch is final.
	DownloadURL *string `json:"download_url"`
}

// BatchInput is a member of a batch that is given by its address.
type BatchInput struct {
	URL      string `json:"url"`
	CustomID string `json:"custom_id,omitempty"`
	// Options win over those of the batch, switch by switch.
	Options Options `json:"options,omitzero"`

	_ struct{} // callers must name the fields, so that fields can be added
}

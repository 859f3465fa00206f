package client

import "time"

// Batch is the record of conversions that were requested together.
type Batch struct {
	ID string `json:"batch_id"`
	// Status is StatusQueued, StatusProcessing, StatusCompleted or StatusCancelled.
	Status Status `json:"status"`

	Total     int `json:"total"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"` // without cancelled ones
	Cancelled int `json:"cancelled"`
	// Percentage is the percentage of members that are final, rounded down.
	Percentage int `json:"percentage"`
	// ErrorCounts says how many members failed with each code. It is never null.
	ErrorCounts map[Code]int `json:"error_counts"`

	CreatedAt   time.Time  `json:"created_at"`
	CompletedAt *time.Time `json:"completed_at"`
	ExpiresAt   *time.Time `json:"expires_at"`
	// DownloadURL is a signed address of an archive with the archives of all completed members. It is null until
	// the batch is final.
	DownloadURL *string `json:"download_url"`
}

// BatchInput is a member of a batch with its document at an address.
type BatchInput struct {
	URL      string `json:"url"`
	CustomID string `json:"custom_id,omitempty"`
	// Options override those of the batch, switch by switch.
	Options Options `json:"options,omitzero"`
	// KeepDocument and Corrections are those of ConvertRequest. Where they are set they win over those of the batch.
	KeepDocument *bool  `json:"keep_document,omitempty"`
	Corrections  string `json:"corrections,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

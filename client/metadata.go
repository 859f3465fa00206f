package client

import (
	"encoding/json"
	"time"
)

// Metadata describes a document. Unknown times are zero (null in JSON), an unknown score is nil, and unknown texts
// are "". Its fields and JSON form are those of convert.Metadata, and it can be converted to that type.
type Metadata struct {
	Pages    int       `json:"pages"` // of the whole document
	Title    string    `json:"title"`
	Author   string    `json:"author"`
	Subject  string    `json:"subject"`
	Keywords []string  `json:"keywords"` // never null in JSON
	Created  time.Time `json:"created_at"`
	Modified time.Time `json:"modified_at"`
	Producer string    `json:"producer"`
	Language string    `json:"language"` // BCP 47

	// AccessibilityScore is 0 to 100; nil without Options.AccessibilityCheck.
	AccessibilityScore *int `json:"accessibility_score"`
	WordCount          int  `json:"word_count"`
	ImageCount         int  `json:"image_count"`
}

// MarshalJSON writes unknown times as null, and missing keywords as [].
func (m Metadata) MarshalJSON() ([]byte, error) {
	type fields Metadata // without this method
	if m.Keywords == nil {
		m.Keywords = []string{}
	}
	return json.Marshal(struct {
		fields
		Created  *time.Time `json:"created_at"` // replaces the embedded field
		Modified *time.Time `json:"modified_at"`
	}{fields(m), knownTime(m.Created), knownTime(m.Modified)})
}

// knownTime returns t in UTC, or nil if it is unknown or cannot be written in RFC 3339.
func knownTime(t time.Time) *time.Time {
	t = t.UTC()
	if t.IsZero() || t.Year() < 0 || t.Year() > 9999 {
		return nil
	}
	return &t
}

package client

import (
	"encoding/json"
	"time"
)

// Metadata is what is known of a document. What is unknown is the zero time (null
// in JSON), a nil score, or "". It has the fields and the JSON form of
// convert.Metadata, and can be converted to it.
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

// MarshalJSON writes null for times that are not known, and [] for no keywords.
func (m Metadata) MarshalJSON() ([]byte, error) {
	type fields Metadata // without this method
	if m.Keywords == nil {
		m.Keywords = []string{}
	}
	return json.Marshal(struct {
		fields
		Created  *time.Time `json:"created_at"` // in place of the embedded ones
		Modified *time.Time `json:"modified_at"`
	}{fields(m), knownTime(m.Created), knownTime(m.Modified)})
}

// knownTime is t in UTC, or nil when it is unknown or beyond what RFC 3339 can write.
func knownTime(t time.Time) *time.Time {
	t = t.UTC()
	if t.IsZero() || t.Year() < 0 || t.Year() > 9999 {
		return nil
	}
	return &t
}

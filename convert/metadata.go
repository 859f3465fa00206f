package convert

import (
	"encoding/json"
	"time"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/pipeline"
)

// Metadata describes the document. Its JSON form is the metadata object of the service. Every field is always
// there, and times are ISO 8601 in UTC. Unknown times and an unknown score are null, unknown texts are "".
type Metadata struct {
	Pages    int       `json:"pages"` // of the document, whatever Options.Pages selects
	Title    string    `json:"title"` // that of the document, else that found on its pages
	Author   string    `json:"author"`
	Subject  string    `json:"subject"`
	Keywords []string  `json:"keywords"` // never null in JSON
	Created  time.Time `json:"created_at"`
	Modified time.Time `json:"modified_at"`
	Producer string    `json:"producer"`
	Language string    `json:"language"` // BCP 47: of the document, else Options.Language, else of its text; "" if unknown

	// AccessibilityScore is the score of Result.Accessibility, 0 to 100. It is nil without a report.
	AccessibilityScore *int `json:"accessibility_score"`
	// WordCount is the number of words on the converted pages (UAX #29), without running heads and feet.
	WordCount int `json:"word_count"`
	// ImageCount is the number of images that the converted pages show.
	ImageCount int `json:"image_count"`
}

func newMetadata(i *pipeline.Info, report *a11y.Report) Metadata {
	m := Metadata{
		Pages: i.Pages, Title: i.Title, Author: i.Author, Subject: i.Subject,
		Keywords: i.Keywords, Created: i.Created, Modified: i.Modified, Producer: i.Producer,
		Language: i.Language, WordCount: i.Words, ImageCount: i.Images,
	}
	if report != nil {
		score := report.Score
		m.AccessibilityScore = &score
	}
	return m
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

package convert

import (
	"encoding/json"
	"time"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/pipeline"
)

// Metadata is what is known of the document. Its JSON form is the service's
// metadata object: every field is always there, times are ISO 8601 in UTC, and
// what is unknown is null for times and the score, "" for texts.
type Metadata struct {
	Pages    int       `json:"pages"` // of the document, whatever Options.Pages selects
	Title    string    `json:"title"` // the document's own, else that found on its pages
	Author   string    `json:"author"`
	Subject  string    `json:"subject"`
	Keywords []string  `json:"keywords"` // never null in JSON
	Created  time.Time `json:"created_at"`
	Modified time.Time `json:"modified_at"`
	Producer string    `json:"producer"`
	Language string    `json:"language"` // BCP 47; the document's own, else Options.Language, else that found in the text; "" when nothing tells

	// AccessibilityScore is the score of Result.Accessibility, 0 to 100; nil without a
	// report.
	AccessibilityScore *int `json:"accessibility_score"`
	// WordCount counts the words of the converted pages (UAX #29), without running
	// headers and footers.
	WordCount int `json:"word_count"`
	// ImageCount counts the images that the converted pages show.
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

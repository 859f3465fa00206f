package convert_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
)

// The client package imports none of our packages, so it has a Metadata of its own.
func TestMetadataIsThatOfTheClient(t *testing.T) {
	t.Parallel()
	score := 97
	zone := time.FixedZone("", 2*60*60)
	for name, m := range map[string]convert.Metadata{
		"nothing known": {},
		"all known": {
			Pages: 12, Title: "A <Short> Walk", Author: "R. Ito", Subject: "shores", Keywords: []string{"a", "b"},
			Created: time.Date(2019, 5, 1, 12, 0, 0, 5, zone), Modified: time.Date(2020, 5, 1, 0, 0, 0, 0, time.UTC),
			Producer: "pdfTeX", Language: "en-GB", AccessibilityScore: &score, WordCount: 4000, ImageCount: 3,
		},
		"a year that RFC 3339 cannot write": {Created: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ours, err := json.Marshal(m)
			require.NoError(t, err)
			theirs, err := json.Marshal(client.Metadata(m))
			require.NoError(t, err)
			require.Equal(t, string(ours), string(theirs))
			var back client.Metadata
			require.NoError(t, json.Unmarshal(ours, &back))
			again, err := json.Marshal(convert.Metadata(back))
			require.NoError(t, err)
			require.Equal(t, string(ours), string(again))
		})
	}
}

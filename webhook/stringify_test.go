package webhook

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// sources returns the inputs and outputs in testdata/vectors.json, which node has written.
func sources(t testing.TB) (pairs []struct{ Source, Text string }) {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var v struct {
		Documents []struct{ Source, Text string }
	}
	require.NoError(t, json.Unmarshal(text, &v))
	require.NotEmpty(t, v.Documents)
	return v.Documents
}

func TestStringifyIsThatOfNode(t *testing.T) {
	t.Parallel()
	for _, d := range sources(t) {
		got, err := stringify([]byte(d.Source))
		require.NoError(t, err, d.Source)
		require.Equal(t, d.Text, string(got), d.Source)
	}
}

func TestStringifyRefusesWhatIsNotJSON(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "{", "nul", "1 2", `{"a":1}}`, "[1,]", "'a'", "01"} {
		_, err := stringify([]byte(src))
		require.ErrorIs(t, err, InvalidEvent, src)
	}
}

// A written value is written again unchanged, and keeps its meaning.
func FuzzStringify(f *testing.F) {
	for _, d := range sources(f) {
		f.Add([]byte(d.Source))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		once, err := stringify(src)
		require.Equal(t, json.Valid(src), err == nil)
		if err != nil {
			return
		}
		twice, err := stringify(once)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))

		var before, after any
		if json.Unmarshal(src, &before) != nil {
			return // a number too large for a float64
		}
		require.NoError(t, json.Unmarshal(once, &after))
		require.Equal(t, before, after)
	})
}

package worker_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/worker"
)

// notData are the options that a job cannot have.
var notData = []string{"OCREngine", "Describer", "CacheDir", "Progress", "Trace", "_"}

func TestAJobHasEachOptionThatIsData(t *testing.T) {
	t.Parallel()
	var all convert.Options
	v := reflect.ValueOf(&all).Elem()
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; !slices.Contains(notData, name) {
			set(t, v.Field(i), name)
		}
	}
	stored, err := json.Marshal(worker.NewOptions(all))
	require.NoError(t, err)
	var again worker.Options
	require.NoError(t, json.Unmarshal(stored, &again))
	require.Equal(t, all, again.Convert())
	require.Equal(t, convert.Options{}, worker.Options{}.Convert())
}

// set gives a field a value other than its zero value.
func set(t *testing.T, field reflect.Value, name string) {
	t.Helper()
	switch field.Interface().(type) {
	case bool:
		field.SetBool(true)
	case int, int64:
		field.SetInt(7)
	case convert.Theme:
		field.SetString(string(convert.ThemePlain))
	case convert.Math:
		field.SetString(string(convert.MathTeX))
	case string:
		field.SetString("en")
	case []byte:
		field.SetBytes([]byte("version: 1\n"))
	case []string:
		field.Set(reflect.ValueOf([]string{"de"}))
	case []convert.Format:
		field.Set(reflect.ValueOf(convert.Formats()))
	case convert.FormatOptions:
		field.Set(reflect.ValueOf(convert.FormatOptions{PageMarks: true, Emphasis: true, Anchors: true, JSONLines: true, JSONEvidence: true, TextWidth: 7, RepeatSpans: true, Chunks: convert.ChunkOptions{Size: 7, Overlap: 1}}))
	case []convert.PageRange:
		field.Set(reflect.ValueOf([]convert.PageRange{{First: 1, Last: 2}}))
	default:
		t.Fatalf("what is %s?", name)
	}
}

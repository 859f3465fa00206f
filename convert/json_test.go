package convert

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzIndent(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `""`, `null`, `-1.5e+10`, `[[],{},[{}],{"a":[]}]`, `{"a":1,"b":[true,false,null,"c"],"d":{"e":{}}}`,
		`"\\"`, `"\""`, `"a\\\"b,:{}[]"`, `{"\\":"\\\\","\"":"\u003c"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var compact, want bytes.Buffer
		if json.Compact(&compact, src) != nil {
			t.Skip("no JSON")
		}
		require.NoError(t, json.Indent(&want, compact.Bytes(), "", "  "))
		require.Equal(t, want.String()+"\n", string(indent(compact.Bytes())))
	})
}

// BenchmarkFS reads all files of the result of a short document.
func BenchmarkFS(b *testing.B) {
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(b, err)
	o := DefaultOptions()
	o.AccessibilityCheck = true
	r, err := Convert(b.Context(), bytes.NewReader(data), o)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		files := r.FS()
		require.NoError(b, fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				_, err = fs.ReadFile(files, name)
			}
			return err
		}))
	}
}

package server

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// FuzzFolderName checks that the client accepts the folder name of any document. The client accepts only names
// that are the same on every system.
func FuzzFolderName(f *testing.F) {
	for _, name := range []string{"report.pdf", "", ".pdf", "..", "CON", "a. .pdf", `a\b:c*.pdf`, "größe 100 %.pdf", "\xff\x00", "ǅ.ſ", strings.Repeat("語", 90)} {
		f.Add(7, name)
	}
	f.Fuzz(func(t *testing.T, number int, name string) {
		if number < 1 {
			return // numbers begin at 1
		}
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		_, err := w.Create(folderName(number, name) + "/index.html")
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, client.Extract(bytes.NewReader(b.Bytes()), int64(b.Len()), t.TempDir()))
	})
}

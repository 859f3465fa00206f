package jobs_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAKilledProcessLeavesNoFiles: the next process that starts beside it removes what it had on disk. Files of
// living processes stay.
func TestAKilledProcessLeavesNoFiles(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		temp := t.TempDir()
		folders := func() (names []string) {
			entries, err := os.ReadDir(temp)
			require.NoError(t, err)
			for _, e := range entries {
				if e.IsDir() {
					names = append(names, e.Name())
				}
			}
			return names
		}
		begin := func() (*process, string) {
			before := folders()
			id := f.submit(f.account(filepath.Base(t.TempDir())+time.Now().String(), "free"), order{Sleep: time.Hour})
			p := f.spawn(childConfig{Concurrency: 1, Temp: temp})
			require.Equal(t, id, p.next())
			for _, name := range folders() {
				if len(before) == 0 || name != before[0] {
					return p, name
				}
			}
			require.Fail(t, "a process has no folder")
			return nil, ""
		}
		killed, left := begin()
		document := filepath.Join(temp, left, "run", "input.pdf")
		require.NoError(t, os.MkdirAll(filepath.Dir(document), 0o700))
		require.NoError(t, os.WriteFile(document, []byte("a customer's"), 0o600))
		killed.kill()
		require.FileExists(t, document)

		_, first := begin()
		require.Equal(t, []string{first}, folders(), "the killed one's is gone")
		_, second := begin()
		require.ElementsMatch(t, []string{first, second}, folders(), "both live")
	})
}

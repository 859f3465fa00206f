package jobs_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// TestAResultIsOneBlobUnlessItIsLarge: both forms are opened in the same way, and both are deleted when they are
// not needed any more.
func TestAResultIsOneBlobUnlessItIsLarge(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		for size, blobs := range map[int]int{0: 1, 400 << 10: 3} {
			c := f.ends(f.submit(account, order{Size: size}))
			require.Equal(t, store.Completed, c.Status)
			f.requireNoInputs()
			require.Len(t, f.keys(), blobs)
			for part, name := range map[jobs.Part]string{jobs.HTML: "a.html", jobs.CSS: "a.css", jobs.Archive: "a.zip"} {
				require.Equal(t, name+" of paper"+strings.Repeat(" ", size), f.part(c, part))
			}
			_, err := jobs.Open(t.Context(), f.blobs, c, jobs.Report)
			require.ErrorIs(t, err, fs.ErrNotExist)

			require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) (err error) {
				c, err = jobs.Delete(t.Context(), tx, account, c.ID)
				return err
			}))
			f.engine.Purge(t.Context(), c)
			require.Empty(t, f.keys())
			_, err = jobs.Open(t.Context(), f.blobs, f.get(c.ID), jobs.HTML)
			require.ErrorIs(t, err, fs.ErrNotExist)
		}
	})
}

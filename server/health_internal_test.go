package server

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/storage"
)

// keeper is a storage that deletes nothing.
type keeper struct{ storage.Bucket }

func (keeper) Delete(context.Context, string) error { return errors.New("not now") }

// TestProbesLeaveOneObject checks that a process leaves one object, however often the storage failed between
// writing and deleting it.
func TestProbesLeaveOneObject(t *testing.T) {
	t.Parallel()
	folder, err := storage.OpenFolder(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, folder.Close()) })
	s, err := New(t.Context(), Config{DataDir: storetest.Folder(t), Bucket: keeper{folder}, Workers: -1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Shutdown(context.Background())) })
	count := func() (n int) {
		for _, err := range folder.List(t.Context(), "probe/") {
			require.NoError(t, err)
			n++
		}
		return n
	}
	for range 3 {
		require.Error(t, s.probes.probeStorage(t.Context()))
	}
	require.Equal(t, 1, count())
	s.bucket = folder
	require.NoError(t, s.probes.probeStorage(t.Context()))
	require.Zero(t, count())
}

// TestAProbeThatHangs checks that a check that hangs fails alone, and that the others are not delayed. It is not
// begun a second time before it has ended, and succeeds again then.
func TestAProbeThatHangs(t *testing.T) {
	t.Parallel()
	s := &probes{core: &core{}}
	began, end := make(chan bool, 1), make(chan bool)
	checks := map[string]func(context.Context) error{
		"disk": func(context.Context) error { // it ignores its context
			began <- true
			<-end
			return nil
		},
		"database": func(context.Context) error { return nil },
	}
	patience, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	require.ErrorIs(t, s.probe(patience, checks)["disk"], errHangs)
	require.Eventually(t, func() bool { // the database may have been late, too, at the end of the time
		again := s.probe(t.Context(), checks)
		return errors.Is(again["disk"], errHangs) && again["database"] == nil
	}, time.Minute, time.Millisecond)
	close(end)
	require.Eventually(t, func() bool { return s.probe(t.Context(), checks)["disk"] == nil }, time.Minute, time.Millisecond)
}

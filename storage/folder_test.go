package storage_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/storagetest"
)

func openFolder(t *testing.T, dir string) *storage.Folder {
	t.Helper()
	f, err := storage.OpenFolder(dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made")
	storagetest.Run(t, openFolder(t, dir))
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, ".writing")}, left, "folders go with their last object")
	left, err = filepath.Glob(filepath.Join(dir, ".writing", "*"))
	require.NoError(t, err)
	require.Empty(t, left, "nothing incomplete stays")
}

func TestFolderIsForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made")
	f := openFolder(t, dir)
	require.NoError(t, f.Put(t.Context(), "a/b", strings.NewReader("1"), ""))
	for name, mode := range map[string]os.FileMode{".": 0o700, "a": 0o700, "a/b": 0o600, ".writing": 0o700} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), name)
	}
}

func TestFolderStaysInside(t *testing.T) {
	t.Parallel()
	outside, dir := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("1"), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link")))
	f := openFolder(t, dir)
	_, err := f.Open(t.Context(), "link/secret")
	require.Error(t, err)
	require.Error(t, f.Put(t.Context(), "link/new", strings.NewReader("1"), ""))
	require.Error(t, f.Delete(t.Context(), "link/secret"))
	require.FileExists(t, filepath.Join(outside, "secret"))
	require.NoFileExists(t, filepath.Join(outside, "new"))
}

// TestFolderForgetsWhatAKilledProcessWrote checks that incomplete objects are removed when a folder is opened, and
// while it is in use.
func TestFolderForgetsWhatAKilledProcessWrote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	leave := func(name string, age time.Duration) string {
		file := filepath.Join(dir, ".writing", name)
		require.NoError(t, os.WriteFile(file, []byte("1"), 0o600))
		then := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(file, then, then))
		return file
	}
	synctest.Test(t, func(t *testing.T) {
		openFolder(t, dir)
		old, young := leave("old", 25*time.Hour), leave("young", 23*time.Hour+30*time.Minute)
		f := openFolder(t, dir)
		require.NoFileExists(t, old)
		require.FileExists(t, young)
		time.Sleep(30 * time.Minute)
		late := leave("late", 25*time.Hour)
		require.Empty(t, storagetest.All(t, f, ""))
		require.FileExists(t, late, "it was looked for just now")
		time.Sleep(30 * time.Minute)
		require.Empty(t, storagetest.All(t, f, ""))
		require.NoFileExists(t, late)
		require.NoFileExists(t, young, "it is a day old now")
	})
}

// An open object stays readable when it is deleted: a download ends as it began.
func TestFolderReadsOnWhatIsDeleted(t *testing.T) {
	t.Parallel()
	f := openFolder(t, t.TempDir())
	require.NoError(t, f.Put(t.Context(), "a", strings.NewReader("still here"), ""))
	r, err := f.Open(t.Context(), "a")
	require.NoError(t, err)
	require.NoError(t, f.Delete(t.Context(), "a"))
	data, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "still here", string(data))
	require.NoError(t, r.Close())
}

func TestFolderIsMadeAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := openFolder(t, dir)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, ".writing")))
	require.NoError(t, f.Put(t.Context(), "a", strings.NewReader("1"), ""))
}

func TestReadAllIsBounded(t *testing.T) {
	t.Parallel()
	f := openFolder(t, t.TempDir())
	require.NoError(t, f.Put(t.Context(), "a", strings.NewReader("four"), ""))
	_, err := storage.ReadAll(t.Context(), f, "a", 3)
	require.ErrorContains(t, err, "more than 3 bytes")
}

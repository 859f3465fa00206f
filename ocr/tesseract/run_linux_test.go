package tesseract

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgramEndsWithTheProcessThatRunsIt(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "wait")
	require.NoError(t, os.Mkdir(dir, 0o700))
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), recogniseVariable+"="+dir)
	require.NoError(t, parent.Start())
	pid := filepath.Join(dir, "pid")
	require.Eventually(t, func() bool {
		_, err := os.Stat(pid)
		return err == nil
	}, 30*time.Second, 10*time.Millisecond)
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	requireChildEnded(t, pid)
}

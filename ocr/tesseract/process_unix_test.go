//go:build unix

package tesseract

import (
	"os"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// requireChildEnded waits until the process whose number is in a file has ended. A zombie counts as ended.
func requireChildEnded(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(text))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		if syscall.Kill(pid, 0) != nil {
			return true
		}
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return err == nil && zombie.Match(stat)
	}, 10*time.Second, 10*time.Millisecond)
}

var zombie = regexp.MustCompile(`^\d+ \(.*\) Z `)

package lint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// exposure is how much systemd may find exposed of the service, in tenths of its points from 0 to
// 10: it has 1.7, most of it for the network. "OK" in the words of systemd ends below 5.
const exposure = "20"

// TestUnit reads the unit of the packages as systemd does: names that it does not know and values
// that it cannot take are errors, and so is a loss of what bounds the service.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		if os.Getenv("PAGELIFT_TEST_PROGRAMS") == "required" {
			t.Fatal("no systemd-analyze here")
		}
		t.Skip("no systemd-analyze here: make deps installs it")
	}
	text, err := os.ReadFile("../release/files/pagelift.service")
	require.NoError(t, err)
	require.Contains(t, string(text), "ExecStart=/usr/bin/pagelift ")
	// systemd wants to see the program, which need not be installed where this runs.
	unit := filepath.Join(t.TempDir(), "pagelift.service")
	require.NoError(t, os.WriteFile(unit, []byte(strings.ReplaceAll(string(text), "/usr/bin/pagelift", "/bin/true")), 0o600))

	out, err := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--man=no", unit).CombinedOutput()
	require.NoError(t, err, "%s", out)
	for line := range strings.Lines(string(out)) {
		require.NotContains(t, line, "pagelift.service", "a warning")
	}
	out, err = exec.CommandContext(t.Context(), "systemd-analyze", "security", "--offline=yes", "--threshold="+exposure, unit).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAccessibilityWalk runs the shell blocks of docs/accessibility.md in their order, as one session.
func TestAccessibilityWalk(t *testing.T) {
	t.Parallel()
	walk, err := os.ReadFile("../../docs/accessibility.md")
	require.NoError(t, err)
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(walk), -1) {
		blocks = append(blocks, m[1])
	}
	require.Len(t, blocks, 3, "look, convert, report")
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	dir := t.TempDir()
	sample, err := os.ReadFile("../../examples/sample.pdf")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "examples"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "examples/sample.pdf"), sample, 0o644))
	session := exec.CommandContext(t.Context(), "sh", "-eu")
	session.Stdin = strings.NewReader(strings.Join(blocks, ""))
	session.Dir = dir
	session.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	out, err := session.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `alternatives +(passed|failed|cannot tell|not present)`, string(out))
	report, err := os.ReadFile(filepath.Join(dir, "conformance.html"))
	require.NoError(t, err)
	require.Contains(t, string(report), "1.1.1 Non-text Content")
	require.Contains(t, string(report), "2.5.8 Target Size (Minimum)")
}

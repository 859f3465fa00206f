package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestAccessibilityWalk runs the shell blocks of docs/accessibility.md in order, as one session.
func TestAccessibilityWalk(t *testing.T) {
	t.Parallel()
	testkit.Programs(t, "sh")
	blocks := shellBlocks(t, "docs/accessibility.md")
	require.Len(t, blocks, 5, "look, convert, correct, report, report on all")
	dir := folderWithSample(t)
	out := walk(t, dir, strings.Join(blocks, ""))
	require.Regexp(t, `alternatives +(passed|failed|cannot tell|not present)`, out)
	require.Contains(t, out, `there is no link or field "#no-such-place"`)
	report, err := os.ReadFile(filepath.Join(dir, "conformance.html"))
	require.NoError(t, err)
	require.Contains(t, string(report), "1.1.1 Non-text Content")
	require.Contains(t, string(report), "2.5.8 Target Size (Minimum)")
	acr, err := os.ReadFile(filepath.Join(dir, "acr.html"))
	require.NoError(t, err)
	require.Contains(t, string(acr), "site: 2 documents")
	require.Contains(t, string(acr), "judgement of Ann Fox, 2027-01-15")
	require.FileExists(t, filepath.Join(dir, "site", "sample.html"))
}

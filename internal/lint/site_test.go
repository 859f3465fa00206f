package lint_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheSiteIsWhatTheDocumentsGive: whoever changes a document makes the pages of the service anew.
func TestTheSiteIsWhatTheDocumentsGive(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), "go", "run", "./docs/site/gen", "-check")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

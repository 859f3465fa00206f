package lint_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLibcIsTheOneOfSQLite: modernc.org/sqlite is generated code that is tested with one
// version of modernc.org/libc, and documented to need exactly that one. Another module that
// wants a newer libc raises it unseen.
func TestLibcIsTheOneOfSQLite(t *testing.T) {
	t.Parallel()
	const libc = "modernc.org/libc"
	file := goOutput(t, "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite")
	var wants struct {
		Require []struct{ Path, Version string }
	}
	require.NoError(t, json.Unmarshal([]byte(goOutput(t, "mod", "edit", "-json", file)), &wants))
	for _, r := range wants.Require {
		if r.Path == libc {
			require.Equal(t, r.Version, goOutput(t, "list", "-m", "-f", "{{.Version}}", libc), "of %s", libc)
			return
		}
	}
	t.Fatalf("sqlite does not need %s any more", libc)
}

// TestNoModuleIsReplaced: whoever installs the program by its path and version gets what is tested
// here. The go command refuses a module with replacements, and ignores those of a dependency.
func TestNoModuleIsReplaced(t *testing.T) {
	t.Parallel()
	var own struct{ Replace, Exclude []json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(goOutput(t, "mod", "edit", "-json")), &own))
	require.Empty(t, own.Replace)
	require.Empty(t, own.Exclude)
}

// goOutput is what the go command prints, without the end of its last line.
func goOutput(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err, "go %s", strings.Join(args, " "))
	return strings.TrimSpace(string(out))
}

package lint_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// settings are the flags of pagelift serve, asked of the program itself, each with whether it takes a value.
var settings = sync.OnceValues(func() (map[string]bool, error) {
	cmd := exec.Command("go", "run", "./cmd/pagelift", "help", "serve")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as make pure has just built it
	help, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("pagelift help serve: %w: %s", err, help)
	}
	flags := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)(?: (\S+))?`).FindAllStringSubmatch(string(help), -1) {
		flags[m[1]] = m[2] != ""
	}
	return flags, nil
})

// flags are the settings of pagelift serve.
func flags(t *testing.T) map[string]bool {
	t.Helper()
	all, err := settings()
	require.NoError(t, err)
	require.Contains(t, all, "workers")
	return all
}

// values are the flags of the arguments of pagelift serve, which must exist; "" for those without a value.
func values(t *testing.T, args []string) map[string]string {
	t.Helper()
	require.NotEmpty(t, args)
	require.Equal(t, "serve", args[0])
	known, out := flags(t), map[string]string{}
	for i := 1; i < len(args); i++ {
		name, value, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		require.True(t, strings.HasPrefix(args[i], "--"), "%q in %q is no flag", args[i], args)
		takes, ok := known[name]
		require.True(t, ok, "pagelift serve has no flag --%s", name)
		if takes && !joined {
			i++
			require.Less(t, i, len(args), "--%s has no value", name)
			value = args[i]
		}
		require.NotContains(t, out, name)
		out[name] = value
	}
	return out
}

// variables are names of the environment that are no flags.
var variables = []string{"PAGELIFT_SECRET", "PAGELIFT_FIRST_KEY", "PAGELIFT_FIRST_PLAN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}

// requireVariable fails for a name that the program does not read from its environment.
func requireVariable(t *testing.T, name string) {
	t.Helper()
	for _, known := range variables {
		if name == known {
			return
		}
	}
	flag := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "PAGELIFT_")), "_", "-")
	require.True(t, strings.HasPrefix(name, "PAGELIFT_"), name)
	require.Contains(t, flags(t), flag, "%s is no setting", name)
}

// route tells whether the interface has an operation GET at a path, as openapi.yaml has it.
func route(t *testing.T, path string) bool {
	api, err := os.ReadFile("../../server/openapi/openapi.yaml")
	require.NoError(t, err)
	return regexp.MustCompile(`(?m)^  "?` + regexp.QuoteMeta(path) + `"?:\n    get:`).Match(api)
}

// read is a file of the repository.
func read(t *testing.T, name string) string {
	data, err := os.ReadFile(filepath.Join("../..", name))
	require.NoError(t, err)
	return string(data)
}

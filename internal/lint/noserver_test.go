package lint_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program of those who only convert has nothing of the service in it.
func TestTheProgramWithoutServiceHasNoDatabase(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-deps", "-tags", "noserver", "github.com/pagelift/pagelift/cmd/pagelift")
	out, err := cmd.Output()
	require.NoError(t, err)
	for _, part := range []string{"pagelift/server", "pagelift/storage", "internal/store", "internal/jobs", "modernc.org/sqlite", "riverqueue/", "jackc/pgx", "pressly/goose"} {
		require.NotContains(t, string(out), part)
	}
	require.Contains(t, strings.Fields(string(out)), "github.com/pagelift/pagelift/convert")
}

// The program for browsers has nothing of the service in it, and no machine that would run PDFium in theirs.
func TestTheProgramForBrowsersHasNoPDFium(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-deps", "github.com/pagelift/pagelift/cmd/pagelift-wasm")
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	require.NoError(t, err)
	for _, part := range []string{"pagelift/server", "pagelift/storage", "internal/store", "internal/jobs", "modernc.org/sqlite", "klippa-app/go-pdfium", "tetratelabs/wazero"} {
		require.NotContains(t, string(out), part)
	}
	require.Contains(t, strings.Fields(string(out)), "github.com/pagelift/pagelift/convert")
}

package raster

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A new version of go-pdfium calls for its own PDFium: go generate ./internal/raster.
func TestTheProgramIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/klippa-app/go-pdfium").Output()
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "webassembly", "pdfium.wasm"))
	require.NoError(t, err)
	got, err := program()
	require.NoError(t, err)
	require.True(t, string(want) == string(got), "run: go generate ./internal/raster")
	require.LessOrEqual(t, len(got), programSize)
}

// Package examples_test builds and runs the programs of this folder.
package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// build builds the program of folder name and returns its path.
func build(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name+".exe") // other systems ignore the suffix
	cmd := exec.Command("go", "build", "-o", program, "./"+name)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // without C, which takes minutes to compile
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

func TestConvertWritesHTMLToStandardOutput(t *testing.T) {
	t.Parallel()
	html, err := exec.Command(build(t, "convert"), "sample.pdf").Output()
	require.NoError(t, err)
	require.Contains(t, string(html), "<title>A Short Walk on the Shore</title>")
	require.Contains(t, string(html), "https://example.com/tides")
	require.NotContains(t, string(html), "style.css", "the style sheet is inside of the HTML")
}

func TestConvertSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	out, err := exec.Command(build(t, "convert"), "examples_test.go").CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "invalid_file_format")
}

func TestSaveWritesAFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "sample")
	out, err := exec.Command(build(t, "save"), "sample.pdf", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), `"A Short Walk on the Shore": 2 pages`)
	for _, name := range []string{"index.html", "style.css", "metadata.json"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.NotEmpty(t, content, name)
	}
}

func TestSaveWritesAnArchive(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "sample.zip")
	out, err := exec.Command(build(t, "save"), "sample.pdf", name).CombinedOutput()
	require.NoError(t, err, "%s", out)
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "PK\x03\x04", string(content[:4]))
}

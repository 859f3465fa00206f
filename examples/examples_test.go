// Package examples_test builds and runs the programs of this folder.
package examples_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// folder holds the programs of this folder while the tests run.
var folder string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "examples")
	if err != nil {
		panic(err)
	}
	folder = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// made is a program that was built, or why it was not.
type made struct {
	sync.Once
	program string
	err     error
}

// programs are those that were built, by their folders.
var programs sync.Map

// build returns the path of the program of folder name. All tests share what the first one of them builds.
func build(t *testing.T, name string) string {
	t.Helper()
	found, _ := programs.LoadOrStore(name, new(made))
	p := found.(*made)
	p.Do(func() {
		p.program = filepath.Join(folder, name+".exe") // other systems ignore the suffix
		p.err = compile(p.program, "./"+name)
	})
	require.NoError(t, p.err)
	return p.program
}

// compile builds a program without C, which takes minutes to compile, and without what debuggers need.
func compile(program, source string) error {
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
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

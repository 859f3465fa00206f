package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// shellBlock matches a block of commands in a document.
var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// shellBlocks returns the blocks of commands in a file of the repository, in order.
func shellBlocks(t *testing.T, file string) []string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("../..", file))
	require.NoError(t, err)
	var blocks []string
	for _, m := range shellBlock.FindAllStringSubmatch(string(page), -1) {
		blocks = append(blocks, m[1])
	}
	return blocks
}

// folderWithSample returns a new folder with examples/sample.pdf in it, like a clone of the repository.
func folderWithSample(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	sample, err := os.ReadFile("../../examples/sample.pdf")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "examples"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "examples/sample.pdf"), sample, 0o644))
	return dir
}

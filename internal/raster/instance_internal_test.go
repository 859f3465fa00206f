package raster

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFolderThatCannotBeMadeIsDoneWithout(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	machineCode.Lock()
	defer machineCode.Unlock()
	require.NotNil(t, codeCache(filepath.Join(file, "folder")))
}

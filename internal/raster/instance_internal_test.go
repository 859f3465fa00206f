package raster

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// withoutMachineCode runs f in a process that has made no machine code yet.
func withoutMachineCode(f func()) {
	machineCode.Lock()
	defer machineCode.Unlock()
	cache, dir := machineCode.cache, machineCode.dir
	defer func() { machineCode.cache, machineCode.dir = cache, dir }()
	machineCode.cache, machineCode.dir = nil, ""
	f()
}

func TestAFolderThatCannotBeMadeIsDoneWithout(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	withoutMachineCode(func() { require.NotNil(t, codeCache(filepath.Join(file, "folder"))) })
}

// TestAProcessKeepsMachineCodeInTheFirstFolder so that it makes it once, or twice where no folder was named at first.
func TestAProcessKeepsMachineCodeInTheFirstFolder(t *testing.T) {
	t.Parallel()
	one, other := t.TempDir(), t.TempDir()
	same := func(a, b wazero.CompilationCache) {
		t.Helper()
		require.Same(t, a, b)
	}
	withoutMachineCode(func() {
		nowhere := codeCache("")
		same(nowhere, codeCache(""))
		first := codeCache(one)
		require.NotSame(t, nowhere, first)
		same(first, codeCache(other))
		same(first, codeCache(""))
	})
}

package testkit

import (
	"os"
	"os/exec"
	"testing"
)

// ProgramsEnv set to "required" makes tests fail that miss a program which make deps installs. Else they are skipped.
const ProgramsEnv = "PAGELIFT_TEST_PROGRAMS"

// Program returns the path of a program. It skips a test where there is none, or fails it.
func Program(tb testing.TB, name string) string {
	tb.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv(ProgramsEnv) == "required" {
		tb.Fatalf("no %s here", name)
	}
	tb.Skipf("no %s here: make deps installs it", name)
	return ""
}

// Programs skips a test where one of the programs is missing, or fails it.
func Programs(tb testing.TB, names ...string) {
	tb.Helper()
	for _, name := range names {
		Program(tb, name)
	}
}

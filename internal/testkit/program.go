package testkit

import (
	"os"
	"os/exec"
	"testing"
)

// ProgramsEnv set to "required" makes tests fail if a program is missing that make deps installs. Otherwise they
// are skipped.
const ProgramsEnv = "PAGELIFT_TEST_PROGRAMS"

// Program returns the path of a program. If there is none, it skips the test or fails it.
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

// Programs skips a test, or fails it, where one of the programs is missing.
func Programs(tb testing.TB, names ...string) {
	tb.Helper()
	for _, name := range names {
		Program(tb, name)
	}
}

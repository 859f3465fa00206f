package testkit

import (
	"os"
	"os/exec"
	"testing"
)

// ChromiumEnv controls tests that need Chromium. If it is "required", they fail without one; if it is "skip", they
// are skipped even with one. Otherwise they are skipped where there is none.
const ChromiumEnv = "PAGELIFT_TEST_CHROMIUM"

// Chromium returns the path of a browser for tests.
func Chromium(tb testing.TB) string {
	tb.Helper()
	if os.Getenv(ChromiumEnv) == "skip" {
		tb.Skip("without a browser: make quick")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv(ChromiumEnv) == "required" {
		tb.Fatal("no Chromium here")
	}
	tb.Skip("no Chromium here: make deps installs it")
	return ""
}

package testkit

import (
	"os"
	"os/exec"
	"testing"
)

// EpubcheckEnv controls tests that need epubcheck. If it is "required", they fail without it; if it is "skip",
// they are skipped even with it. Otherwise they are skipped where there is none.
const EpubcheckEnv = "PAGELIFT_TEST_EPUBCHECK"

// epubcheck is the path of the file in Debian: a Java archive.
const epubcheck = "/usr/bin/epubcheck"

// Epubcheck returns a command that checks the book with this file name.
func Epubcheck(tb testing.TB, book string) *exec.Cmd {
	tb.Helper()
	NeedEpubcheck(tb)
	return exec.CommandContext(tb.Context(), "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-jar", epubcheck, book)
}

// NeedEpubcheck skips a test, or fails it, where there is no epubcheck.
func NeedEpubcheck(tb testing.TB) {
	tb.Helper()
	if os.Getenv(EpubcheckEnv) == "skip" {
		tb.Skip("without epubcheck: make quick")
	}
	if _, err := os.Stat(epubcheck); err == nil {
		return
	}
	if os.Getenv(EpubcheckEnv) == "required" {
		tb.Fatal("no epubcheck here")
	}
	tb.Skip("no epubcheck here: make deps installs it")
}

package testkit

import (
	"os"
	"os/exec"
	"testing"
)

// EpubcheckEnv set to "required" makes tests fail that find no epubcheck; set to "skip" it leaves
// them out although there is one. Else they are skipped where there is none.
const EpubcheckEnv = "PAGELIFT_TEST_EPUBCHECK"

// epubcheck is where Debian has it: the archive itself, which Java runs.
const epubcheck = "/usr/bin/epubcheck"

// Epubcheck returns a command that checks the book of this name.
func Epubcheck(tb testing.TB, book string) *exec.Cmd {
	tb.Helper()
	NeedEpubcheck(tb)
	return exec.CommandContext(tb.Context(), "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-jar", epubcheck, book)
}

// NeedEpubcheck skips a test where there is no epubcheck, or fails it.
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

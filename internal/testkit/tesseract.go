package testkit

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TesseractEnv controls tests that need tesseract with English. If it is "required", they fail without it; if it
// is "skip", they are skipped even with it. Otherwise they are skipped where there is none.
const TesseractEnv = "PAGELIFT_TEST_TESSERACT"

// Tesseract skips a test, or fails it, where no tesseract with English is installed.
func Tesseract(tb testing.TB) {
	tb.Helper()
	if os.Getenv(TesseractEnv) == "skip" {
		tb.Skip("without tesseract: make quick")
	}
	list, err := exec.Command("tesseract", "--list-langs").Output()
	if err == nil && strings.Contains(string(list), "\neng\n") {
		return
	}
	if os.Getenv(TesseractEnv) == "required" {
		tb.Fatal("no tesseract with English here")
	}
	tb.Skip("no tesseract with English here: make deps installs it")
}

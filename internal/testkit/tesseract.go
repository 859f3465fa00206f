package testkit

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TesseractEnv set to "required" makes tests fail that find no tesseract with English; set to
// "skip" it leaves them out although there is one. Else they are skipped where there is none.
const TesseractEnv = "PAGELIFT_TEST_TESSERACT"

// Tesseract skips a test where no tesseract program with English is installed, or fails it.
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

package testkit

import (
	"os"
	"strconv"
)

// Soak reports whether tests are to kill, flood and race with their full counts (make soak).
func Soak() bool {
	soak, err := strconv.ParseBool(os.Getenv("PAGELIFT_SOAK"))
	return err == nil && soak
}

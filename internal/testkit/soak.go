package testkit

import (
	"os"
	"strconv"
)

// Soak reports whether tests run with the full counts of failures, requests and races (make soak).
func Soak() bool {
	soak, err := strconv.ParseBool(os.Getenv("PAGELIFT_SOAK"))
	return err == nil && soak
}

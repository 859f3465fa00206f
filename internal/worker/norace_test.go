//go:build !race

package worker_test

// raceDetector reports whether this test and its subprocesses run under it.
const raceDetector = false

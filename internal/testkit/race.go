//go:build race

package testkit

// RaceDetector reports whether the tests run under the race detector. Work then takes ten times as long, and
// several times the memory.
const RaceDetector = true

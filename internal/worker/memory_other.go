//go:build !linux

package worker

// limitMemory does nothing: only the limit of Go's own memory applies.
func limitMemory(int64) error { return nil }

// memoryOf returns 0: it is not known on this system. Subprocesses are replaced only by the number of their jobs.
func memoryOf(int) int64 { return 0 }

//go:build !linux

package worker

// limitMemory leaves it at the limit of Go's own memory.
func limitMemory(int64) error { return nil }

// memoryOf is not known here: subprocesses are replaced by the count of their jobs.
func memoryOf(int) int64 { return 0 }

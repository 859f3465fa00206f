// Package garbage has Go's collector run less often in a service, whose heap is small and whose requests
// leave much garbage.
package garbage

import (
	"os"
	"runtime"
)

// idle is memory that nobody uses. The collector runs when the heap has doubled since it ran last; a service of
// 10 MiB that makes 1 MiB of garbage for each request would spend a sixth of its processor time on it. With idle
// counted in, it runs after some 40 MiB of garbage, a quarter as often, and the process has so much
// more resident memory at most: idle itself is never written to, so that the system gives no memory for it.
const idle = 32 << 20

// Ease begins, and keeps on until stop is called. It does nothing where the environment says when the collector is to run.
func Ease() (stop func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	memory := make([]byte, idle)
	return func() { runtime.KeepAlive(memory) }
}

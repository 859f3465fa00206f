//go:build unix

package worker_test

import (
	"os"
	"regexp"
	"strconv"
	"syscall"
)

const stopSignal = syscall.SIGSTOP

// gone reports whether a process has ended, or is a zombie for which nobody has waited yet.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && zombie.Match(stat)
}

var zombie = regexp.MustCompile(`^\d+ \(.*\) Z `)

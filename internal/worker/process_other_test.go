//go:build !unix

package worker_test

import "os"

const stopSignal = stopNothing(0)

// stopNothing is a signal that cannot be sent here.
type stopNothing int

func (stopNothing) Signal()        {}
func (stopNothing) String() string { return "nothing" }

// gone reports whether a process has ended.
func gone(pid int) bool {
	_, err := os.FindProcess(pid)
	return err != nil
}

package metrics

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// system returns the series of the process that Linux reports. It leaves out what cannot be read.
func system() (families []Family) {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) == nil {
		cpu := float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
		families = append(families, Counted("process_cpu_seconds_total", "Seconds of processor time, of user and system.", cpu))
	}
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		pages := func(field int) float64 { // in the order of proc(5)
			n, _ := strconv.ParseFloat(string(bytes.Fields(data)[field]), 64)
			return n * float64(os.Getpagesize())
		}
		if len(bytes.Fields(data)) > 1 {
			families = append(families,
				Gauge("process_virtual_memory_bytes", "Bytes of virtual memory.", pages(0)),
				Gauge("process_resident_memory_bytes", "Bytes of memory.", pages(1)))
		}
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		families = append(families, Gauge("process_open_fds", "Files that are open.", float64(len(open))))
	}
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) == nil {
		families = append(families, Gauge("process_max_fds", "Files that can be open.", float64(limit.Cur)))
	}
	return families
}

package worker

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// A subprocess may ask for dataShare times its memory, and dataRoom besides, of address space for data. Go asks
// for it in pieces of 64 MB, gives none back and does not always survive a refusal. So this bound is only for a
// process that grows faster than memoryOf is called.
const (
	dataShare = 2
	dataRoom  = 512 << 20
)

// limitMemory bounds the memory of this process and of each process that it starts.
func limitMemory(memory int64) error {
	var set syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &set); err != nil {
		return err
	}
	set.Max = min(set.Max, uint64(memory)*dataShare+dataRoom)
	set.Cur = min(set.Cur, set.Max)
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &set)
}

// memoryOf returns the memory of a process that is not backed by files. It returns 0 if the process is gone.
func memoryOf(pid int) int64 {
	statm, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm") // size, resident, shared, ... in pages
	fields := bytes.Fields(statm)
	if err != nil || len(fields) < 3 {
		return 0
	}
	resident, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	shared, err := strconv.ParseInt(string(fields[2]), 10, 64)
	if err != nil {
		return 0
	}
	return (resident - shared) * int64(os.Getpagesize())
}

package source

import "syscall"

// forget drops the pages of a mapping from memory. The file still has them, and
// to keep them is no error.
func forget(mapped []byte) { _ = syscall.Madvise(mapped, syscall.MADV_DONTNEED) }

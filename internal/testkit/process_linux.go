package testkit

import "syscall"

// diesWithParent has a child end with the process that began it, however that ends.
func diesWithParent(s syscall.Signal) *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: s} }

package testkit

import "syscall"

// diesWithParent returns attributes by which a child process ends with its parent, however the parent ends.
func diesWithParent(s syscall.Signal) *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: s} }

//go:build unix && !linux

package testkit

import "syscall"

// diesWithParent cannot be had here: a child outlives a process that is killed.
func diesWithParent(syscall.Signal) *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

//go:build unix && !linux

package testkit

import "syscall"

// diesWithParent returns no attributes: on this system a child outlives a parent that is killed.
func diesWithParent(syscall.Signal) *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

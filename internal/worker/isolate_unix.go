//go:build unix && !linux

package worker

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate gives cmd a process group of its own, which signals of a terminal do not
// reach. When this process ends, cmd finds its input at an end.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills p and its group. A group that is gone is no error.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

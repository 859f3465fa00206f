//go:build unix && !linux

package worker

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate gives cmd a process group of its own, which signals of a terminal do not reach. When this process ends,
// cmd reads the end of its input.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills p and its group. It is no error if the group is gone.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

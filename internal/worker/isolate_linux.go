package worker

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate gives cmd a process group of its own, which signals of a terminal do not
// reach, and makes it end with this process whatever ends that.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills p and its group. A group that is gone is no error.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

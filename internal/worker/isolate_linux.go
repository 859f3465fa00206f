package worker

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate gives cmd a process group of its own, which signals of a terminal do not reach. It also makes cmd end
// with this process, however that ends.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills p and its group. It is no error if the group is gone.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

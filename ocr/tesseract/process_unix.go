//go:build unix

package tesseract

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// inGroup puts cmd into a new process group, so that processes which it starts are killed with it: the installed
// tesseract may be a script that starts the program.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = waitDelay
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
}

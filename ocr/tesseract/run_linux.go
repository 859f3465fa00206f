package tesseract

import (
	"os/exec"
	"runtime"
	"syscall"
)

// run runs cmd, which inGroup has seen, such that it ends with this process even when
// that is killed. To the system a parent is the thread that started cmd; it is kept
// from ending before cmd does.
func run(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return cmd.Run()
}

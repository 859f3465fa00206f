package tesseract

import (
	"os/exec"
	"runtime"
	"syscall"
)

// run runs cmd, which inGroup has prepared, so that it ends with this process even if this process is killed. For
// the system the parent of cmd is the thread that started it. So run keeps that thread until cmd ends.
func run(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return cmd.Run()
}

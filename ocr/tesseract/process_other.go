//go:build !unix

package tesseract

import "os/exec"

// inGroup sets the time to wait for output. On this system there are no process groups, so only cmd itself is
// killed.
func inGroup(cmd *exec.Cmd) { cmd.WaitDelay = waitDelay }

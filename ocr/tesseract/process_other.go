//go:build !unix

package tesseract

import "os/exec"

// inGroup leaves it at killing cmd itself where there are no process groups.
func inGroup(cmd *exec.Cmd) { cmd.WaitDelay = waitDelay }

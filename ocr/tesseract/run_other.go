//go:build !linux

package tesseract

import "os/exec"

// run runs cmd. When this process is killed, cmd notices as it writes its result.
func run(cmd *exec.Cmd) error { return cmd.Run() }

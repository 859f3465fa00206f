//go:build !linux

package tesseract

import "os/exec"

// run runs cmd. If this process is killed, cmd notices when it writes its result.
func run(cmd *exec.Cmd) error { return cmd.Run() }

package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/internal/worker"
)

// workerCommand makes this program a subprocess of a worker.Pool.
const workerCommand = "worker"

// newWorker returns the command of a subprocess; no person runs it. A signal to end does not end it, because
// service managers send signals to all processes of a service. Its jobs end when the service says so, and the
// process ends with its input.
func newWorker(std Streams) *cobra.Command {
	return &cobra.Command{
		Use:    workerCommand,
		Short:  "Convert what comes over standard input, for pagelift serve",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			os.Stdout = os.Stderr // standard output is for answers alone
			if err := worker.Serve(std.In, std.Out); err != nil {
				return failed(workerCommand, err)
			}
			return nil
		},
	}
}

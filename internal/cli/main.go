package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Streams are the standard streams of a run.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Main runs the program with the arguments after its name, and returns its exit code. SIGINT and SIGTERM end it in
// an orderly way. A second signal ends it at once.
func Main(args []string, std Streams) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // from now on a signal ends the program at once

	return run(ctx, args, std)
}

// run does what Main does, under a context.
func run(ctx context.Context, args []string, std Streams) int {
	root := newRoot(std)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	code := exitCode(err)
	fmt.Fprintf(std.Err, "pagelift: %v\n", err)
	if ran := new(failure); code == exitUsage && !errors.As(err, &ran) {
		fmt.Fprintln(std.Err, "Run 'pagelift --help' or 'pagelift COMMAND --help'.")
	}
	return code
}

// Command returns the program with all of its commands, for generators of documentation.
func Command(std Streams) *cobra.Command { return newRoot(std) }

func newRoot(std Streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "pagelift",
		Short:         "Turn PDF documents into semantic, accessible HTML",
		Long:          "Pagelift turns PDF documents into semantic, accessible HTML.\n\n" + exitHelp,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	root.AddCommand(newConvert(std), newBatch(std), newInspect(std), newCheck(std), newCorrections(std), newReview(std), newVersion(std), newWorker(std))
	root.AddCommand(serviceCommands(std)...)
	root.AddCommand(newWebhooks(std), newMCP(std))
	return root
}

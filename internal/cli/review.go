package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/review"
)

const reviewHelp = `Judge a document in the browser: what pictures say, what is a heading, how many
rows of a table are heads. What you say is kept in NAME.corrections.yaml beside
NAME.pdf, and shown at once. The page is served to this machine alone, at an address
with a secret, until the program is ended.`

// newReview returns the command that serves one document for review.
func newReview(std Streams) *cobra.Command {
	var flags optionFlags
	var address string
	cmd := &cobra.Command{
		Use:     "review [flags] IN.pdf",
		Short:   "Judge what a program cannot, in the browser",
		Long:    reviewHelp + exitHelp,
		Example: "  pagelift review report.pdf",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := flags.options()
			if err != nil {
				return err
			}
			if err := reviewed(cmd.Context(), std, args[0], flags.corrections, address, opts); err != nil {
				return failed(args[0], err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&address, "addr", "127.0.0.1:0", "address of this machine to serve at (default: a free port)")
	flags.reading(f)
	flags.correcting(f)
	return cmd
}

func reviewed(ctx context.Context, std Streams, in, file, address string, opts convert.Options) error {
	d := convert.DefaultOptions()
	opts.SemanticHTML, opts.ExtractImages, opts.KeepFurniture, opts.Minify, opts.AccessibilityCheck = d.SemanticHTML, d.ExtractImages, d.KeepFurniture, d.Minify, d.AccessibilityCheck
	if file == "" {
		file = strings.TrimSuffix(in, filepath.Ext(in)) + correctionsSuffix
	}
	return review.Serve(ctx, review.Document{Name: stem(in), Path: in, File: file, Options: opts}, address, func(at string) {
		fmt.Fprintf(std.Out, "%s\n", at)
	})
}

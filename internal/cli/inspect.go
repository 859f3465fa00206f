package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/inspect"
	"github.com/pagelift/pagelift/semantic"
)

const inspectHelp = `Show what each stage of a conversion made of a document.

With --output, writes pictures (SVG) and data (JSON) of each page and stage into
the folder DIR, and DIR/index.html, which shows the stages side by side.

With --why, prints for each place of TEXT how it is painted, which line and block
it is in, and which role it was given by which rules. Lines with "not" are roles
that it did not get: claims that a heavier one beat, and those that fell short of
their threshold, with what spoke for and against it. White space and case do not
matter. Without a match the exit code is 1.

`

// inspector runs the inspect command.
type inspector struct {
	std   Streams
	flags optionFlags
	dir   string
	why   string
}

func newInspect(std Streams) *cobra.Command {
	c := &inspector{std: std}
	cmd := &cobra.Command{
		Use:   "inspect [flags] IN.pdf (-o DIR | --why TEXT)",
		Short: "Show what each stage made of a document, and why",
		Long:  inspectHelp + exitHelp,
		Example: `  pagelift inspect report.pdf -o stages/ --pages 3-4
  pagelift inspect report.pdf --why "Table of contents"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&c.dir, "output", "o", "", "folder for pictures and data")
	f.StringVar(&c.why, "why", "", "text to explain")
	c.flags.reading(f)
	c.flags.correcting(f)
	cmd.MarkFlagsMutuallyExclusive("output", "why")
	cmd.MarkFlagsOneRequired("output", "why")
	return cmd
}

func (c *inspector) run(ctx context.Context, in string) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	if opts.Corrections, err = c.flags.correctionsOf(in); err != nil {
		return failed(in, err)
	}
	file, err := openInput(ctx, c.std, in)
	if err != nil {
		return failed(in, err)
	}
	defer file.Close()
	if c.why != "" {
		err = c.explain(ctx, file, opts)
	} else {
		err = c.dump(ctx, in, file, opts)
	}
	if err != nil {
		return failed(in, err)
	}
	return nil
}

var errNoMatch = errors.New("the text is not on these pages")

// explain prints the chain of decisions behind each place of the text.
func (c *inspector) explain(ctx context.Context, file io.Reader, opts convert.Options) error {
	finder := inspect.NewFinder(c.why)
	var doc *semantic.Document
	opts.Trace = &convert.Trace{
		Content:  finder.Content,
		Layout:   finder.Layout,
		Semantic: func(d *semantic.Document) { doc = d },
	}
	if _, err := convert.Convert(ctx, file, opts); err != nil {
		return err
	}
	matches, err := finder.Report(c.std.Out, doc)
	if err == nil && matches == 0 {
		return errNoMatch
	}
	return err
}

// dump writes pictures and data of all stages into a folder.
func (c *inspector) dump(ctx context.Context, in string, file io.Reader, opts convert.Options) error {
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return err
	}
	d := newStageDump(c.dir, filepath.Base(in))
	opts.Trace = &convert.Trace{Content: d.content, Layout: d.layout, Semantic: d.semantic}
	if _, err := convert.Convert(ctx, file, opts); err != nil {
		return err
	}
	if err := d.index(); err != nil {
		return err
	}
	fmt.Fprintf(c.std.Out, "%s\n", d.path("index.html"))
	return nil
}

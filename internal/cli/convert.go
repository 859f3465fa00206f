package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/convert"
)

const convertHelp = `Convert PDF documents to HTML.

OUT says what is written:
  x.html          one self-contained file
  x/              a folder with index.html, style.css, metadata.json,
                  accessibility.json and assets/
  x.zip           the same files as an archive
  -               the self-contained file on standard output
Without --output each result stands beside its input: in.pdf becomes in.html. An
input - is standard input; its result goes to standard output.

With several inputs OUT is a folder, and each input becomes a file OUT/in.html
in it, or with --format a folder OUT/in/ or an archive OUT/in.zip. A failed input
does not stop the others, and leaves no file behind.

`

// converter runs the convert command.
type converter struct {
	std    Streams
	flags  optionFlags
	output string
	format string
	quiet  bool
	json   bool
}

func newConvert(std Streams) *cobra.Command {
	c := &converter{std: std}
	cmd := &cobra.Command{
		Use:   "convert [flags] IN.pdf... [-o OUT]",
		Short: "Convert PDF documents to HTML",
		Long:  convertHelp + exitHelp,
		Example: `  pagelift convert report.pdf -o report.html
  pagelift convert --pages 1-3,7,10- report.pdf -o report/
  pagelift convert *.pdf -o html/ --format zip
  curl -s https://example.com/a.pdf | pagelift convert - | less`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&c.output, "output", "o", "", "where the result goes (see above)")
	f.StringVar(&c.format, "format", "", "html, dir or zip (default: as OUT says)")
	c.flags.writing(f)
	c.flags.reading(f)
	f.BoolVarP(&c.quiet, "quiet", "q", false, "no warnings and no progress on standard error")
	f.BoolVar(&c.json, "json", false, "a line of JSON for each input with metadata and warnings on standard\noutput, or on standard error when the result goes to standard output")
	return cmd
}

func (c *converter) run(ctx context.Context, inputs []string) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	jobs, err := plan(inputs, c.output, c.format)
	if err != nil {
		return err
	}
	var failures []error
	for _, j := range jobs {
		err := c.convert(ctx, j, opts)
		if len(jobs) == 1 || ctx.Err() != nil {
			return err
		}
		if err != nil {
			fmt.Fprintf(c.std.Err, "pagelift: %v\n", err)
			failures = append(failures, err)
		}
	}
	return summary(failures, len(jobs))
}

// summary is the error of several inputs. Its exit code is theirs when they agree.
func summary(failures []error, inputs int) error {
	if len(failures) == 0 {
		return nil
	}
	code := exitCode(failures[0])
	for _, f := range failures {
		if exitCode(f) != code {
			code = exitFailed
		}
	}
	return &failure{code, fmt.Errorf("%d of %d inputs failed", len(failures), inputs)}
}

// convert converts one input, writes the result and reports on it.
func (c *converter) convert(ctx context.Context, j job, opts convert.Options) error {
	r := reporter{std: c.std, job: j, quiet: c.quiet, json: c.json}
	result, err := c.read(ctx, j, opts, &r)
	if err == nil {
		err = j.out.write(c.std.Out, result)
	}
	if err != nil {
		err = failed(j.in, err)
	}
	r.report(result, err)
	return err
}

func (c *converter) read(ctx context.Context, j job, opts convert.Options, r *reporter) (*convert.Result, error) {
	in, err := openInput(ctx, c.std, j.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	opts.Name = stem(j.in)
	opts.Progress = tuneCollector(inputSize(in), r.progress())
	defer r.progressDone()
	return convert.Convert(ctx, in, opts)
}

// buffered gives write a buffer in front of w.
func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, outputBuffer)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// outputBuffer is the piece in which results are written.
const outputBuffer = 64 << 10

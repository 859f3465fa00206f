package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pagelift/pagelift/convert"
)

const convertHelp = `Convert PDF documents to HTML.

OUT says what is written:
  x.html          one self-contained file
  x/              a folder with index.html, style.css, metadata.json,
                  report.json and assets/
  x.zip           the same files as an archive
  x.md            Markdown
  x.json          the structure, with the place of each block on its page
  x.txt           plain text
  x.csv           the tables, an empty line between two
  x.jsonl         pieces for programs that search, each a line of JSON
  x.epub          an electronic book
  -               the self-contained file on standard output
Without --output each result stands beside its input: in.pdf becomes in.html. An
input - is standard input; its result goes to standard output.

With several inputs OUT is a folder, and each input becomes a file OUT/in.html
in it, or with --format another form: a folder OUT/in/, an archive OUT/in.zip,
OUT/in.md. A failed input
does not stop the others, and leaves no file behind.

With --remote a service converts, with the API key in the environment variable
PAGELIFT_API_KEY; the flags for pages, passwords, languages and limits are its own
affair.

`

// converter runs the convert command.
type converter struct {
	std    Streams
	flags  optionFlags
	output string
	format string
	remote string
	chunks string
	quiet  bool
	prof   profiles
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
  pagelift convert --remote https://pdf.example.com report.pdf
  curl -s https://example.com/a.pdf | pagelift convert - | less`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), cmd.Flags(), args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&c.output, "output", "o", "", "where the result goes (see above)")
	f.StringVar(&c.format, "format", "", "html, dir, zip, md, json, txt, csv, jsonl or epub (default: as OUT says)")
	f.StringVar(&c.chunks, "chunks", "", "a file for pieces for programs that search, besides the result")
	c.flags.writing(f)
	c.flags.defineForms(f)
	c.flags.reading(f)
	f.StringVar(&c.remote, "remote", "", "address of a service that converts instead (see above)")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "no warnings and no progress on standard error")
	f.BoolVar(&c.json, "json", false, "a line of JSON for each input with metadata and warnings on standard\noutput, or on standard error when the result goes to standard output")
	c.prof.add(f)
	return cmd
}

func (c *converter) run(ctx context.Context, flags *pflag.FlagSet, inputs []string) (err error) {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	jobs, err := plan(inputs, c.output, c.format)
	if err != nil {
		return err
	}
	if err := c.otherForms(&opts, flags, jobs); err != nil {
		return err
	}
	read := func(ctx context.Context, j job, r *reporter) (*convert.Result, error) { return c.read(ctx, j, opts, r) }
	if c.remote != "" {
		service, err := newRemote(c.std, c.remote, flags, opts)
		if err != nil {
			return err
		}
		read = func(ctx context.Context, j job, _ *reporter) (*convert.Result, error) {
			judged, err := c.flags.correctionsOf(j.in)
			if err != nil {
				return nil, err
			}
			return service.convert(ctx, j, judged)
		}
	}
	stop, err := c.prof.start()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var failures []error
	for _, j := range jobs {
		err := c.convert(ctx, j, read)
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

// otherForms sets the options that follow from the form of the results, which all have the same: other forms than HTML,
// and the check of HTML, which is left out where nobody sees the report.
func (c *converter) otherForms(opts *convert.Options, flags *pflag.FlagSet, jobs []job) error {
	out := jobs[0].out.form
	if len(opts.Formats) > 0 && out != formDir && out != formZip {
		return errors.New("--also: only a folder or an archive has other forms beside HTML")
	}
	if c.chunks != "" {
		if len(jobs) > 1 {
			return errors.New("--chunks: for several inputs, write folders with --also jsonl")
		}
		opts.Formats = append(opts.Formats, convert.FormatChunks)
	}
	f := out.format()
	if shown := out == formDir || out == formZip || f == "" && c.json; !shown && !flags.Changed("accessibility-check") {
		opts.AccessibilityCheck = false
	}
	if f == "" {
		return nil
	}
	if c.remote != "" {
		return fmt.Errorf("--remote: a service answers with HTML; its archive has other forms, as docs/machines.md says, and not %s", f)
	}
	opts.Formats = append(opts.Formats, f)
	if !flags.Changed("extract-images") && f != convert.FormatEPUB { // a single file has no pictures beside it
		opts.ExtractImages = false
	}
	return nil
}

// summary returns the error of several inputs. If their exit codes are the same, it has that exit code.
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

// convert converts one input by read, writes the result, and reports on it.
func (c *converter) convert(ctx context.Context, j job, read func(context.Context, job, *reporter) (*convert.Result, error)) error {
	r := reporter{std: c.std, job: j, quiet: c.quiet, json: c.json}
	result, err := read(ctx, j, &r)
	if err == nil {
		err = j.out.write(c.std.Out, result)
	}
	if err == nil && c.chunks != "" {
		err = (output{formChunks, c.chunks}).write(c.std.Out, result)
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
	if opts.Corrections, err = c.flags.correctionsOf(j.in); err != nil {
		return nil, err
	}
	opts.Progress = tuneCollector(inputSize(in), r.progress())
	defer r.progressDone()
	return convert.Convert(ctx, in, opts)
}

// buffered calls write with a buffer in front of w.
func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, outputBuffer)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// outputBuffer is the size of the pieces in which results are written.
const outputBuffer = 64 << 10

package cli

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/corrections"
)

const correctionsHelp = `Write what a person should look at in a document: pictures without a text that
stands for them, headings, and the heads of tables, each as it is now.

The file is made to be edited. Left beside the document, under the name that
it has without --output, it is used by each later conversion; what no
longer finds its place, in a new edition of the document, is reported.

  by: Ann Fox                    who judges
  at: 2027-01-15                 and when
  document: {title: ..., language: en-GB}
  pictures:                      alternative, description, or decorative: true
  blocks:                        role (heading with level, paragraph, quote, list,
                                 caption, furniture, artifact), language, after,
                                 join: true, split: the words where it is cut
  tables:                        head_rows, head_columns, caption, layout: true
  names:                         link or field, and the name that it gets

Entries that say nothing change nothing.
`

// newCorrections returns the command that drafts corrections.
func newCorrections(std Streams) *cobra.Command {
	var flags optionFlags
	var out string
	cmd := &cobra.Command{
		Use:     "corrections [flags] IN.pdf [-o OUT.yaml]",
		Short:   "Write what a person should judge of a document, to be edited",
		Long:    correctionsHelp + exitHelp,
		Example: "  pagelift corrections report.pdf\n  pagelift convert report.pdf",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := flags.options()
			if err != nil {
				return err
			}
			if err := draftCorrections(cmd.Context(), std, args[0], out, opts); err != nil {
				return failed(args[0], err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&out, "output", "o", "", "file to write; - is standard output (default: NAME"+correctionsSuffix+" beside NAME.pdf)")
	flags.reading(f)
	return cmd
}

// draftCorrections writes the draft of an input.
func draftCorrections(ctx context.Context, std Streams, in, out string, opts convert.Options) error {
	file, err := openInput(ctx, std, in)
	if err != nil {
		return err
	}
	defer file.Close()
	d := convert.DefaultOptions()
	opts.SemanticHTML, opts.ExtractImages, opts.Boxes, opts.Name = d.SemanticHTML, d.ExtractImages, true, stem(in)
	result, err := convert.Convert(ctx, file, opts)
	if err != nil {
		return err
	}
	draft, err := corrections.Draft(result.HTML, pictureFiles(result))
	if err != nil {
		return err
	}
	data, err := draft.Encode()
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	switch {
	case out == stdio || out == "" && in == stdio:
		return write(std.Out)
	case out == "":
		out = strings.TrimSuffix(in, filepath.Ext(in)) + correctionsSuffix
	}
	return writeFile(out, write)
}

// pictureFiles returns a function that finds the files of a result by name.
func pictureFiles(r *convert.Result) func(name string) []byte {
	files := make(map[string][]byte, len(r.Assets))
	for _, a := range r.Assets {
		files[a.Name] = a.Data
	}
	return func(name string) []byte { return files[name] }
}

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/client"
)

const batchHelp = `Have a service convert many documents at once: files of this machine, and addresses that
the service fetches. The API key is in the environment variable PAGELIFT_API_KEY.

OUT says what is written:
  x/              a folder with a folder for each document, and manifest.json, which
                  says what became of each
  x.zip           the same files as an archive
Without --output it is a folder that has the name of the batch. In a folder nothing is
replaced: what is there already is an error.

What a person has judged of NAME.pdf goes along from NAME.corrections.yaml beside it.

The documents go in one request: up to 100 files, or 1000 addresses. What is interrupted
goes on in the service; --id follows it again and fetches what it has made.

`

// batcher runs the batch command.
type batcher struct {
	std    Streams
	client *client.Client
	flags  optionFlags
	remote string
	output string
	id     string
	keep   bool
	quiet  bool
	json   bool
}

func newBatch(std Streams) *cobra.Command {
	b := &batcher{std: std}
	cmd := &cobra.Command{
		Use:   "batch --remote URL [flags] {IN.pdf | URL}... [-o OUT]",
		Short: "Have a service convert many documents at once",
		Long:  batchHelp + exitHelp,
		Example: `  pagelift batch --remote https://pdf.example.com *.pdf -o html/
  pagelift batch --remote https://pdf.example.com https://example.org/a.pdf https://example.org/b.pdf -o both.zip
  pagelift batch --remote https://pdf.example.com --id batch_0123456789 -o html/`,
		RunE: func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&b.remote, "remote", "", "address of the service")
	f.StringVarP(&b.output, "output", "o", "", "where the results go (see above)")
	f.StringVar(&b.id, "id", "", "a batch that was begun before, instead of new documents")
	b.flags.making(f)
	b.flags.recognising(f)
	b.flags.correcting(f)
	f.BoolVar(&b.keep, "keep-document", false, "have the service keep each document as long as its result, so that it can be converted again with corrections")
	f.BoolVarP(&b.quiet, "quiet", "q", false, "no progress on standard error")
	f.BoolVar(&b.json, "json", false, "the record of the batch as JSON on standard output, at the end")
	_ = cmd.MarkFlagRequired("remote") // the flag is defined above
	return cmd
}

func (b *batcher) run(ctx context.Context, inputs []string) (err error) {
	if (b.id == "") == (len(inputs) == 0) {
		return errors.New("either documents or --id are needed")
	}
	if b.output != "" && !isFolder(b.output) && !b.archive() {
		return fmt.Errorf("--output: %s could be anything; name it .zip, or write %s/ for a folder", b.output, b.output)
	}
	if b.client, err = connect(b.remote); err != nil {
		return err
	}
	if b.id == "" {
		if err := b.create(ctx, inputs); err != nil {
			return err
		}
	}
	record, err := b.follow(ctx)
	if err == nil && record.Completed > 0 {
		err = b.fetch(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			fmt.Fprintf(b.std.Err, "pagelift: the batch goes on; --id %s follows it again\n", b.id)
		}
		return failed(b.id, err)
	}
	if b.json {
		enc := json.NewEncoder(b.std.Out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(record); err != nil {
			return failed(b.id, err)
		}
	}
	return b.summary(ctx, record)
}

// archive reports whether the results are wanted as one archive.
func (b *batcher) archive() bool { return strings.EqualFold(filepath.Ext(b.output), ".zip") }

// create submits the batch.
func (b *batcher) create(ctx context.Context, inputs []string) error {
	opts, err := b.flags.options()
	if err != nil {
		return err
	}
	request := client.BatchRequest{Options: remoteOptions(opts), KeepDocument: b.keep}
	if b.flags.corrections != "" {
		judged, err := b.flags.correctionsOf("")
		if err != nil {
			return err
		}
		request.Corrections = string(judged)
	}
	for _, in := range inputs {
		if isAddress(in) {
			request.Inputs = append(request.Inputs, client.BatchInput{URL: in})
			continue
		}
		file, err := client.FileAt(in)
		if err != nil {
			return failed(in, err)
		}
		request.Files = append(request.Files, file)
		if b.flags.corrections == "" {
			judged, err := b.flags.correctionsOf(in)
			if err != nil {
				return failed(in, err)
			}
			request.FileCorrections = append(request.FileCorrections, string(judged))
		}
	}
	if !slices.ContainsFunc(request.FileCorrections, func(judged string) bool { return judged != "" }) {
		request.FileCorrections = nil
	}
	record, err := b.client.Batches.Create(ctx, request)
	if err != nil {
		return failed("batch", err)
	}
	b.id = record.ID
	if !b.quiet {
		fmt.Fprintf(b.std.Err, "%s: %d documents\n", b.id, record.Total)
	}
	return nil
}

// isAddress tells addresses from names of files.
func isAddress(in string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(in), "://")
	return ok && (scheme == "http" || scheme == "https")
}

// Pauses between two requests for the state of the batch: short at first, for a few documents, and longer later,
// for many.
const (
	firstLook = 250 * time.Millisecond
	everyLook = 5 * time.Second
)

// follow waits for the end of the batch and shows its progress.
func (b *batcher) follow(ctx context.Context) (*client.Batch, error) {
	line := newProgressLine(b.std, b.quiet)
	defer line.done()
	for pause := firstLook; ; pause = min(2*pause, everyLook) {
		record, err := b.client.Batches.Get(ctx, b.id)
		if err != nil || record.Status.Final() {
			return record, err
		}
		line.show("%s: %d of %d done, %d failed", b.id, record.Completed, record.Total, record.Failed)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// fetch downloads the results.
func (b *batcher) fetch(ctx context.Context) error {
	if b.archive() {
		return writeFile(b.output, func(w io.Writer) error {
			_, err := b.client.Batches.Download(ctx, b.id, w)
			return err
		})
	}
	dir := b.output
	if dir == "" {
		dir = b.id
	}
	return b.client.Batches.Extract(ctx, b.id, dir)
}

// summary says which documents failed, and why.
func (b *batcher) summary(ctx context.Context, record *client.Batch) error {
	var failures []error
	for _, status := range []client.Status{client.StatusFailed, client.StatusCancelled} {
		for member, err := range b.client.Batches.Conversions(ctx, b.id, status) {
			if err != nil {
				return failed(b.id, err)
			}
			cause := errors.New(string(status))
			if member.Error != nil {
				cause = &client.Error{Code: member.Error.Code, Message: member.Error.Message}
			}
			err := failed(member.InputFile, cause)
			fmt.Fprintf(b.std.Err, "pagelift: %v\n", err)
			failures = append(failures, err)
		}
	}
	return summary(failures, record.Total)
}

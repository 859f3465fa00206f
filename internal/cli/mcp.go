package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/mcp"
)

const mcpHelp = `Let a language model read documents, by the Model Context Protocol on standard
input and output. The tools are convert, outline, read (pages or a section, as
Markdown), tables and find (text, with page and box).

PDF files below each FOLDER can be read, and nothing else of the disk: no symbolic
link leads out of them. With --fetch documents at public addresses can be read, too;
whatever a document talks a model into can then send what the model has read to an
address, so think before you give both. Nothing is written.

The configuration of a client names the command, for example

    {"mcpServers": {"pagelift": {"command": "pagelift", "args": ["mcp", "/home/ann/papers"]}}}`

// modelServer runs the mcp command.
type modelServer struct {
	std          Streams
	flags        optionFlags
	fetch        bool
	allowPrivate []string
	caFile       string
	timeout      time.Duration
	verbose      bool
}

func newMCP(std Streams) *cobra.Command {
	m := &modelServer{std: std}
	cmd := &cobra.Command{
		Use:   "mcp [FOLDER]...",
		Short: "Let a language model read documents (Model Context Protocol)",
		Long:  mcpHelp,
		RunE:  func(cmd *cobra.Command, folders []string) error { return m.run(cmd.Context(), folders) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&m.fetch, "fetch", false, "read documents at addresses, too")
	f.StringSliceVar(&m.allowPrivate, "allow-private", nil, "with --fetch: prefixes such as 10.0.0.0/8 that may be reached though they are not public")
	f.StringVar(&m.caFile, "ca-file", "", "with --fetch: file of further certificate authorities, PEM")
	f.DurationVar(&m.timeout, "timeout", 5*time.Minute, "longest that one document may take")
	f.BoolVar(&m.verbose, "verbose", false, "say on standard error what is asked")
	m.flags.recognising(f)
	f.StringSliceVar(&m.flags.opts.OCRLanguages, "ocr-language", nil, "languages that --ocr reads, such as en,de (default: the document's, or what is found)")
	f.IntVar(&m.flags.opts.MaxPages, "max-pages", 0, "refuse documents with more pages (default 50000)")
	f.StringVar(&m.flags.maxBytes, "max-bytes", "", "refuse larger files; K, M and G count in 1024 (default 1G)")
	f.IntVar(&m.flags.opts.Workers, "workers", 0, "pages read at the same time (default: one for each processor)")
	return cmd
}

func (m *modelServer) run(ctx context.Context, folders []string) error {
	if len(folders) == 0 && !m.fetch {
		return errors.New("name a folder with documents, or give --fetch")
	}
	opts, err := m.flags.options()
	if err != nil {
		return err
	}
	opts.SemanticHTML = true
	cfg := mcp.Config{Folders: folders, Options: opts, Timeout: m.timeout, Version: thisBuild().Version}
	if m.verbose {
		cfg.Log = slog.New(slog.NewTextHandler(m.std.Err, nil))
	}
	if m.fetch {
		allowed, err := prefixes("--allow-private", m.allowPrivate)
		if err != nil {
			return err
		}
		pool, err := authorities(m.caFile)
		if err != nil {
			return fmt.Errorf("--ca-file: %w", err)
		}
		cfg.Fetcher = fetch.New(fetch.NewGuard(allowed...), pool, "pagelift")
	}
	if err := mcp.Run(ctx, cfg, interruptible(ctx, m.std.In), nopCloser{m.std.Out}); err != nil {
		return failed("mcp", err)
	}
	return nil
}

// nopCloser leaves its writer open.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/server"
)

const serveHelp = `Run the conversion service: its REST interface, its documentation at /docs, and the
workers that convert.

Everything is kept in one folder, unless --database-url and --bucket-url put it
elsewhere. The first start makes an account and prints its API key, once.

Every flag can be given in the environment as PAGELIFT_NAME (--base-url as
PAGELIFT_BASE_URL), and in a YAML file of --config under its name. A flag counts
before the environment, the environment before the file.

PAGELIFT_FIRST_KEY   an API key to be taken as the first, instead of a new one
PAGELIFT_FIRST_PLAN  the plan of the first account (default enterprise)
PAGELIFT_SECRET      what keys and signatures depend on, 32 bytes or more; the same
                     in all processes (default: a file in the folder, made once)

`

// server runs the serve command.
type serving struct {
	std   Streams
	flags serverFlags

	addr        string
	metricsAddr string
	certificate string
	key         string
	logFormat   string
	grace       time.Duration
	playground  bool
}

func newServe(std Streams) *cobra.Command {
	s := &serving{std: std}
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Run the conversion service",
		Long:  serveHelp + exitHelp,
		Example: `  pagelift serve
  pagelift serve --addr :8080 --data /var/lib/pagelift
  pagelift serve --database-url postgres://pagelift@db/pagelift --bucket-url s3://pagelift`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := configure(cmd.Flags(), s.flags.config); err != nil {
				return err
			}
			return s.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.addr, "addr", "127.0.0.1:8080", "address to listen on")
	s.flags.storing(f)
	s.flags.working(f)
	f.StringVar(&s.metricsAddr, "metrics-addr", "", "address of a listener of its own for /metrics")
	f.BoolVar(&s.playground, "playground", true, "let anybody convert a document at /, within limits of its own")
	f.StringVar(&s.certificate, "tls-cert", "", "certificate chain (PEM), to serve https")
	f.StringVar(&s.key, "tls-key", "", "private key of the certificate (PEM)")
	f.StringVar(&s.logFormat, "log-format", "text", "text or json")
	f.DurationVar(&s.grace, "grace", 30*time.Second, "how long running conversions may take to end when the service stops")
	return cmd
}

func (s *serving) run(ctx context.Context) error {
	logger, err := newLogger(s.std.Err, s.logFormat)
	if err != nil {
		return err
	}
	config, done, err := s.flags.server(ctx, logger)
	if err != nil {
		return err
	}
	defer done()
	config.Playground = s.playground
	service, err := server.New(ctx, config)
	if err != nil {
		return failed("serve", err)
	}
	if err := s.firstKey(ctx, service); err != nil {
		return errors.Join(failed("serve", err), service.Shutdown(ctx))
	}
	if err := service.Start(ctx); err != nil {
		return errors.Join(failed("serve", err), service.Shutdown(ctx))
	}
	err = s.listen(ctx, service, logger)
	if err != nil {
		return failed("serve", err)
	}
	return nil
}

// listen serves requests until ctx ends, and then ends the service in order.
func (s *serving) listen(ctx context.Context, service *server.Server, logger *slog.Logger) error {
	listener, err := s.open()
	if err != nil {
		return errors.Join(err, service.Shutdown(ctx))
	}
	h := &http.Server{Handler: service, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug)}
	server.Limit(h)
	failures := make(chan error, 2)
	go func() { failures <- h.Serve(listener) }()
	var metrics *http.Server
	if s.metricsAddr != "" {
		metrics = &http.Server{Addr: s.metricsAddr, Handler: service.Metrics()}
		server.Limit(metrics)
		go func() { failures <- metrics.ListenAndServe() }()
	}
	logger.Info("serving", "addr", listener.Addr().String())

	select {
	case err = <-failures:
	case <-ctx.Done():
		logger.Info("stopping")
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- service.Shutdown(ending) }() // lets waiting requests go
	err = errors.Join(ignoreClosed(err), h.Shutdown(ending))
	if metrics != nil {
		err = errors.Join(err, metrics.Close())
	}
	return errors.Join(err, <-stopped)
}

// ignoreClosed is err unless it says that a server was shut down.
func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// open opens the listener, with TLS where a certificate is given.
func (s *serving) open() (net.Listener, error) {
	listener, err := net.Listen("tcp", s.addr)
	if err != nil || s.certificate == "" && s.key == "" {
		return listener, err
	}
	pair, err := tls.LoadX509KeyPair(s.certificate, s.key)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"h2", "http/1.1"}}), nil
}

// firstKey makes the first key of a service that has none, or the one that the environment
// names.
func (s *serving) firstKey(ctx context.Context, service *server.Server) error {
	given := os.Getenv("PAGELIFT_FIRST_KEY")
	has, err := service.HasKeys(ctx)
	if err != nil || has && given == "" {
		return err
	}
	plan := os.Getenv("PAGELIFT_FIRST_PLAN")
	if plan == "" {
		plan = "enterprise" // who runs the service owes nobody a quota
	}
	k, err := service.IssueKey(ctx, server.KeyRequest{
		Account: "default", Plan: plan, Environment: "prd", Name: "first key", Key: given,
	})
	if err != nil {
		return err
	}
	if given == "" {
		fmt.Fprintf(s.std.Out, "The first API key, shown only now:\n\n    %s\n\n", k.Key)
	}
	return nil
}

// newLogger makes the log of the service.
func newLogger(w io.Writer, format string) (*slog.Logger, error) {
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil)), nil
	}
	return nil, fmt.Errorf("--log-format %q is neither text nor json", format)
}

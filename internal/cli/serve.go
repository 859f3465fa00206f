//go:build !noserver

package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/internal/garbage"
	"github.com/pagelift/pagelift/server"
)

const serveHelp = `Run the conversion service: its REST interface, its documentation at /docs, and the
workers that convert.

Everything is kept in one folder, unless --database-url and --bucket-url put it
elsewhere. The first start makes an account and prints its API key, once.

Every flag can be given in the environment as PAGELIFT_NAME (--base-url as
PAGELIFT_BASE_URL), and in a YAML file of --config under its name. A flag counts
before the environment, the environment before the file. The log tells the address that
requests come in at, of --addr 127.0.0.1:0 say.

PAGELIFT_FIRST_KEY   an API key to be taken as the first, instead of a new one
PAGELIFT_FIRST_PLAN  the plan of the first account (default enterprise)
PAGELIFT_SECRET      what keys and signatures depend on, 32 bytes or more; the same
                     in all processes (default: secret.key in the folder, made once).
                     Behind a comma, those that it replaces: SECURITY.md says how

`

// serving runs the serve command.
type serving struct {
	std   Streams
	flags serverFlags

	addr        string
	metricsAddr string
	debugAddr   string
	certificate string
	key         string
	logFormat   string
	grace       time.Duration
	drainDelay  time.Duration
	playground  bool
	daily       int
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
			if err := configure(cmd.Flags()); err != nil {
				return err
			}
			if !cmd.Flags().Changed("playground") {
				s.playground = isLoopback(s.addr)
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
	f.StringVar(&s.debugAddr, "debug-addr", "", "address, of this machine only, of a listener for go tool pprof: it has\n/debug/pprof/")
	f.BoolVar(&s.playground, "playground", false, "let anybody convert a document at /, within limits of its own\n(default: where --addr is of this machine only)")
	f.IntVar(&s.daily, "playground-daily", 0, "documents that the playground takes of a visitor on a day; -1: any number\n(default: 50)")
	f.StringVar(&s.certificate, "tls-cert", "", "certificate chain (PEM), to serve https")
	f.StringVar(&s.key, "tls-key", "", "private key of the certificate (PEM)")
	f.StringVar(&s.logFormat, "log-format", "text", "text or json")
	f.DurationVar(&s.drainDelay, "drain-delay", 0, "how long the service goes on to serve when it is told to stop, and calls itself\nnot ready, for load balancers to notice")
	f.DurationVar(&s.grace, "grace", 30*time.Second, "how long running conversions may take to end when the service stops")
	return cmd
}

// isLoopback reports whether only this machine can reach an address.
func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (s *serving) run(ctx context.Context) (err error) {
	logger, err := newLogger(s.std.Err, s.logFormat)
	if err != nil {
		return err
	}
	if s.drainDelay < 0 {
		return fmt.Errorf("--drain-delay %v is less than 0", s.drainDelay)
	}
	if err := checkDebugAddr(s.debugAddr); err != nil {
		return err
	}
	first, err := firstKey()
	if err != nil {
		return err
	}
	config, done, err := s.flags.server(ctx, logger)
	if err != nil {
		return err
	}
	defer done()
	defer garbage.Ease()()
	var flush func()
	if config.TracerProvider, flush, err = newTracerProvider(ctx, logger); err != nil {
		return err
	}
	defer flush()
	config.Playground, config.PlaygroundDaily = s.playground, s.daily
	l, err := s.open() // first, because the address is wrong most often
	if err != nil {
		return err
	}
	defer l.close()
	service, err := server.New(ctx, config)
	if err != nil {
		return failed("serve", err)
	}
	if err := s.issueFirst(ctx, service, first); err != nil {
		return errors.Join(failed("serve", err), service.Shutdown(ctx))
	}
	if err := service.Start(ctx); err != nil {
		return errors.Join(failed("serve", err), service.Shutdown(ctx))
	}
	if err := s.listen(ctx, l, service, logger); err != nil {
		return failed("serve", err)
	}
	return nil
}

// metricsTimeout is how long a client may take to read the metrics.
const metricsTimeout = 10 * time.Second

// listen serves requests until ctx ends, and then shuts down the service in order.
func (s *serving) listen(ctx context.Context, l listeners, service *server.Server, logger *slog.Logger) error {
	h := &http.Server{Handler: service, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug)}
	server.Harden(h)
	failures := make(chan error, 3)
	go func() { failures <- h.Serve(l.requests) }()
	metrics := &http.Server{Handler: service.Metrics()}
	server.Harden(metrics)
	metrics.WriteTimeout = metricsTimeout
	if l.metrics != nil {
		go func() { failures <- metrics.Serve(l.metrics) }()
	}
	debug := &http.Server{Handler: debugging(), ReadHeaderTimeout: metricsTimeout} // no bound on answers: a profile takes as long as the request says
	if l.debug != nil {
		go func() { failures <- debug.Serve(l.debug) }()
		logger.Info("profiles", "addr", l.debug.Addr().String())
	}
	logger.Info("serving", "addr", l.requests.Addr().String())

	var err error
	select {
	case err = <-failures:
	case <-ctx.Done():
		logger.Info("stopping", "drain_delay", s.drainDelay)
		service.Drain()
		select {
		case err = <-failures:
		case <-time.After(s.drainDelay):
		}
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- service.Shutdown(ending) }() // answers waiting requests
	err = errors.Join(ignoreClosed(err), h.Shutdown(ending), <-stopped)
	if errors.Is(err, context.DeadlineExceeded) { // this may happen: unfinished conversions are in the queue
		logger.Warn("not everything ended in time", "grace", s.grace, "err", err)
		err = nil
	}
	return errors.Join(err, h.Close(), metrics.Close(), debug.Close())
}

// ignoreClosed returns err, or nil if err says that a server was shut down.
func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// listeners are where requests come in.
type listeners struct {
	requests net.Listener
	metrics  net.Listener // nil: /metrics has none of its own
	debug    net.Listener // nil: profiles are not asked for
}

// close closes all; who serves on them may have done so before.
func (l listeners) close() {
	_ = l.requests.Close()
	if l.metrics != nil {
		_ = l.metrics.Close()
	}
	if l.debug != nil {
		_ = l.debug.Close()
	}
}

// open opens the listeners, with TLS where a certificate is given.
func (s *serving) open() (l listeners, err error) {
	var pair tls.Certificate
	secure := s.certificate != "" || s.key != ""
	if secure {
		if s.certificate == "" || s.key == "" {
			return l, errors.New("--tls-cert and --tls-key belong together")
		}
		if pair, err = tls.LoadX509KeyPair(s.certificate, s.key); err != nil {
			return l, fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
	}
	if l.requests, err = listen("--addr", s.addr); err != nil {
		return l, err
	}
	if s.metricsAddr != "" {
		if l.metrics, err = listen("--metrics-addr", s.metricsAddr); err != nil {
			l.close()
			return l, err
		}
	}
	if s.debugAddr != "" {
		if l.debug, err = listen("--debug-addr", s.debugAddr); err != nil {
			l.close()
			return l, err
		}
	}
	if secure {
		l.requests = tls.NewListener(l.requests, &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"h2", "http/1.1"}})
	}
	return l, nil
}

// listen opens the listener of a flag. An address that is none is wrong usage, one that
// cannot be had is a failure.
func listen(flag, addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, failed(flag, err)
	}
	return l, nil
}

// firstKey returns the request for the first key, as the environment wants it.
func firstKey() (server.KeyRequest, error) {
	req := server.KeyRequest{
		Account: "default", Environment: "prd", Name: "first key", Key: os.Getenv("PAGELIFT_FIRST_KEY"),
		Plan: cmp.Or(os.Getenv("PAGELIFT_FIRST_PLAN"), "enterprise"), // who runs the service owes nobody a quota
	}
	if err := req.Check(); err != nil {
		return req, fmt.Errorf("PAGELIFT_FIRST_KEY, PAGELIFT_FIRST_PLAN: %w", err)
	}
	return req, nil
}

// issueFirst makes the first key of a service that has none, or the one that the environment
// names.
func (s *serving) issueFirst(ctx context.Context, service *server.Server, req server.KeyRequest) error {
	has, err := service.HasKeys(ctx)
	if err != nil || has && req.Key == "" {
		return err
	}
	k, err := service.IssueKey(asUser(ctx), req)
	if err != nil {
		return err
	}
	if req.Key == "" {
		_, err = fmt.Fprintf(s.std.Out, "The first API key, shown only now:\n\n    %s\n\n", k.Key)
	}
	return err
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

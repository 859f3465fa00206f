//go:build !noserver

package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/server"
)

// serviceSecretVariable holds the secret of the service, and behind it, separated by commas,
// those that it replaces.
const serviceSecretVariable = "PAGELIFT_SECRET"

// serverFlags are the flags of all commands that open the service.
type serverFlags struct {
	config       string
	data         string
	database     string
	bucket       string
	baseURL      string
	workers      int
	memory       int64
	timeout      time.Duration
	inProcess    bool
	outbound     bool
	outboundSet  func() bool // nil: no command line can say it
	fetchers     int
	perAccount   int
	fetchTime    time.Duration
	fetchRate    int64
	allowPrivate []string
	proxies      []string
	egressProxy  string
	caFile       string
	metricsToken string
	schedule     []time.Duration
}

// storing are the flags that say where the service is kept.
func (f *serverFlags) storing(flags *pflag.FlagSet) {
	flags.StringVar(&f.config, configFlag, "", "YAML file with settings by the names of these flags")
	flags.StringVar(&f.data, "data", "pagelift-data", "folder of the service, made when it is missing")
	flags.StringVar(&f.database, "database-url", "", "postgres://... or the path of a SQLite file (default: in the folder)")
	flags.StringVar(&f.bucket, "bucket-url", "", "where uploads and results are kept: s3://BUCKET?region=...&endpoint=... or\nfile:///... (default: in the folder)")
}

// working are the flags that say how the service works.
func (f *serverFlags) working(flags *pflag.FlagSet) {
	flags.StringVar(&f.baseURL, "base-url", "", "address of the service as clients know it (default: as each request says)")
	flags.IntVar(&f.workers, "workers", 0, "conversions at the same time; -1: none, only serve requests (default: a core each)")
	flags.Int64Var(&f.memory, "worker-memory", 0, "bytes of memory of a worker process (default: 1 GiB)")
	flags.DurationVar(&f.timeout, "conversion-timeout", 0, "how long a conversion may take (default: 10m)")
	flags.BoolVar(&f.inProcess, "in-process", false, "convert in this process: faster, but a document can take it down")
	flags.BoolVar(&f.outbound, "outbound", false, "fetch documents from addresses and send webhooks in this process\n(default: unless --workers is -1)")
	f.outboundSet = func() bool { return flags.Changed("outbound") }
	flags.IntVar(&f.fetchers, "fetchers", 0, "documents that are fetched from addresses at the same time (default: 16)")
	flags.IntVar(&f.perAccount, "fetchers-per-account", 0, "those of one account, in all processes (default: 4)")
	flags.DurationVar(&f.fetchTime, "fetch-time", 0, "how long fetching a document may take (default: 5m)")
	flags.Int64Var(&f.fetchRate, "fetch-min-rate", 0, "bytes per second that a server of documents must send on the average of 10 s,\nafter 10 s; -1: any rate (default: 32768)")
	flags.StringSliceVar(&f.allowPrivate, "allow-private", nil, "prefixes such as 10.0.0.0/8 that fetches and webhooks may reach though they\nare not public")
	flags.StringSliceVar(&f.proxies, "trusted-proxies", nil, "addresses or prefixes of proxies whose X-Forwarded-For and X-Forwarded-Proto\nare believed (default: nobody's)")
	f.leaving(flags)
	flags.DurationSliceVar(&f.schedule, "webhook-schedule", nil, "pauses before the attempts to deliver an event (default: 0s,5s,5m,30m,2h)")
	flags.StringVar(&f.metricsToken, "metrics-token", "", "bearer token that /metrics asks for (default: there is no /metrics)")
}

// leaving are the flags that say how requests leave.
func (f *serverFlags) leaving(flags *pflag.FlagSet) {
	flags.StringVar(&f.egressProxy, "egress-proxy", "", "proxy that fetches and webhooks go through, by CONNECT: http://[USER:PASSWORD@]HOST:PORT\n(default: none; other users of the machine see arguments: give a password by the environment)")
	flags.StringVar(&f.caFile, "ca-file", "", "certificates (PEM) of authorities to be trusted besides those of the system")
}

// server returns the configuration of the service, and what closes its parts.
func (f *serverFlags) server(ctx context.Context, logger *slog.Logger) (server.Config, func(), error) {
	config := server.Config{
		DataDir: f.data, DatabaseURL: f.database, BaseURL: f.baseURL, Workers: f.workers, WorkerMemory: f.memory,
		Fetchers: f.fetchers, FetchersPerAccount: f.perAccount, FetchTime: f.fetchTime, MinFetchRate: f.fetchRate,
		ConversionTimeout: f.timeout, EgressProxy: f.egressProxy, MetricsToken: f.metricsToken, WebhookSchedule: f.schedule, Logger: logger,
	}
	if f.outboundSet != nil && f.outboundSet() {
		config.Outbound = &f.outbound
	}
	if secrets := os.Getenv(serviceSecretVariable); secrets != "" {
		for i, secret := range strings.Split(secrets, ",") {
			if i == 0 {
				config.Secret = []byte(secret)
			} else {
				config.OldSecrets = append(config.OldSecrets, []byte(secret))
			}
		}
	}
	err := f.check()
	if err != nil {
		return config, nil, err
	}
	if config.AllowPrivate, err = prefixes("--allow-private", f.allowPrivate); err != nil {
		return config, nil, err
	}
	if config.TrustedProxies, err = prefixes("--trusted-proxies", f.proxies); err != nil {
		return config, nil, err
	}
	if config.RootCAs, err = authorities(f.caFile); err != nil {
		return config, nil, err
	}
	if !f.inProcess {
		if config.WorkerCommand, err = workerArgv(); err != nil {
			return config, nil, err
		}
	}
	done := func() {}
	if f.bucket != "" {
		if config.Bucket, done, err = openBucket(f.bucket, f.data); err != nil {
			return config, nil, fmt.Errorf("--bucket-url: %w", err)
		}
	}
	return config, done, nil
}

// errNoService is in the errors about a service that was never started where the flags say.
var errNoService = errors.New("there is no service")

// find fails with errNoService where something of the service is missing: who only looks must
// not make another because of a mistyped name. It tells whether anything is in the folder.
func (f *serverFlags) find() (inFolder bool, err error) {
	var names []string
	if f.database == "" {
		names = append(names, "pagelift.db")
	}
	if os.Getenv(serviceSecretVariable) == "" {
		names = append(names, "secret.key")
	}
	if f.bucket == "" {
		names = append(names, "blobs")
	}
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(f.data, name)); err != nil {
			return true, fmt.Errorf("--data %s: %w: %w", f.data, errNoService, err)
		}
	}
	if f.database != "" && !strings.Contains(f.database, "://") {
		if _, err := os.Stat(f.database); err != nil {
			return true, fmt.Errorf("--database-url %s: %w: %w", f.database, errNoService, err)
		}
	}
	return len(names) > 0, nil
}

// runOnExisting opens the service that there is and calls run with it, for commands. The service converts nothing.
func (f *serverFlags) runOnExisting(ctx context.Context, run func(*server.Server) error) (err error) {
	inFolder, err := f.find()
	if err != nil {
		return err
	}
	if !inFolder { // then it has temporary files only
		if f.data, err = os.MkdirTemp("", "pagelift-"); err != nil {
			return failed("opening the service", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(f.data)) }()
	}
	return f.runOnService(ctx, run)
}

// runOnService opens the service and calls run with it, for commands. It makes the service if it is missing. The
// service converts nothing.
func (f *serverFlags) runOnService(ctx context.Context, run func(*server.Server) error) (err error) {
	config, done, err := f.server(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer done()
	config.WorkerCommand, config.Workers, config.Outbound = nil, -1, nil
	s, err := server.New(ctx, config)
	if err != nil {
		return failed("opening the service", err)
	}
	defer func() { err = errors.Join(err, s.Shutdown(ctx)) }()
	return run(s)
}

// check finds what is wrong with the flags alone.
func (f *serverFlags) check() error {
	var errs []error
	wrong := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	scheme, _, isURL := strings.Cut(f.database, "://")
	wrong(isURL && scheme != "postgres" && scheme != "postgresql", "--database-url: there is no database %s://, only postgres:// and files", scheme)
	scheme, _, isURL = strings.Cut(f.bucket, "://")
	wrong(f.bucket != "" && (!isURL || buckets()[scheme] == nil), "--bucket-url begins with none of %s", bucketSchemes())
	wrong(f.workers < -1, "--workers %d is less than -1", f.workers)
	wrong(f.memory < 0, "--worker-memory %d is less than 0", f.memory)
	wrong(f.fetchers < 0, "--fetchers %d is less than 0", f.fetchers)
	wrong(f.perAccount < 0, "--fetchers-per-account %d is less than 0", f.perAccount)
	wrong(f.fetchTime < 0, "--fetch-time %v is less than 0", f.fetchTime)
	wrong(f.fetchRate < -1, "--fetch-min-rate %d is less than -1", f.fetchRate)
	if f.egressProxy != "" {
		_, err := fetch.ParseProxy(f.egressProxy)
		wrong(err != nil, "--egress-proxy: %v", err)
	}
	wrong(f.timeout < 0, "--conversion-timeout %v is less than 0", f.timeout)
	return errors.Join(errs...)
}

// workerArgv is this program with the argument that makes it a worker.
func workerArgv() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program for its workers: %w", err)
	}
	return []string{self, workerCommand}, nil
}

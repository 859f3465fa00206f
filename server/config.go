package server

import (
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/storage"
)

// Config is what a service is made of. Only DataDir is needed.
type Config struct {
	// DataDir is the folder of the service, made when it is missing: temporary files and,
	// unless the fields below put them elsewhere, the database, the results and the secret.
	// Nobody else may be able to read it.
	DataDir string

	// DatabaseURL is the path of a SQLite file, or postgres://... for several processes
	// that work as one service. Defaults to pagelift.db in DataDir.
	DatabaseURL string

	// Bucket holds uploads and results. Processes that share a database share it. It
	// stays the caller's to close, where it is to be closed. nil: a folder in DataDir.
	Bucket storage.Bucket

	// Secret is what keys, signatures and stored secrets depend on, at least 32 bytes. All
	// processes of a service have the same; another one makes all API keys invalid, unless
	// it is replaced as SECURITY.md says. nil: the file secret.key in DataDir, made when it
	// is missing.
	Secret []byte

	// OldSecrets are secrets that Secret replaces, or is about to replace: what they have made
	// is still good. nil and no Secret: the file secret.old.key in DataDir, if there is one.
	OldSecrets [][]byte

	// BaseURL is the address of the service as clients know it, such as
	// https://pdf.example.org. Defaults to the scheme and host of each request.
	BaseURL string

	// WorkerCommand is a program that converts in processes of its own, which are bounded
	// in memory and can be stopped: the binary pagelift with the argument that it has for
	// this. nil: documents are converted in this process.
	WorkerCommand []string

	// Workers is how many conversions run at the same time in this process. Defaults to
	// GOMAXPROCS. Negative: none, for a process that serves requests only.
	Workers int

	// WorkerMemory bounds the memory of a process of WorkerCommand in bytes. Defaults to
	// 1 GiB.
	WorkerMemory int64

	// ConversionTimeout is how long a conversion may take. Defaults to 10 minutes.
	ConversionTimeout time.Duration

	// Outbound says whether this process fetches documents from addresses and sends events to
	// webhooks, also those of tests that other processes are asked for. Some process of a
	// service has to. nil: it does unless Workers is negative.
	Outbound *bool

	// Fetchers is how many documents this process fetches at the same time, besides its
	// conversions, and FetchersPerAccount how many of one account all processes do. Default to
	// 16 and 4.
	Fetchers, FetchersPerAccount int

	// FetchTime is how long fetching a document may take. Defaults to 5 minutes.
	FetchTime time.Duration

	// MinFetchRate is the lowest rate at which a server may send a document, in bytes per second
	// and on the average of ten seconds, after FetchGrace. Default to 32 KiB/s and 10 s.
	// Negative: any rate.
	MinFetchRate int64
	FetchGrace   time.Duration

	// AllowPrivate are addresses that are not public and may be reached all the same, by
	// fetches of documents and by webhooks.
	AllowPrivate []netip.Prefix

	// EgressProxy is a proxy that fetches of documents and webhooks go through, such as
	// http://user:password@proxy:3128, by CONNECT to the addresses that were checked. It may
	// have a private address. Names are resolved here. Empty: requests go out directly.
	EgressProxy string

	// RootCAs are the authorities that documents' servers and webhooks are trusted by.
	// nil: those of the system.
	RootCAs *x509.CertPool

	// WebhookSchedule has the pause before each attempt to deliver an event, the first of them
	// 0. Defaults to 0, 5 s, 5 min, 30 min and 2 h.
	WebhookSchedule []time.Duration

	// SyncWait is how long a request waits for its conversion before it answers 202.
	// Defaults to 60 s. Negative: not at all.
	SyncWait time.Duration

	// MinTransferRate is the lowest rate of uploads and downloads in bytes per second, after
	// TransferGrace. Default to 16 KiB/s and 5 s. Negative: any rate.
	MinTransferRate int64
	TransferGrace   time.Duration

	// Playground lets anybody convert a document at /, within limits of its own.
	Playground bool

	// PlaygroundDaily is how many documents the playground takes of one visitor on a day. A
	// visitor is an IPv4 address, or the network that an IPv6 address is of. Defaults to
	// 50. Negative: any number.
	PlaygroundDaily int

	// TrustedProxies are those whose X-Forwarded-For and X-Forwarded-Proto are believed.
	// nil: nobody's.
	TrustedProxies []netip.Prefix

	// MetricsToken lets who sends it as bearer token read /metrics. Empty: there is no
	// such address; see Server.Metrics.
	MetricsToken string

	// TracerProvider makes spans of requests, conversions and attempts to deliver events. They continue
	// the trace that a request comes with. nil: there are none, and the trace of a request goes
	// along with its events as it came.
	TracerProvider trace.TracerProvider

	// Logger takes the log: no keys, secrets, queries of addresses or text of documents.
	// Defaults to slog.Default.
	Logger *slog.Logger

	// Clock is the clock of signatures and answers. Defaults to time.Now. Leases and
	// limits go by the clock of the database.
	Clock func() time.Time

	converter worker.Converter // of tests, in place of the two that there are

	_ struct{} // callers must name the fields, so that fields can be added
}

// Defaults of Config.
const (
	defaultSyncWait          = 60 * time.Second
	defaultConversionTimeout = 10 * time.Minute
	defaultMinTransferRate   = 16 << 10
	defaultTransferGrace     = 5 * time.Second
	defaultWorkerMemory      = 1 << 30
	defaultPlaygroundDaily   = 50 // a hundredth of the month of all
)

// withDefaults is c with every field set, or what is wrong with it.
func (c Config) withDefaults() (Config, error) {
	if c.DataDir == "" {
		return c, fmt.Errorf("server: %w: DataDir is empty", ErrConfig)
	}
	if c.BaseURL != "" {
		u, err := url.Parse(c.BaseURL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return c, fmt.Errorf("server: %w: BaseURL %q is no address of a service", ErrConfig, c.BaseURL)
		}
		c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	}
	if c.EgressProxy != "" {
		if _, err := fetch.ParseProxy(c.EgressProxy); err != nil { // which repeats no password
			return c, fmt.Errorf("server: %w: EgressProxy: %w", ErrConfig, err)
		}
	}
	if c.DatabaseURL == "" {
		c.DatabaseURL = filepath.Join(c.DataDir, "pagelift.db")
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	setDefault(&c.WorkerMemory, defaultWorkerMemory)
	setDefault(&c.ConversionTimeout, defaultConversionTimeout)
	if c.Outbound == nil {
		works := c.Workers >= 0
		c.Outbound = &works
	}
	setDefault(&c.SyncWait, defaultSyncWait)
	setDefault(&c.MinTransferRate, defaultMinTransferRate)
	setDefault(&c.TransferGrace, defaultTransferGrace)
	setDefault(&c.PlaygroundDaily, defaultPlaygroundDaily)
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return c, nil
}

// tempDir is where the files of running conversions are.
func (c *Config) tempDir() string { return filepath.Join(c.DataDir, "tmp") }

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Folders and files are for the service alone: they hold people's documents and secrets.
const (
	dirMode    = 0o700
	secretMode = 0o600
)

// Files of DataDir with the secrets of a configuration that has none.
const (
	secretFile    = "secret.key"
	oldSecretFile = "secret.old.key"
)

// loadSecrets are all secrets, those of c or of DataDir. The first one in there is made the
// first time.
func (c *Config) loadSecrets() (all [][]byte, err error) {
	if c.Secret != nil {
		return append([][]byte{c.Secret}, c.OldSecrets...), nil
	}
	name := filepath.Join(c.DataDir, secretFile)
	secret, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		secret = make([]byte, minSecret)
		rand.Read(secret)
		secret, err = linkSecret(c.DataDir, name, secret)
	}
	if err != nil {
		return nil, fmt.Errorf("server: the secret: %w", err)
	}
	all = append([][]byte{secret}, c.OldSecrets...)
	old, err := os.ReadFile(filepath.Join(c.DataDir, oldSecretFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return all, nil
	case err != nil:
		return nil, fmt.Errorf("server: the old secret: %w", err)
	}
	return append(all, old), nil
}

// linkSecret puts the secret in place as a whole, unless another process was first: then
// its secret counts.
func linkSecret(dir, name string, secret []byte) ([]byte, error) {
	f, err := os.CreateTemp(dir, "secret-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(secret)
	if err := errors.Join(err, f.Chmod(secretMode), f.Sync(), f.Close()); err != nil {
		return nil, err
	}
	err = os.Link(f.Name(), name)
	if errors.Is(err, fs.ErrExist) {
		return os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	return secret, nil
}

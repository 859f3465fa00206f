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

// Config configures a service. Only DataDir is required.
type Config struct {
	// DataDir is the folder of the service, created if it is missing. It holds temporary files and, unless the
	// fields below put them elsewhere, the database, the results and the secret. Nobody else may be able to read
	// it.
	DataDir string

	// DatabaseURL is the path of a SQLite file, or postgres://... for several processes that work as one service.
	// Defaults to pagelift.db in DataDir.
	DatabaseURL string

	// Bucket holds uploads and results. Processes that share a database share it. The caller closes it, if it has
	// to be closed. nil: a folder in DataDir.
	Bucket storage.Bucket

	// Secret is the secret from which keys, signatures and the encryption of stored secrets are derived, at least 32
	// bytes. All processes of a service have the same. Another secret makes all API keys invalid, unless it is
	// replaced as SECURITY.md says. nil: the file secret.key in DataDir, created if it is missing.
	Secret []byte

	// OldSecrets are secrets that Secret replaces, or is about to replace. What they have signed or encrypted
	// stays valid. If this field and Secret are nil, the file secret.old.key in DataDir is used if there is one.
	OldSecrets [][]byte

	// BaseURL is the address of the service as clients know it, such as
	// https://pdf.example.org. Defaults to the scheme and host of each request.
	BaseURL string

	// WorkerCommand is a program that converts in processes of its own, whose memory is bounded and which can be
	// stopped: the binary pagelift with its argument for this. nil: documents are converted in this process.
	WorkerCommand []string

	// Workers is how many conversions run at the same time in this process. Defaults to GOMAXPROCS. Negative:
	// none, for a process that only serves requests.
	Workers int

	// WorkerMemory bounds the memory of each process of WorkerCommand in bytes. Defaults to 1 GiB.
	WorkerMemory int64

	// ConversionTimeout is how long a conversion may take. Defaults to 10 minutes.
	ConversionTimeout time.Duration

	// Outbound says whether this process fetches documents from addresses and sends events to webhooks, test
	// events of other processes included. At least one process of a service has to. nil: it does unless Workers is
	// negative.
	Outbound *bool

	// Fetchers is how many documents this process fetches at the same time, besides its conversions.
	// FetchersPerAccount is how many documents of one account all processes together fetch. They default to 16 and
	// 4.
	Fetchers, FetchersPerAccount int

	// FetchTime is how long fetching a document may take. Defaults to 5 minutes.
	FetchTime time.Duration

	// MinFetchRate is the lowest rate at which a server may send a document, in bytes per second on the average of
	// ten seconds. It applies after FetchGrace. They default to 32 KiB/s and 10 s. Negative: any rate.
	MinFetchRate int64
	FetchGrace   time.Duration

	// AllowPrivate lists addresses that are not public but may be reached by fetches of documents and by webhooks.
	AllowPrivate []netip.Prefix

	// EgressProxy is a proxy for fetches of documents and for webhooks, such as http://user:password@proxy:3128.
	// Requests go by CONNECT to the addresses that were checked. The proxy may have a private address. The service
	// resolves names itself. Empty: requests go out directly.
	EgressProxy string

	// RootCAs are the certificate authorities that servers of documents and receivers of webhooks are checked
	// against. nil: those of the system.
	RootCAs *x509.CertPool

	// WebhookSchedule has the pause before each attempt to deliver an event; the first pause is 0. Defaults to 0,
	// 5 s, 5 min, 30 min and 2 h.
	WebhookSchedule []time.Duration

	// SyncWait is how long a request waits for its conversion before it answers 202.
	// Defaults to 60 s. Negative: not at all.
	SyncWait time.Duration

	// MinTransferRate is the lowest rate of uploads and downloads in bytes per second. It applies after
	// TransferGrace. They default to 16 KiB/s and 5 s. Negative: any rate.
	MinTransferRate int64
	TransferGrace   time.Duration

	// Playground lets anybody convert a document at /, within limits of its own.
	Playground bool

	// PlaygroundDaily is how many documents the playground accepts from one visitor in a day. A visitor is an IPv4
	// address, or the network of an IPv6 address. Defaults to 50. Negative: any number.
	PlaygroundDaily int

	// TrustedProxies are the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. nil: none.
	TrustedProxies []netip.Prefix

	// MetricsToken is the bearer token that /metrics requires. Empty: the service has no /metrics; see
	// Server.Metrics.
	MetricsToken string

	// TracerProvider makes spans of requests, conversions and attempts to deliver events. The spans continue the
	// trace of the request. nil: there are no spans, and events carry the trace of the request as it came.
	TracerProvider trace.TracerProvider

	// Logger takes the log. The log has no keys, secrets, queries of addresses or text of documents. Defaults to
	// slog.Default.
	Logger *slog.Logger

	// Clock is the clock of signatures and answers. Defaults to time.Now. Leases and
	// limits go by the clock of the database.
	Clock func() time.Time

	converter worker.Converter // for tests, in place of either real converter

	_ struct{} // callers must name the fields, so that fields can be added
}

// Defaults of Config.
const (
	defaultSyncWait          = 60 * time.Second
	defaultConversionTimeout = 10 * time.Minute
	defaultMinTransferRate   = 16 << 10
	defaultTransferGrace     = 5 * time.Second
	defaultWorkerMemory      = 1 << 30
	defaultPlaygroundDaily   = 50 // a hundredth of the month of all visitors together
)

// withDefaults returns c with every field set, or an error if a field is not valid.
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
		if _, err := fetch.ParseProxy(c.EgressProxy); err != nil { // its error repeats no password
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

// tempDir returns the folder for the files of running conversions.
func (c *Config) tempDir() string { return filepath.Join(c.DataDir, "tmp") }

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Modes of folders and files. Only the service may read them: they hold people's documents and secrets.
const (
	dirMode    = 0o700
	secretMode = 0o600
)

// Files in DataDir with the secrets, for a configuration without secrets.
const (
	secretFile    = "secret.key"
	oldSecretFile = "secret.old.key"
)

// loadSecrets returns all secrets, those of c or those of DataDir. It creates the first secret in DataDir if there
// is none.
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

// linkSecret puts the file with the secret in place as a whole. If another process was first, it returns the
// secret of that process.
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

package client

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls one service with one key. It is safe for concurrent use.
type Client struct {
	Conversions ConversionService
	Batches     BatchService
	Webhooks    WebhookService
	Deliveries  DeliveryService
	Usage       UsageService
	Keys        KeyService
	Admin       AdminService

	base      string // without a slash at the end
	http      *http.Client
	retry     RetryPolicy
	userAgent string
	log       *slog.Logger
	pace      *pacer // nil: requests are not paced
	options   CallOptions

	// key is a function, so that printing a Client never prints the key.
	key func() string
}

// Config says where the service is and how to call it. Only BaseURL is required.
type Config struct {
	// BaseURL is the address of the service, without /v1: https://pdf.example.com. With an http address, anyone
	// who can read the traffic gets the key.
	BaseURL string

	// HTTPClient sends the requests. nil: one that uses http.DefaultTransport. Redirects are refused unless it has
	// a CheckRedirect: they would change the method, and the service sends none.
	HTTPClient *http.Client

	// Retry says how often and when a request is repeated.
	Retry RetryPolicy

	// UserAgent names the calling program. It precedes this package's name in the header User-Agent.
	UserAgent string

	// Logger gets a line of level debug for each request, and one of level info for each repetition: method, path,
	// status, time, request id. It never gets the key, a query or a document. nil: nothing is logged.
	Logger *slog.Logger

	// Pace delays a request that the rate limit would refuse, judged by the service's last answers. Off: such a
	// request is sent, and repeated when the service says so.
	Pace bool

	_ struct{} // callers must name the fields, so that fields can be added
}

// CallOptions apply to single calls; see Client.With.
type CallOptions struct {
	// IdempotencyKey makes the service do a POST only once, however often it is sent with this key within a day.
	// It has 1 to 255 printable ASCII characters. "": a random one for each call, which covers the repetitions of
	// this package.
	IdempotencyKey string

	// Header is added to each request. Headers that this package sets take precedence.
	Header http.Header

	// Timeout bounds each call, with all its waiting. 0: only the context bounds it.
	Timeout time.Duration

	_ struct{} // callers must name the fields, so that fields can be added
}

// New makes a client. It fails with InvalidAPIKey if key does not have the form of a key, and with
// InvalidParameter for a Config that cannot work. It sends nothing.
func New(key string, cfg Config) (*Client, error) {
	if _, err := ParseKey(key); err != nil {
		return nil, err
	}
	base, err := baseURL(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		base: base, http: refuseRedirects(cfg.HTTPClient), retry: cfg.Retry.filled(),
		userAgent: strings.TrimSpace(cfg.UserAgent + " " + agent), log: cfg.Logger,
		key: func() string { return key },
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if cfg.Pace {
		c.pace = new(pacer)
	}
	return c.bind(), nil
}

// agent is the name of this package in the header User-Agent.
const agent = "pagelift-go"

// With returns a copy of c whose calls have these options:
//
//	c.With(client.CallOptions{IdempotencyKey: "order-17"}).Conversions.Convert(ctx, request)
//
// They replace earlier options, field by field.
func (c *Client) With(o CallOptions) *Client {
	d := *c
	if o.IdempotencyKey != "" {
		d.options.IdempotencyKey = o.IdempotencyKey
	}
	if o.Header != nil {
		d.options.Header = maps.Clone(o.Header)
	}
	if o.Timeout != 0 {
		d.options.Timeout = o.Timeout
	}
	return d.bind()
}

// bind makes the services use c.
func (c *Client) bind() *Client {
	c.Conversions, c.Batches = ConversionService{c}, BatchService{c}
	c.Webhooks, c.Deliveries = WebhookService{c}, DeliveryService{c}
	c.Usage, c.Keys, c.Admin = UsageService{c}, KeyService{c}, AdminService{c}
	return c
}

// bound adds the timeout of CallOptions to ctx.
func (c *Client) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.options.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.options.Timeout)
}

// baseURL checks the address of a service.
func baseURL(s string) (string, error) {
	s = strings.TrimRight(s, "/")
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", invalid("Config.BaseURL is not an address like https://pdf.example.com")
	}
	return s, nil
}

func refuseRedirects(given *http.Client) *http.Client {
	var own http.Client
	if given != nil {
		own = *given
	}
	if own.CheckRedirect == nil {
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &own
}

// invalid returns an error about an argument. Nothing was sent.
func invalid(format string, args ...any) error {
	return &Error{Code: InvalidParameter, Message: fmt.Sprintf(format, args...)}
}

// Package webhooktest helps to test both ends of a notification. NewRequest makes the request that the service
// would send to a receiver under test. A Server records what a sender under test delivers to it.
package webhooktest

import (
	"bytes"
	"cmp"
	"net/http"
	"time"

	"github.com/pagelift/pagelift/webhook"
)

// Options says how a request is made. The zero value makes what an endpoint gets that was registered without
// options.
type Options struct {
	// Format of the payload. Defaults to FormatFlat.
	Format webhook.Format

	// Scheme of X-Service-Signature. Defaults to SchemeTimestamp.
	Scheme webhook.Scheme

	// Time of sending. Defaults to now.
	Time time.Time

	_ struct{} // callers must name the fields, so that fields can be added
}

// NewRequest makes a delivery of an event to target, signed with secret, for an
// http.Client or an http.Handler.
func NewRequest(target string, e *webhook.Event, secret string, opts Options) (*http.Request, error) {
	body, err := e.Marshal(cmp.Or(opts.Format, webhook.FormatFlat))
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	err = webhook.Sign(r.Header, body, []string{secret}, webhook.SignOptions{
		Scheme: opts.Scheme, ID: e.ID, Kind: e.Kind, Time: opts.Time,
	})
	return r, err
}

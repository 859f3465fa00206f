package webhook

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// SignOptions says how Sign signs. The zero value signs under SchemeTimestamp, with the present time.
type SignOptions struct {
	// Scheme of X-Service-Signature: SchemeTimestamp, the default, or SchemeBody.
	Scheme Scheme

	// ID of the event: 1 to 64 letters, digits, "_" and "-". It must be the same for each attempt to deliver the
	// event. Defaults to the one that Decode gives the body.
	ID string

	// Kind of the event. Defaults to that of the body.
	Kind Kind

	// Time of this attempt. Defaults to now.
	Time time.Time

	_ struct{} // callers must name the fields, so that fields can be added
}

// Sign sets the header of a delivery, except the content type: X-Service-Signature, X-Service-Timestamp,
// X-Service-Event, webhook-id, webhook-timestamp and webhook-signature. The first secret signs
// X-Service-Signature, which has room for one signature. All secrets sign webhook-signature. While a secret is
// being replaced, give the old one first: then receivers that hold only one of the two continue to work.
func Sign(header http.Header, body []byte, secrets []string, opts SignOptions) error {
	keys, err := parseSecrets(secrets)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if n := len(k.standard); n < minSecretBytes || n > maxSecretBytes {
			return &Error{Code: InvalidSecret, Detail: "a secret is not whsec_ and the base64 of 24 to 64 bytes"}
		}
	}
	if opts, err = opts.filled(body); err != nil {
		return err
	}

	timestamp := strconv.FormatInt(opts.Time.Unix(), 10)
	standard := make([]string, len(keys))
	for i, k := range keys {
		standard[i] = SchemeStandard.signature(k.standard, opts.ID, timestamp, body)
	}
	header.Set(headerSignature, opts.Scheme.signature(keys[0].whole, "", timestamp, body))
	header.Set(headerTimestamp, timestamp)
	header.Set(headerEvent, string(opts.Kind))
	header.Set(headerStandardID, opts.ID)
	header.Set(headerStandardTimestamp, timestamp)
	header.Set(headerStandardSignature, strings.Join(standard, " "))
	return nil
}

// filled checks the options and sets their defaults.
func (o SignOptions) filled(body []byte) (SignOptions, error) {
	o.Scheme = cmp.Or(o.Scheme, SchemeTimestamp)
	if o.Scheme != SchemeTimestamp && o.Scheme != SchemeBody {
		return o, &Error{Code: InvalidOption, Detail: "X-Service-Signature has no scheme " + o.Scheme.String()}
	}
	if o.ID == "" || o.Kind == "" {
		e, err := Decode(body)
		if err != nil {
			return o, err
		}
		o.ID, o.Kind = cmp.Or(o.ID, e.ID), cmp.Or(o.Kind, e.Kind)
	}
	if !validID(o.ID) {
		return o, &Error{Code: InvalidID, Detail: strconv.Quote(o.ID)}
	}
	if o.Time.IsZero() {
		o.Time = time.Now()
	}
	return o, nil
}

package webhook

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// MaxBody is the largest body of a delivery, in bytes. Those of the service have a few thousand at most.
	MaxBody = 1 << 20

	// defaultTolerance is the one in the service's specification.
	defaultTolerance = 5 * time.Minute
)

// Options says what Verify accepts. The zero value accepts every scheme, and times within five minutes of the
// present.
type Options struct {
	// Scheme is the only accepted scheme. Defaults to any: a request is accepted if one of its signatures is
	// valid. That is only as strong as SchemeBody. If the sender signs with SchemeStandard, as the service does,
	// choose that scheme: it is the safest.
	Scheme Scheme

	// Tolerance is how far the time of sending may be before or after the present. Defaults to five minutes.
	Tolerance time.Duration

	// Now is the clock. Defaults to time.Now.
	Now func() time.Time

	_ struct{} // callers must name the fields, so that fields can be added
}

// Verify checks who sent a request and when, and decodes its body. The header must have canonical keys, like that
// of an http.Request. The body must be the bytes as they were received: after decoding and encoding it may have
// another signature. The request is accepted if one of the secrets has signed it, so that a secret can be replaced
// without a gap.
//
// Every error is an *Error. The codes InvalidSecret and InvalidOption mean that the receiver itself is at fault.
// Answer InvalidEvent with status 400, BodyTooLarge with 413, and all other errors with 401.
func Verify(header http.Header, body []byte, secrets []string, opts Options) (*Event, error) {
	v, err := newVerifier(secrets, opts)
	if err != nil {
		return nil, err
	}
	claims, err := v.claims(header)
	if err != nil {
		return nil, err
	}
	return v.event(claims, body)
}

// verifier holds the options of Verify, checked and with their defaults.
type verifier struct {
	secrets   []secret
	schemes   []Scheme // accepted schemes for which there is a key
	tolerance time.Duration
	now       func() time.Time
}

func newVerifier(secrets []string, opts Options) (*verifier, error) {
	if opts.Tolerance < 0 {
		return nil, &Error{Code: InvalidOption, Detail: "Tolerance is negative"}
	}
	if opts.Scheme != 0 && !slices.Contains(schemes, opts.Scheme) {
		return nil, &Error{Code: InvalidOption, Detail: "no scheme " + opts.Scheme.String()}
	}
	v := &verifier{tolerance: cmp.Or(opts.Tolerance, defaultTolerance), now: opts.Now}
	if v.now == nil {
		v.now = time.Now
	}
	var err error
	if v.secrets, err = parseSecrets(secrets); err != nil {
		return nil, err
	}
	for _, s := range schemes {
		if (opts.Scheme == 0 || opts.Scheme == s) && slices.ContainsFunc(v.secrets, func(k secret) bool { return k.key(s) != nil }) {
			v.schemes = append(v.schemes, s)
		}
	}
	if len(v.schemes) == 0 {
		return nil, &Error{Code: InvalidSecret, Detail: "Standard Webhooks needs one that is whsec_ and base64"}
	}
	return v, nil
}

// claim is what a header says under one scheme. Nothing of it has been verified.
type claim struct {
	scheme     Scheme
	id         string // SchemeStandard only
	timestamp  string // as it was signed
	signatures []string
}

// claims returns what the header claims under the accepted schemes, if the time is near enough. It does not need
// the body, so the body is read only for a request that may be valid. The error is that of the strongest scheme in
// the header.
func (v *verifier) claims(header http.Header) ([]claim, error) {
	var claims []claim
	var first error
	for _, s := range v.schemes {
		c, ok := claimed(header, s)
		if !ok {
			continue
		}
		if err := v.plausible(c); err != nil {
			first = cmp.Or(first, err)
			continue
		}
		claims = append(claims, c)
	}
	switch {
	case len(claims) > 0:
		return claims, nil
	case first != nil:
		return nil, first
	}
	return nil, &Error{Code: MissingSignature, Detail: "no signature of an accepted scheme in the header"}
}

// claimed reads the claim of a header for a scheme, if there is one.
func claimed(header http.Header, s Scheme) (claim, bool) {
	if s == SchemeStandard {
		return claim{
			scheme:     s,
			id:         header.Get(headerStandardID),
			timestamp:  header.Get(headerStandardTimestamp),
			signatures: strings.Fields(header.Get(headerStandardSignature)),
		}, header.Get(headerStandardSignature) != ""
	}
	signature := header.Get(headerSignature)
	return claim{
		scheme:     s,
		timestamp:  header.Get(headerTimestamp),
		signatures: []string{signature},
	}, signature != "" && strings.HasPrefix(signature, bodyPrefix) == (s == SchemeBody)
}

// plausible checks all of a claim except its signatures.
func (v *verifier) plausible(c claim) error {
	if c.scheme == SchemeStandard && !validID(c.id) {
		return &Error{Code: InvalidID, Detail: "webhook-id is not 1 to 64 letters, digits, _ and -"}
	}
	if c.timestamp == "" {
		return &Error{Code: MissingTimestamp, Detail: "the header does not say when it was sent"}
	}
	sent, ok := parseTimestamp(c.timestamp)
	if !ok {
		return &Error{Code: InvalidTimestamp, Detail: "neither Unix seconds nor RFC 3339"}
	}
	switch age := v.now().Sub(sent); {
	case age > v.tolerance:
		return &Error{Code: TimestampTooOld, Detail: fmt.Sprintf("sent %v ago, accepted %v", age.Round(time.Second), v.tolerance)}
	case age < -v.tolerance:
		return &Error{Code: TimestampInFuture, Detail: fmt.Sprintf("sent %v ahead, accepted %v", age.Abs().Round(time.Second), v.tolerance)}
	}
	return nil
}

// maxUnixDigits is enough for 30,000 years.
const maxUnixDigits = 12

// parseTimestamp reads Unix seconds or RFC 3339, and nothing else. Otherwise the signed text could be divided at
// another place than the sender did.
func parseTimestamp(s string) (time.Time, bool) {
	if len(s) <= maxUnixDigits && strings.Trim(s, "0123456789") == "" {
		seconds, err := strconv.ParseInt(s, 10, 64)
		return time.Unix(seconds, 0), err == nil
	}
	t, err := time.Parse(time.RFC3339, s)
	return t, err == nil
}

// event returns the event in a body, if a claim about it is true.
func (v *verifier) event(claims []claim, body []byte) (*Event, error) {
	if len(body) > MaxBody {
		return nil, &Error{Code: BodyTooLarge, Detail: fmt.Sprintf("%d bytes, %d accepted", len(body), MaxBody)}
	}
	i := slices.IndexFunc(claims, func(c claim) bool { return v.signed(c, body) })
	if i < 0 {
		return nil, &Error{Code: SignatureMismatch, Detail: "no secret gives the signature of the request"}
	}
	e, err := decode(body)
	if err != nil {
		return nil, err
	}
	e.Scheme = claims[i].scheme
	if e.ID = cmp.Or(claims[i].id, e.ID); e.ID == "" {
		e.ID = contentID(body)
	}
	return e, nil
}

// signed reports whether one of the secrets gives one of the signatures of a claim.
func (v *verifier) signed(c claim, body []byte) bool {
	// The text that SchemeTimestamp signs, time and body, could pass for a body signed by SchemeBody. No honest
	// body begins with a digit.
	if c.scheme == SchemeBody && !bytes.HasPrefix(body, []byte("{")) {
		return false
	}
	for i := range v.secrets {
		key := v.secrets[i].key(c.scheme)
		if key == nil {
			continue
		}
		want := []byte(c.scheme.signature(key, c.id, c.timestamp, body))
		for _, s := range c.signatures {
			if hmac.Equal([]byte(s), want) { // in constant time
				return true
			}
		}
	}
	return false
}

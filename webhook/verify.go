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
	// MaxBody is the most bytes that the body of a delivery may have. Those of the
	// service have a few thousand at most.
	MaxBody = 1 << 20

	// defaultTolerance is that of the service's specification.
	defaultTolerance = 5 * time.Minute
)

// Options says what Verify accepts. The zero value accepts each scheme and times
// within five minutes of the present.
type Options struct {
	// Scheme is the only one accepted. Defaults to any: a request is accepted if one
	// of its signatures is right, which makes it as strong as SchemeBody. Who knows
	// that the sender has it, as the service does, is safest with SchemeStandard.
	Scheme Scheme

	// Tolerance is by how much the time of sending may lie before and after the
	// present. Defaults to five minutes.
	Tolerance time.Duration

	// Now is the clock. Defaults to time.Now.
	Now func() time.Time

	_ struct{} // callers must name the fields, so that fields can be added
}

// Verify checks who sent a request, and when, and decodes its body. The header has
// canonical keys, as that of an http.Request does. The body is the bytes as they were
// received: one that was decoded and encoded again may have another signature. The request is accepted if one of the secrets has signed it, so that
// a secret can be replaced without a gap.
//
// Every error is an *Error. Those with the codes InvalidSecret and InvalidOption are
// the receiver's own fault; all others are answered with status 401, but InvalidEvent
// with 400 and BodyTooLarge with 413.
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

// verifier has the options of Verify, checked, with their defaults.
type verifier struct {
	secrets   []secret
	schemes   []Scheme // that are accepted and have a key
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

// claim is what a header says under one scheme: nothing of it is known to be true.
type claim struct {
	scheme     Scheme
	id         string // SchemeStandard only
	timestamp  string // as it was signed
	signatures []string
}

// claims are what the header claims under the accepted schemes, at times that are
// near enough. It needs no body, so that one is read only for a request that has a
// chance. The error is that of the strongest scheme that the header has.
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

// claimed reads what the header has for a scheme, if anything.
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

// plausible checks all of a claim but its signatures.
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

// maxUnixDigits are enough for 30,000 years.
const maxUnixDigits = 12

// parseTimestamp reads Unix seconds or RFC 3339, and nothing else: what is signed
// must not be cut in another place than the sender did.
func parseTimestamp(s string) (time.Time, bool) {
	if len(s) <= maxUnixDigits && strings.Trim(s, "0123456789") == "" {
		seconds, err := strconv.ParseInt(s, 10, 64)
		return time.Unix(seconds, 0), err == nil
	}
	t, err := time.Parse(time.RFC3339, s)
	return t, err == nil
}

// event is the event in a body, if a claim about it is true.
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
	// What SchemeTimestamp signs, the time and the body, would be a body that
	// SchemeBody has signed; no honest body begins with a digit.
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

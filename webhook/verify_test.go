package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
)

const started = `{"event":"conversion.started","conversion_id":"conv_1","status":"processing","timestamp":"2025-03-01T09:00:00Z","retry_count":0}`

// only returns the header without the signatures of other schemes.
func only(scheme webhook.Scheme, header http.Header) http.Header {
	h := header.Clone()
	if scheme == webhook.SchemeStandard {
		h.Del("X-Service-Signature")
	} else {
		h.Del("webhook-signature")
	}
	return h
}

func hmacSHA256(key []byte, parts ...string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(parts, ".")))
	return mac.Sum(nil)
}

func TestEachSchemeAlone(t *testing.T) {
	t.Parallel()
	for _, scheme := range []webhook.Scheme{webhook.SchemeBody, webhook.SchemeTimestamp, webhook.SchemeStandard} {
		t.Run(scheme.String(), func(t *testing.T) {
			t.Parallel()
			opts := webhook.SignOptions{ID: "evt_1", Scheme: scheme}
			if scheme == webhook.SchemeStandard {
				opts.Scheme = 0
			}
			header := only(scheme, signed(t, started, []string{secret}, opts))
			for _, pinned := range []webhook.Scheme{0, scheme} {
				e, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Scheme: pinned, Now: at(sent)})
				require.NoError(t, err)
				require.Equal(t, scheme, e.Scheme)
				require.Equal(t, webhook.ConversionStarted, e.Kind)
				if scheme == webhook.SchemeStandard {
					require.Equal(t, "evt_1", e.ID)
				} else {
					require.Regexp(t, "^body_", e.ID, "webhook-id is not covered by this signature")
				}
			}
			for _, pinned := range []webhook.Scheme{webhook.SchemeBody, webhook.SchemeTimestamp, webhook.SchemeStandard} {
				if pinned != scheme {
					_, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Scheme: pinned, Now: at(sent)})
					require.ErrorIs(t, err, webhook.MissingSignature, "pinned to %v", pinned)
				}
			}
		})
	}
}

func TestTheStrongestSchemeIsReported(t *testing.T) {
	t.Parallel()
	header := signed(t, started, []string{secret}, webhook.SignOptions{Scheme: webhook.SchemeBody, ID: "evt_1"})
	e, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Now: at(sent)})
	require.NoError(t, err)
	require.Equal(t, webhook.SchemeStandard, e.Scheme)

	header.Set("webhook-signature", "v1,AAAA")
	e, err = webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Now: at(sent)})
	require.NoError(t, err)
	require.Equal(t, webhook.SchemeBody, e.Scheme)
}

func TestTolerance(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		now       time.Time
		tolerance time.Duration
		code      webhook.Code
	}{
		"now":                        {sent, 0, ""},
		"five minutes ago":           {sent.Add(5 * time.Minute), 0, ""},
		"more than five minutes ago": {sent.Add(5*time.Minute + 1), 0, webhook.TimestampTooOld},
		"in five minutes":            {sent.Add(-5 * time.Minute), 0, ""},
		"in more than five minutes":  {sent.Add(-5*time.Minute - 1), 0, webhook.TimestampInFuture},
		"an hour is asked for":       {sent.Add(time.Hour), time.Hour, ""},
		"a second is asked for":      {sent.Add(2 * time.Second), time.Second, webhook.TimestampTooOld},
		"ages ago":                   {sent.AddDate(3000, 0, 0), 0, webhook.TimestampTooOld},
		"in ages":                    {sent.AddDate(-3000, 0, 0), 0, webhook.TimestampInFuture},
	}
	header := signed(t, started, []string{secret}, webhook.SignOptions{Scheme: webhook.SchemeBody})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, scheme := range []webhook.Scheme{0, webhook.SchemeBody, webhook.SchemeStandard} {
				e, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{
					Scheme: scheme, Now: at(c.now), Tolerance: c.tolerance,
				})
				if c.code == "" {
					require.NoError(t, err)
				} else {
					require.ErrorIs(t, err, c.code)
					require.Nil(t, e)
				}
			}
		})
	}
}

func TestFormsOfTimestamps(t *testing.T) {
	t.Parallel()
	cases := map[string]webhook.Code{
		"1740819600":                "",
		"01740819600":               "",
		"2025-03-01T09:00:00Z":      "",
		"2025-03-01T09:00:00.25Z":   "",
		"2025-03-01T10:00:00+01:00": "",
		"":                          webhook.MissingTimestamp,
		"yesterday":                 webhook.InvalidTimestamp,
		"2025-03-01T09:00:00":       webhook.InvalidTimestamp,
		"2025-03-01":                webhook.InvalidTimestamp,
		"1740819600.5":              webhook.InvalidTimestamp,
		"+1740819600":               webhook.InvalidTimestamp,
		"-1":                        webhook.InvalidTimestamp,
		"1740819600 ":               webhook.InvalidTimestamp,
		"0x67c2cc50":                webhook.InvalidTimestamp,
		"1_740_819_600":             webhook.InvalidTimestamp,
		"1740819600000":             webhook.InvalidTimestamp, // milliseconds
		"99999999999999999999":      webhook.InvalidTimestamp,
		"999999999999":              webhook.TimestampInFuture,
		"0":                         webhook.TimestampTooOld,
	}
	for timestamp, code := range cases {
		t.Run(timestamp, func(t *testing.T) {
			t.Parallel()
			header := http.Header{
				"X-Service-Timestamp": {timestamp},
				"X-Service-Signature": {hex.EncodeToString(hmacSHA256([]byte(secret), timestamp, started))},
			}
			_, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Now: at(sent)})
			if code == "" {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, code)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		change func(http.Header)
		body   string
		code   webhook.Code
	}{
		"no header at all":    {func(h http.Header) { clear(h) }, started, webhook.MissingSignature},
		"no signature":        {func(h http.Header) { h.Del("X-Service-Signature"); h.Del("webhook-signature") }, started, webhook.MissingSignature},
		"empty signatures":    {func(h http.Header) { h.Set("X-Service-Signature", ""); h.Set("webhook-signature", "") }, started, webhook.MissingSignature},
		"no timestamps":       {func(h http.Header) { h.Del("X-Service-Timestamp"); h.Del("webhook-timestamp") }, started, webhook.MissingTimestamp},
		"another body":        {func(http.Header) {}, strings.Replace(started, "conv_1", "conv_2", 1), webhook.SignatureMismatch},
		"a body with a space": {func(http.Header) {}, started + " ", webhook.SignatureMismatch},
		"no body":             {func(http.Header) {}, "", webhook.SignatureMismatch},
		"no id":               {func(h http.Header) { h.Del("webhook-id"); h.Del("X-Service-Signature") }, started, webhook.InvalidID},
		"another id":          {func(h http.Header) { h.Set("webhook-id", "evt_2"); h.Del("X-Service-Signature") }, started, webhook.SignatureMismatch},
		"an id with a stop":   {func(h http.Header) { h.Set("webhook-id", "a.b"); h.Del("X-Service-Signature") }, started, webhook.InvalidID},
		"a long id":           {func(h http.Header) { h.Set("webhook-id", strings.Repeat("a", 65)); h.Del("X-Service-Signature") }, started, webhook.InvalidID},
		"a fresh timestamp": {func(h http.Header) {
			h.Set("X-Service-Timestamp", "1740819601")
			h.Set("webhook-timestamp", "1740819601")
		}, started, webhook.SignatureMismatch},
		"a prefix of the other": {func(h http.Header) {
			h.Set("X-Service-Signature", "sha256="+h.Get("X-Service-Signature"))
			h.Del("webhook-signature")
		}, started, webhook.SignatureMismatch},
		"upper case": {func(h http.Header) {
			h.Set("X-Service-Signature", strings.ToUpper(h.Get("X-Service-Signature")))
			h.Del("webhook-signature")
		}, started, webhook.SignatureMismatch},
		"cut short": {func(h http.Header) {
			h.Set("X-Service-Signature", h.Get("X-Service-Signature")[:63])
			h.Del("webhook-signature")
		}, started, webhook.SignatureMismatch},
		"another version": {func(h http.Header) {
			h.Set("webhook-signature", "v2"+h.Get("webhook-signature")[2:])
			h.Del("X-Service-Signature")
		}, started, webhook.SignatureMismatch},
		"white space only": {func(h http.Header) { h.Set("webhook-signature", "  "); h.Del("X-Service-Signature") }, started, webhook.SignatureMismatch},
		"a large body":     {func(http.Header) {}, `{"a":"` + strings.Repeat("x", webhook.MaxBody) + `"}`, webhook.BodyTooLarge},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := signed(t, started, []string{secret}, webhook.SignOptions{ID: "evt_1"})
			c.change(header)
			e, err := webhook.Verify(header, []byte(c.body), []string{secret}, webhook.Options{Now: at(sent)})
			require.ErrorIs(t, err, c.code)
			require.Nil(t, e)
		})
	}
}

func TestASignedBodyThatIsNoEvent(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"{}", "[]", `{"event":""}`, "{"} {
		header := signed(t, body, []string{secret}, webhook.SignOptions{ID: "evt_1", Kind: "x"})
		_, err := webhook.Verify(header, []byte(body), []string{secret}, webhook.Options{Now: at(sent)})
		require.ErrorIs(t, err, webhook.InvalidEvent, body)
	}
}

// What one scheme has signed must not pass as signed by another.
func TestSignaturesAreOfNoUseElsewhere(t *testing.T) {
	t.Parallel()
	verify := func(header http.Header, body string) error {
		_, err := webhook.Verify(header, []byte(body), []string{secret}, webhook.Options{Now: at(sent)})
		return err
	}
	t.Run("timestamp and body as a body", func(t *testing.T) {
		t.Parallel()
		header := only(webhook.SchemeTimestamp, signed(t, started, []string{secret}, webhook.SignOptions{}))
		header.Set("X-Service-Signature", "sha256="+header.Get("X-Service-Signature"))
		require.ErrorIs(t, verify(header, header.Get("X-Service-Timestamp")+"."+started), webhook.SignatureMismatch)
	})
	t.Run("a body as timestamp and body", func(t *testing.T) {
		t.Parallel()
		body := `{"event":"conversion.started","x":"1740819600.{\"event\":\"conversion.failed\"}"}`
		header := only(webhook.SchemeBody, signed(t, body, []string{secret}, webhook.SignOptions{Scheme: webhook.SchemeBody}))
		head, tail, _ := strings.Cut(body, ".")
		header.Set("X-Service-Timestamp", head)
		header.Set("X-Service-Signature", strings.TrimPrefix(header.Get("X-Service-Signature"), "sha256="))
		require.ErrorIs(t, verify(header, tail), webhook.InvalidTimestamp)
	})
	t.Run("a text inside of a body as a body", func(t *testing.T) {
		t.Parallel()
		inner := `{"event":"conversion.failed"}`
		body := `{"event":"conversion.started","input_file":"x.1740819600.` + inner
		header := only(webhook.SchemeStandard, signed(t, body, []string{secret}, webhook.SignOptions{ID: "evt_1", Kind: "x"}))
		header.Set("webhook-id", `evt_1.1740819600.{"event":"conversion.started","input_file":"x`)
		header.Set("webhook-timestamp", "1740819600")
		require.ErrorIs(t, verify(header, inner), webhook.InvalidID)
	})
	t.Run("a body that only a digest of nothing covers", func(t *testing.T) {
		t.Parallel()
		body := "[" + started + "]"
		header := http.Header{
			"X-Service-Timestamp": {"1740819600"},
			"X-Service-Signature": {"sha256=" + hex.EncodeToString(hmacSHA256([]byte(secret), body))},
		}
		require.ErrorIs(t, verify(header, body), webhook.SignatureMismatch, "SchemeBody signs objects only")
	})
}

// While a secret is being replaced, receivers that hold the old one, the new one or both accept what is sent.
func TestRotation(t *testing.T) {
	t.Parallel()
	header := signed(t, started, []string{secret, other}, webhook.SignOptions{ID: "evt_1"})
	require.Len(t, strings.Fields(header.Get("webhook-signature")), 2)
	for name, held := range map[string][]string{"the old": {secret}, "the new": {other}, "both": {other, secret}} {
		e, err := webhook.Verify(header, []byte(started), held, webhook.Options{Now: at(sent)})
		require.NoError(t, err, name)
		require.Equal(t, webhook.SchemeStandard, e.Scheme)
	}
	_, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Scheme: webhook.SchemeTimestamp, Now: at(sent)})
	require.NoError(t, err, "X-Service-Signature is that of the first secret")
	_, err = webhook.Verify(header, []byte(started), []string{other}, webhook.Options{Scheme: webhook.SchemeTimestamp, Now: at(sent)})
	require.ErrorIs(t, err, webhook.SignatureMismatch)
	_, err = webhook.Verify(header, []byte(started), []string{webhook.NewSecret()}, webhook.Options{Now: at(sent)})
	require.ErrorIs(t, err, webhook.SignatureMismatch)
}

// A plain secret has no key for Standard Webhooks, but the secret beside it has one.
func TestSecretsOfBothForms(t *testing.T) {
	t.Parallel()
	header := only(webhook.SchemeStandard, signed(t, started, []string{secret}, webhook.SignOptions{ID: "evt_1"}))
	e, err := webhook.Verify(header, []byte(started), []string{"a plain password", secret}, webhook.Options{Now: at(sent)})
	require.NoError(t, err)
	require.Equal(t, "evt_1", e.ID)
}

func TestSecretsOfOtherForms(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a plain password", "whsec_", "whsec_no base64!", "wh\xffsec"} {
		header := http.Header{
			"X-Service-Timestamp": {"1740819600"},
			"X-Service-Signature": {hex.EncodeToString(hmacSHA256([]byte(text), "1740819600", started))},
			"Webhook-Id":          {"evt_1"},
			"Webhook-Timestamp":   {"1740819600"},
			"Webhook-Signature":   {"v1," + base64.StdEncoding.EncodeToString(hmacSHA256(nil, "evt_1", "1740819600", started))},
		}
		e, err := webhook.Verify(header, []byte(started), []string{text}, webhook.Options{Now: at(sent)})
		require.NoError(t, err)
		require.Equal(t, webhook.SchemeTimestamp, e.Scheme, "an empty key is no key")

		_, err = webhook.Verify(header, []byte(started), []string{text}, webhook.Options{Scheme: webhook.SchemeStandard, Now: at(sent)})
		require.ErrorIs(t, err, webhook.InvalidSecret)
		err = webhook.Sign(http.Header{}, []byte(started), []string{text}, webhook.SignOptions{})
		require.ErrorIs(t, err, webhook.InvalidSecret)
	}
}

func TestMistakesOfTheCaller(t *testing.T) {
	t.Parallel()
	header := signed(t, started, []string{secret}, webhook.SignOptions{})
	for name, c := range map[string]struct {
		secrets []string
		opts    webhook.Options
		code    webhook.Code
	}{
		"no secret":            {nil, webhook.Options{}, webhook.InvalidSecret},
		"an empty one":         {[]string{secret, ""}, webhook.Options{}, webhook.InvalidSecret},
		"one with a line end":  {[]string{secret + "\n"}, webhook.Options{}, webhook.InvalidSecret},
		"an unknown scheme":    {[]string{secret}, webhook.Options{Scheme: 4}, webhook.InvalidOption},
		"a negative tolerance": {[]string{secret}, webhook.Options{Tolerance: -1}, webhook.InvalidOption},
	} {
		c.opts.Now = at(sent)
		_, err := webhook.Verify(header, []byte(started), c.secrets, c.opts)
		require.ErrorIs(t, err, c.code, name)
		require.NotContains(t, err.Error(), "whsec_M", name)
	}
	for name, c := range map[string]struct {
		body    string
		secrets []string
		opts    webhook.SignOptions
		code    webhook.Code
	}{
		"no secret":          {started, nil, webhook.SignOptions{}, webhook.InvalidSecret},
		"a short secret":     {started, []string{secret, "whsec_AAAA"}, webhook.SignOptions{}, webhook.InvalidSecret},
		"a bad ID":           {started, []string{secret}, webhook.SignOptions{ID: "a.b"}, webhook.InvalidID},
		"a scheme apart":     {started, []string{secret}, webhook.SignOptions{Scheme: webhook.SchemeStandard}, webhook.InvalidOption},
		"a body of no event": {"hello", []string{secret}, webhook.SignOptions{}, webhook.InvalidEvent},
	} {
		header := http.Header{}
		err := webhook.Sign(header, []byte(c.body), c.secrets, c.opts)
		require.ErrorIs(t, err, c.code, name)
		require.Empty(t, header, name)
	}
}

func TestNewSecret(t *testing.T) {
	t.Parallel()
	made := webhook.NewSecret()
	require.NotEqual(t, made, webhook.NewSecret())
	encoded, ok := strings.CutPrefix(made, "whsec_")
	require.True(t, ok)
	key, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(t, err)
	require.Len(t, key, 32)

	header := http.Header{}
	require.NoError(t, webhook.Sign(header, []byte(started), []string{made}, webhook.SignOptions{}))
	e, err := webhook.Verify(header, []byte(started), []string{made}, webhook.Options{})
	require.NoError(t, err, "at the present time")
	require.Equal(t, header.Get("webhook-id"), e.ID)
	require.Equal(t, "conversion.started", header.Get("X-Service-Event"))
}

func TestErrorsSayWhatFailed(t *testing.T) {
	t.Parallel()
	require.EqualError(t, webhook.TimestampTooOld, "timestamp_too_old")
	header := signed(t, started, []string{secret}, webhook.SignOptions{})
	_, err := webhook.Verify(header, []byte(started), []string{secret}, webhook.Options{Now: at(sent.Add(time.Hour))})
	require.EqualError(t, err, "webhook: timestamp_too_old: sent 1h0m0s ago, accepted 5m0s")
	_, err = webhook.Decode([]byte("{"))
	require.EqualError(t, err, "webhook: invalid_event: unexpected end of JSON input")
	_, ok := errors.AsType[*json.SyntaxError](err)
	require.True(t, ok, "the cause is there")
	require.Equal(t, "any", webhook.Scheme(0).String())
	require.Equal(t, "Scheme(9)", webhook.Scheme(9).String())
}

// Whatever is accepted has a signature that the specifications define.
func FuzzVerify(f *testing.F) {
	for _, v := range loadVectors(f).Signatures {
		f.Add(v.Raw, v.Timestamp, "", "", "", v.Body, v.Secret)
		f.Add(v.Timestamped, v.Timestamp, v.ID, v.Timestamp, v.Standard, v.Body, v.Secret)
		f.Add("", "", v.ID, v.Timestamp, "v1,x "+v.Standard, v.Body, v.Secret)
	}
	f.Add("sha256="+hex.EncodeToString(hmacSHA256([]byte("k"), "0", started)), "0", "", "", "", "0."+started, "k")
	f.Fuzz(func(t *testing.T, signature, timestamp, id, standardTimestamp, standardSignature, body, text string) {
		header := http.Header{
			"X-Service-Signature": {signature}, "X-Service-Timestamp": {timestamp},
			"Webhook-Id": {id}, "Webhook-Timestamp": {standardTimestamp}, "Webhook-Signature": {standardSignature},
		}
		for _, now := range []time.Time{sent, time.Unix(0, 0), time.Unix(1614265330, 0)} {
			e, err := webhook.Verify(header, []byte(body), []string{text}, webhook.Options{Now: at(now)})
			if err != nil {
				require.Nil(t, e)
				continue
			}
			switch e.Scheme {
			case webhook.SchemeBody:
				require.Equal(t, "sha256="+hex.EncodeToString(hmacSHA256([]byte(text), body)), signature)
				require.Equal(t, byte('{'), body[0])
			case webhook.SchemeTimestamp:
				require.Equal(t, hex.EncodeToString(hmacSHA256([]byte(text), timestamp, body)), signature)
			case webhook.SchemeStandard:
				key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
				require.NoError(t, err)
				require.NotEmpty(t, key)
				require.NotContains(t, id, ".")
				want := "v1," + base64.StdEncoding.EncodeToString(hmacSHA256(key, id, standardTimestamp, body))
				require.Contains(t, strings.Fields(standardSignature), want)
				require.Equal(t, id, e.ID)
			default:
				t.Fatalf("accepted under %v", e.Scheme)
			}
		}
	})
}

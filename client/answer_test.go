package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// answered returns the error for an answer.
func answered(t testing.TB, status int, header http.Header, body string) error {
	c, err := client.New(testKey, client.Config{
		BaseURL: "https://pdf.example.com", Retry: client.RetryPolicy{Attempts: 1},
		HTTPClient: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			rec := httptest.NewRecorder()
			for name, values := range header {
				rec.Header()[name] = values
			}
			rec.WriteHeader(status)
			_, _ = rec.WriteString(body)
			return rec.Result(), nil
		})},
	})
	require.NoError(t, err)
	_, err = c.Usage.Get(t.Context())
	return err
}

func TestErrorsOfTheService(t *testing.T) {
	t.Parallel()
	err := answered(t, 413, http.Header{"Retry-After": {"7"}}, `{"error":{"code":"file_too_large","message":"too large","details":{"limit":10485760,"retryable":false},
		"request_id":"req_17","documentation_url":"https://pdf.example.com/docs/errors#file_too_large","hint":"a field of tomorrow"}}`)
	var got *client.Error
	require.ErrorAs(t, err, &got)
	require.Equal(t, &client.Error{
		Status: 413, Code: client.FileTooLarge, Message: "too large", RequestID: "req_17", RetryAfter: 7 * time.Second,
		Details:          map[string]any{"limit": 10485760.0, "retryable": false},
		DocumentationURL: "https://pdf.example.com/docs/errors#file_too_large",
	}, got)
}

func TestErrorsThatAreNotTheServices(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a page":               "<html><h1>Bad Gateway</h1>",
		"nothing":              "",
		"other JSON":           `{"error":"no"}`,
		"null":                 `{"error":null}`,
		"no code":              `{"error":{"message":"no"}}`,
		"a code of two lines":  `{"error":{"code":"a\nb","message":"no"}}`,
		"more than is read":    `{"error":{"code":"internal_error","message":"` + strings.Repeat("a", 1<<20) + `"}}`,
		"a code without end":   `{"error":{"code":"` + strings.Repeat("a", 200) + `"}}`,
		"details of no object": `{"error":{"code":"internal_error","details":[1]}}`,
	} {
		require.EqualError(t, answered(t, 502, http.Header{"X-Request-Id": {"req_1"}}, body), "client: status 502: Bad Gateway (request req_1)", name)
	}
}

// Whatever the answer is, its error has the status and printable words, and not the key.
func FuzzErrorAnswer(f *testing.F) {
	f.Add(uint16(400), `{"error":{"code":"invalid_parameter","message":"m","details":{"parameter":"x"},"request_id":"r","documentation_url":"u"}}`, "5", "req_1")
	f.Add(uint16(502), "<html>", "Wed, 21 Oct 2026 07:28:00 GMT", "\x1b[2J")
	f.Add(uint16(302), "", "-1", "")
	f.Add(uint16(429), `{"error":{"code":"x","message":"`+testKey+"\u202e"+`"}}`, "99999999999999999999", testKey)
	code := regexp.MustCompile(`^[a-z0-9_]{0,128}$`)
	f.Fuzz(func(t *testing.T, status uint16, body, after, id string) {
		status = 300 + status%300
		err := answered(t, int(status), http.Header{"Retry-After": {after}, "X-Request-Id": {id}, "Location": {body}}, body)
		var got *client.Error
		if !errors.As(err, &got) {
			if _, wrong := url.Parse(body); wrong == nil {
				t.Fatalf("%T: %v", err, err)
			}
			got = &client.Error{Status: int(status)} // net/http does not return a malformed Location
		}
		if got.Status != int(status) || !code.MatchString(string(got.Code)) || got.RetryAfter < 0 {
			t.Fatalf("%+v", got)
		}
		shown := err.Error()
		if len(shown) > 5000 || !utf8.ValidString(shown) || strings.ContainsFunc(shown, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Fatalf("%q", shown)
		}
		if strings.Contains(shown, testKey) {
			t.Fatal("the key is shown")
		}
	})
}

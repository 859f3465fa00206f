package webhook_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/webhook"
)

// vectors are testdata/vectors.json, which node has written.
type vectors struct {
	Signatures []struct {
		Name, Secret, ID, Timestamp, Body string
		Raw, Timestamped, Standard        string
	}
	Documents []struct{ Source, Text string }
}

func loadVectors(t testing.TB) vectors {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.Unmarshal(text, &v))
	require.NotEmpty(t, v.Signatures)
	require.NotEmpty(t, v.Documents)
	return v
}

func TestSignaturesAreThoseOfNode(t *testing.T) {
	t.Parallel()
	for _, v := range loadVectors(t).Signatures {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			seconds, err := strconv.ParseInt(v.Timestamp, 10, 64)
			require.NoError(t, err)
			for scheme, signature := range map[webhook.Scheme]string{webhook.SchemeBody: v.Raw, webhook.SchemeTimestamp: v.Timestamped} {
				header := signed(t, v.Body, []string{v.Secret}, webhook.SignOptions{
					Scheme: scheme, ID: v.ID, Kind: "some.kind", Time: time.Unix(seconds, 0),
				})
				require.Equal(t, http.Header{
					"X-Service-Signature": {signature},
					"X-Service-Timestamp": {v.Timestamp},
					"X-Service-Event":     {"some.kind"},
					"Webhook-Id":          {v.ID},
					"Webhook-Timestamp":   {v.Timestamp},
					"Webhook-Signature":   {v.Standard},
				}, header)
			}
		})
	}
}

// The vector with which the libraries of Standard Webhooks are tested.
func TestTheVectorOfStandardWebhooks(t *testing.T) {
	t.Parallel()
	header := signed(t, `{"test": 2432232314}`, []string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, webhook.SignOptions{
		ID: "msg_p5jXN8AQM9LWM0D4loKWxJek", Kind: "test", Time: time.Unix(1614265330, 0),
	})
	require.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", header.Get("webhook-signature"))
}

func TestPayloads(t *testing.T) {
	t.Parallel()
	for name, e := range events() {
		for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
			t.Run(name+" "+string(format), func(t *testing.T) {
				t.Parallel()
				body, err := e.Marshal(format)
				require.NoError(t, err)
				testkit.Golden(t, payloadFile(name, format), append(body, '\n'))
			})
		}
	}
}

func payloadFile(name string, format webhook.Format) string {
	return "payload_" + name + "_" + string(format) + ".json"
}

// node runs a script of testdata.
func node(t *testing.T, script string, stdin []byte) []byte {
	t.Helper()
	cmd := exec.Command(testkit.Program(t, "node"), "testdata/"+script)
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", stderr.String())
	return out
}

func TestVectorsAreWhatNodeSays(t *testing.T) {
	t.Parallel()
	testkit.Golden(t, "vectors.json", node(t, "vectors.mjs", nil))
}

// An independent receiver, which parses bodies before it verifies them, accepts what we send. It refuses it when
// anything is changed.
func TestAnIndependentReceiverAgrees(t *testing.T) {
	t.Parallel()
	type request struct {
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
		Secret  string            `json:"secret"`
		Now     int64             `json:"now"`
	}
	type verdict struct{ Raw, Timestamped, Standard, Recent, Event bool }
	var names []string
	var requests []request
	var want []verdict
	add := func(name string, header http.Header, body, secret string, now time.Time, v verdict) {
		headers := map[string]string{}
		for k := range header {
			headers[strings.ToLower(k)] = header.Get(k)
		}
		names, want = append(names, name), append(want, v)
		requests = append(requests, request{headers, body, secret, now.Unix()})
	}
	for name, e := range events() {
		for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
			text, err := e.Marshal(format)
			require.NoError(t, err)
			body := string(text)
			for _, scheme := range []webhook.Scheme{webhook.SchemeBody, webhook.SchemeTimestamp} {
				raw := scheme == webhook.SchemeBody
				what := name + " " + string(format) + " " + scheme.String()
				header := signed(t, body, []string{secret, other}, webhook.SignOptions{Scheme: scheme, ID: e.ID})
				add(what, header, body, secret, sent, verdict{raw, !raw, true, true, true})
				add(what+", the new secret", header, body, other, sent, verdict{false, false, true, true, true})
				add(what+", late", header, body, secret, sent.Add(301*time.Second), verdict{raw, !raw, true, false, true})
				add(what+", changed", header, strings.Replace(body, `"retry_count":`, `"retry_count":1`, 1), secret, sent, verdict{false, false, false, true, true})
			}
		}
	}
	input, err := json.Marshal(requests)
	require.NoError(t, err)
	var got []verdict
	require.NoError(t, json.Unmarshal(node(t, "receiver.mjs", input), &got))
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i], got[i], names[i])
	}
}

package deliver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestAnIndependentReceiverAcceptsWhatIsSent captures deliveries in both formats and schemes. A receiver in
// JavaScript, written from the specification, checks them.
func TestAnIndependentReceiverAcceptsWhatIsSent(t *testing.T) {
	t.Parallel()
	node := testkit.Program(t, "node")
	type request struct {
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
		Secret  string            `json:"secret"`
		Now     int64             `json:"now"`
	}
	type verdict struct{ Raw, Timestamped, Standard, Recent, Event bool }
	b := newBench(t, storetest.SQLite(t))
	var mu sync.Mutex
	secrets := map[string]string{}
	schemes := map[string]int64{}
	var requests []request
	var want []verdict
	server := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		headers := map[string]string{}
		for name := range r.Header {
			headers[strings.ToLower(name)] = r.Header.Get(name)
		}
		mu.Lock()
		defer mu.Unlock()
		raw := schemes[r.URL.Path] == 1
		requests = append(requests, request{headers, string(body), secrets[r.URL.Path], time.Now().Unix()})
		want = append(want, verdict{raw, !raw, true, true, true})
		w.WriteHeader(http.StatusOK)
	})
	for _, e := range []store.Webhook{
		{URL: "/a1", Format: "a", Scheme: 1}, {URL: "/a2", Format: "a", Scheme: 2},
		{URL: "/b1", Format: "b", Scheme: 1}, {URL: "/b2", Format: "b", Scheme: 2},
	} {
		path := e.URL
		e.URL = server.URL + path
		_, secret := b.endpoint(e)
		secrets[path], schemes[path] = secret, e.Scheme
	}
	b.sender(deliver.Config{}, server)
	b.convert("", store.Outcome{Status: store.Completed, Lifetime: time.Hour, Metadata: json.RawMessage(`{"pages":1,"title":"<\u2028é>"}`)})
	b.convert("", store.Outcome{Status: store.Failed, Error: &store.Failure{Code: "invalid_document", Message: "\"<&>\""}})
	b.settled()
	require.Len(t, requests, 2*2*4)

	input, err := json.Marshal(requests)
	require.NoError(t, err)
	cmd := exec.Command(node, "../../webhook/testdata/receiver.mjs")
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	require.NoError(t, err)
	var got []verdict
	require.NoError(t, json.Unmarshal(out, &got))
	require.Equal(t, want, got)
}

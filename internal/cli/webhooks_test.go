package cli_test

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pagelift/pagelift/webhook"
	"github.com/pagelift/pagelift/webhook/webhooktest"
)

// freePort NAME sets a variable to an address of this machine at which nothing listens.
func freePort(ts *testscript.TestScript, _ bool, args []string) {
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv(args[0], socket.Addr().String())
	ts.Check(socket.Close())
}

// listenPatience is how long a program may take from its start until it listens.
const listenPatience = 2 * time.Minute

// notify STATUS URL SECRET KIND [CERTIFICATE] sends a sample of an event. The answer must have the status.
func notify(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: x509.NewCertPool()}, DisableKeepAlives: true}
	http := &http.Client{Transport: transport}
	e := webhook.Sample(webhook.Kind(args[3]), time.Now())
	e.ID = "evt_" + strings.ReplaceAll(args[3], ".", "_") // a receiver recognises repeated events by their id
	for deadline := time.Now().Add(listenPatience); ; time.Sleep(10 * time.Millisecond) {
		if len(args) > 4 {
			text, _ := os.ReadFile(ts.MkAbs(args[4])) // fails while the file does not exist yet
			transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(text)
		}
		request, err := webhooktest.NewRequest(args[1], e, args[2], webhooktest.Options{})
		ts.Check(err)
		answer, err := http.Do(request)
		if err != nil && time.Now().Before(deadline) && (strings.Contains(err.Error(), "refused") || len(args) > 4) {
			continue
		}
		ts.Check(err)
		ts.Check(answer.Body.Close())
		if answer.StatusCode != want {
			ts.Fatalf("status %d, want %d", answer.StatusCode, want)
		}
		return
	}
}

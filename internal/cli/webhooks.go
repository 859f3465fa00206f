package cli

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/pagelift/pagelift/webhook"
)

// secretVariable is the environment variable with the secrets of webhooks. Other users of the machine can see
// arguments.
const secretVariable = "PAGELIFT_WEBHOOK_SECRET"

func newWebhooks(std Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "webhooks",
		Short: "Receive the notifications of a service, and see what it has sent",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newListen(std), newDeliveries(std), newReplay(std))
	return cmd
}

func newListen(std Streams) *cobra.Command {
	l := &listener{std: std}
	cmd := &cobra.Command{
		Use:   "listen",
		Short: "Receive notifications, verify them, and print those that are good",
		Long: "Listen receives the notifications of a service, verifies them, and prints them: to see what\n" +
			"a service sends, and to try out an endpoint before there is one. What is refused is said\n" +
			"on the standard error.\n\n" +
			"The environment variable " + secretVariable + " holds the secret that the webhook was\n" +
			"registered with, or several, separated by spaces, while one is replaced.\n\n" +
			"A service sends by HTTPS only. Put a tunnel before this program, or give a certificate. With\n" +
			"--self-signed it makes one and writes it to a file, which a service of your own on the same\n" +
			"machine takes as --ca-file, with --allow-private 127.0.0.1.",
		Example: "  PAGELIFT_WEBHOOK_SECRET=whsec_... pagelift webhooks listen --self-signed receiver.pem",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	flags.StringVar(&l.address, "listen", "127.0.0.1:4242", "address to listen at; port 0 is any that is free")
	flags.StringVar(&l.certificate, "tls-cert", "", "certificate (PEM) to serve HTTPS with")
	flags.StringVar(&l.key, "tls-key", "", "key (PEM) of the certificate")
	flags.StringVar(&l.selfSigned, "self-signed", "", "serve HTTPS with a new certificate, which is written to this file")
	flags.IntVar(&l.count, "count", 0, "end after so many good notifications (default: go on)")
	flags.BoolVar(&l.json, "json", false, "print the bodies alone, each on a line")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	cmd.MarkFlagsMutuallyExclusive("tls-cert", "self-signed")
	return cmd
}

// listener is an endpoint that prints the events that it gets.
type listener struct {
	std              Streams
	address          string
	certificate, key string
	selfSigned       string
	count            int
	json             bool

	mu      sync.Mutex // guards the fields below, and printing
	printed int
	enough  context.CancelFunc
}

// listenGrace is how long requests may take to end when the program ends.
const listenGrace = 2 * time.Second

func (l *listener) run(ctx context.Context) error {
	secrets := strings.Fields(os.Getenv(secretVariable))
	if len(secrets) == 0 {
		return fmt.Errorf("the environment variable %s has to hold the secret of the webhook", secretVariable)
	}
	handler, err := webhook.NewHandler(l.print, secrets, webhook.HandlerOptions{Synchronous: true})
	if err != nil {
		return failed(secretVariable, err)
	}
	ctx, l.enough = context.WithCancel(ctx)
	defer l.enough()
	socket, err := net.Listen("tcp", l.address)
	if err != nil {
		return failed("listening", err)
	}
	config, err := l.tls(socket.Addr().(*net.TCPAddr).IP)
	if err != nil {
		return failed("the certificate", errors.Join(err, socket.Close()))
	}
	scheme := "http"
	if config != nil {
		scheme, socket = "https", tls.NewListener(socket, config)
	}
	server := &http.Server{Handler: l.reportRefusals(handler), ReadHeaderTimeout: time.Minute}
	ended := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(ended)
		closing, cancel := context.WithTimeout(context.Background(), listenGrace)
		defer cancel()
		_ = server.Shutdown(closing) // requests that take longer end with the program
	})
	fmt.Fprintf(l.std.Err, "listening at %s://%s/\n", scheme, socket.Addr())
	if err := server.Serve(socket); !errors.Is(err, http.ErrServerClosed) {
		return failed("listening", err)
	}
	<-ended // Serve returns while answers are still being sent
	return nil
}

// print prints an event.
func (l *listener) print(_ context.Context, e *webhook.Event) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count > 0 && l.printed == l.count {
		return errors.New("this is more than was asked for") // the service will send it again
	}
	l.printed++
	if l.printed == l.count {
		defer l.enough()
	}
	if l.json {
		_, err := fmt.Fprintf(l.std.Out, "%s\n", e.Raw)
		return err
	}
	var body bytes.Buffer
	if err := json.Indent(&body, e.Raw, "  ", "  "); err != nil {
		return err
	}
	of := e.ConversionID
	if of == "" {
		of = e.BatchID
	}
	_, err := fmt.Fprintf(l.std.Out, "%s %s %s (event %s, attempt %d, format %s, signature over %s)\n  %s\n",
		e.Timestamp.Format(time.RFC3339), e.Kind, of, e.ID, e.RetryCount+1, e.Format, e.Scheme, &body)
	return err
}

// reportRefusals writes to standard error which requests were refused, and why.
func (l *listener) reportRefusals(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &spokenAnswer{ResponseWriter: w}
		h.ServeHTTP(answer, r)
		if answer.status >= http.StatusBadRequest {
			l.mu.Lock()
			defer l.mu.Unlock()
			fmt.Fprintf(l.std.Err, "refused with status %d: %s\n", answer.status, answer.reason())
		}
	})
}

// spokenAnswer records an answer.
type spokenAnswer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader implements http.ResponseWriter.
func (a *spokenAnswer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (a *spokenAnswer) Write(p []byte) (int, error) {
	a.body.Write(p)
	return a.ResponseWriter.Write(p)
}

// reason returns the message of the handler's error.
func (a *spokenAnswer) reason() string {
	var body struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(a.body.Bytes(), &body) != nil { // the answer is not one of its errors
		return http.StatusText(a.status)
	}
	return body.Error.Message
}

// tls returns the configuration of a server with the certificate of the flags, or nil without one.
func (l *listener) tls(ip net.IP) (*tls.Config, error) {
	var pair tls.Certificate
	var err error
	switch {
	case l.certificate != "":
		pair, err = tls.LoadX509KeyPair(l.certificate, l.key)
	case l.selfSigned != "":
		pair, err = selfSigned(l.selfSigned, ip)
	default:
		return nil, nil
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, err
}

// selfSignedLife is longer than anybody runs a program for trying out.
const selfSignedLife = 30 * 24 * time.Hour

// selfSigned makes a certificate for localhost and ip. It writes the certificate, without its key, to file.
func selfSigned(file string, ip net.IP) (pair tls.Certificate, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return pair, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "pagelift webhooks listen"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(selfSignedLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, DNSNames: []string{"localhost"}, IPAddresses: []net.IP{ip},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return pair, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, os.WriteFile(file, text, 0o644)
}

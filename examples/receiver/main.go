// Command receiver receives the events of the service and prints them. It accepts events that are signed with one
// of the secrets in PAGELIFT_WEBHOOK_SECRETS. The variable is a list with commas: two secrets while one is
// replaced.
//
//	PAGELIFT_WEBHOOK_SECRETS=whsec_... go run ./examples/receiver -addr localhost:8080
//
// The service delivers to https addresses only: run this behind whatever ends TLS
// for the host.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/pagelift/pagelift/webhook"
)

func main() {
	log.SetFlags(0)
	addr := flag.String("addr", "localhost:8080", "address to listen on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr, strings.Split(os.Getenv("PAGELIFT_WEBHOOK_SECRETS"), ",")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, addr string, secrets []string) error {
	hooks, err := webhook.NewHandler(handle, secrets, webhook.HandlerOptions{
		Verify: webhook.Options{Scheme: webhook.SchemeStandard}, // the scheme that the service always uses
	})
	if errors.Is(err, webhook.InvalidSecret) {
		return fmt.Errorf("PAGELIFT_WEBHOOK_SECRETS: %w", err)
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	log.Printf("listening on http://%s/hooks", listener.Addr())

	mux := http.NewServeMux()
	mux.Handle("/hooks", hooks)
	server := &http.Server{Handler: mux, ReadTimeout: 5 * time.Second, IdleTimeout: time.Minute}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}

	// The server ends first and answers its requests, then the queue behind it.
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return errors.Join(server.Shutdown(ctx), hooks.Close(ctx))
}

// handle handles one event. As long as this program runs, it is called once for each event, however often the
// event is delivered.
func handle(_ context.Context, e *webhook.Event) error {
	switch e.Kind {
	case webhook.ConversionCompleted:
		fmt.Printf("%s: %d pages, %s\n", e.ConversionID, e.Metadata.Pages, e.DownloadURL)
	case webhook.ConversionFailed:
		fmt.Printf("%s: %s: %s\n", e.ConversionID, e.Failure.Code, e.Failure.Message)
	case webhook.BatchProgress:
		fmt.Printf("%s: %d %%\n", e.BatchID, e.Batch.Percentage)
	case webhook.BatchCompleted:
		fmt.Printf("%s: %d of %d converted\n", e.BatchID, e.Batch.Completed, e.Batch.Total)
	default: // a later service may send kinds that this program does not know
		fmt.Printf("%s: %s\n", e.ConversionID, e.Kind)
	}
	return nil
}

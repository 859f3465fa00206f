// Command serve is the conversion service with everything in one folder, like pagelift serve, in as few lines as
// possible. It converts in its own process. A service for documents of strangers should convert in processes of
// the program pagelift, which can be stopped (server.Config.WorkerCommand).
//
//	go run ./examples/serve -addr localhost:8080 -data service
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/pagelift/pagelift/server"
)

func main() {
	log.SetFlags(0)
	addr := flag.String("addr", "localhost:8080", "address to listen on")
	data := flag.String("data", "service", "folder of the service")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr, *data); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, addr, data string) error {
	service, err := server.New(ctx, server.Config{DataDir: data})
	if err != nil {
		return err
	}
	listener, err := begin(ctx, service, addr)
	if err != nil {
		return errors.Join(err, service.Shutdown(ctx))
	}
	log.Printf("listening on http://%s", listener.Addr())

	web := &http.Server{Handler: service}
	server.Harden(web)
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	select {
	case err = <-served:
	case <-ctx.Done():
	}

	// Both at the same time: Shutdown answers the requests that wait for a conversion.
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- service.Shutdown(ending) }()
	return errors.Join(err, web.Shutdown(ending), <-stopped)
}

// begin prints a key if there is none yet, starts conversions, and opens the address.
func begin(ctx context.Context, service *server.Server, addr string) (net.Listener, error) {
	has, err := service.HasKeys(ctx)
	if err != nil {
		return nil, err
	}
	if !has {
		key, err := service.IssueKey(ctx, server.KeyRequest{
			Account: "me", Plan: "enterprise", Environment: "dev", Name: "first key",
		})
		if err != nil {
			return nil, err
		}
		fmt.Println(key.Key)
	}
	if err := service.Start(ctx); err != nil {
		return nil, err
	}
	return net.Listen("tcp", addr)
}

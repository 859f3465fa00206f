// Command embed is a web application that contains the conversion service. The interface of the service stands
// beside the application's pages, and the application itself is a client of the service. POST a PDF to /read, and
// the answer is its HTML; no key is needed.
//
//	go run ./examples/embed -addr localhost:8080 -data service
//	curl --data-binary @examples/sample.pdf http://localhost:8080/read
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log"
	"net"
	"net/http"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/pagelift/pagelift/client"
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
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return errors.Join(err, service.Shutdown(ctx))
	}
	app, err := newApp(ctx, service, "http://"+listener.Addr().String())
	if err != nil {
		return errors.Join(err, listener.Close(), service.Shutdown(ctx))
	}
	log.Printf("listening on http://%s", listener.Addr())

	web := &http.Server{Handler: app}
	server.Harden(web)
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	select {
	case err = <-served:
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- service.Shutdown(ending) }()
	return errors.Join(err, web.Shutdown(ending), <-stopped)
}

// newApp returns the application, with the service beside its own page.
func newApp(ctx context.Context, service *server.Server, address string) (http.Handler, error) {
	earlier, err := service.Keys(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range earlier { // keys of earlier runs
		if k.Account == "app" && k.RevokedAt == nil {
			if err := service.RevokeKey(ctx, k.ID); err != nil {
				return nil, err
			}
		}
	}
	key, err := service.IssueKey(ctx, server.KeyRequest{
		Account: "app", Plan: "enterprise", Environment: "prd", Name: "this run",
		Scopes: []client.Scope{client.ScopeConversionsWrite, client.ScopeConversionsRead},
	})
	if err != nil {
		return nil, err
	}
	c, err := client.New(key.Key, client.Config{BaseURL: address})
	if err != nil {
		return nil, err
	}
	if err := service.Start(ctx); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/v1/", service) // the REST interface, for other programs with keys of their own
	mux.Handle("/docs/", service)
	mux.HandleFunc("POST /read", func(w http.ResponseWriter, r *http.Request) { read(w, r, c) })
	return mux, nil
}

// maxDocument bounds the documents that this application accepts.
const maxDocument = 20 << 20

// read answers a PDF with its HTML.
func read(w http.ResponseWriter, r *http.Request, c *client.Client) {
	v, err := c.Conversions.Convert(r.Context(), client.ConvertRequest{
		File: client.File{Name: "document.pdf", Content: http.MaxBytesReader(w, r.Body, maxDocument), Size: max(r.ContentLength, 0)}, // -1: unknown
	})
	var refused *client.Error
	if errors.As(err, &refused) && refused.Status >= http.StatusBadRequest && refused.Status < http.StatusInternalServerError {
		http.Error(w, refused.Message, http.StatusUnprocessableEntity)
		return
	}
	if err != nil || v.HTML == nil || v.CSS == nil {
		log.Printf("converting: %v", err)
		http.Error(w, "the document could not be converted", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'")
	page := strings.Replace(*v.HTML, `<link rel="stylesheet" href="style.css">`, "<style>"+*v.CSS+"</style>", 1)
	_, _ = io.WriteString(w, page) // fails only if the client has gone
}

package server_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// A program runs the service inside of itself: it creates, starts and mounts it, makes a key, uses it, and shuts
// it down.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	service, err := server.New(ctx, server.Config{
		DataDir: dir, // everything is kept here
		Logger:  slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := service.Start(ctx); err != nil {
		log.Fatal(err)
	}
	defer service.Shutdown(ctx)
	key, err := service.IssueKey(ctx, server.KeyRequest{Account: "app", Plan: "starter", Environment: "dev", Name: "example"})
	if err != nil {
		log.Fatal(err)
	}

	mux := http.NewServeMux() // of the program around the service
	mux.Handle("/", service)
	web := httptest.NewServer(mux)
	defer web.Close()

	c, err := client.New(key.Key, client.Config{BaseURL: web.URL})
	if err != nil {
		log.Fatal(err)
	}
	file, err := client.FileAt("../examples/sample.pdf")
	if err != nil {
		log.Fatal(err)
	}
	v, err := c.Conversions.Convert(ctx, client.ConvertRequest{File: file})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.Status, v.Metadata.Title)
	// Output: completed A Short Walk on the Shore
}

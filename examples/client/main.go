// Command client sends a PDF file to a service, and unpacks the result into a folder.
//
//	PAGELIFT_API_KEY=pl_... go run ./examples/client https://pdf.example.com examples/sample.pdf sample
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/pagelift/pagelift/client"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: client ADDRESS FILE.pdf FOLDER")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, address, name, folder string) error {
	c, err := client.New(os.Getenv("PAGELIFT_API_KEY"), client.Config{BaseURL: address, UserAgent: "example"})
	if err != nil {
		return err
	}
	file, err := client.FileAt(name)
	if err != nil {
		return err
	}
	v, err := c.Conversions.Convert(ctx, client.ConvertRequest{
		File:    file,
		Options: client.Options{AccessibilityCheck: new(true)},
	})
	if errors.Is(err, client.ErrQuota) {
		return fmt.Errorf("no conversions are left: %w", err)
	}
	if err != nil {
		return err
	}
	for _, w := range v.Warnings {
		log.Printf("warning: %s (page %d): %s", w.Code, w.Page, w.Detail)
	}
	fmt.Printf("%q: %d pages\n", v.Metadata.Title, v.Metadata.Pages)
	return c.Conversions.Extract(ctx, v.ID, folder)
}

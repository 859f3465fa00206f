// Command convert writes a PDF file as one self-contained HTML file to standard
// output.
//
//	go run ./examples/convert examples/sample.pdf > sample.html
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"github.com/pagelift/pagelift/convert"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: convert FILE.pdf")
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()

	result, err := convert.Convert(ctx, file, convert.DefaultOptions())
	if errors.Is(err, convert.PasswordRequired) {
		return errors.New("the document is encrypted: set Options.Password")
	}
	if err != nil {
		return err
	}
	for _, w := range result.Warnings {
		log.Printf("warning: %s (page %d): %s", w.Code, w.Page, w.Detail)
	}
	return result.WriteSelfContained(os.Stdout)
}

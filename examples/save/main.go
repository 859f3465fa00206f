// Command save writes a PDF file as HTML with its style sheet, assets and metadata:
// as an archive when the target ends in .zip, otherwise as a folder.
//
//	go run ./examples/save examples/sample.pdf sample.zip
//	go run ./examples/save examples/sample.pdf sample/
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/pagelift/pagelift/convert"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: save FILE.pdf TARGET")
	}
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name, target string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()

	result, err := convert.Convert(ctx, file, convert.DefaultOptions())
	if err != nil {
		return err
	}
	m := &result.Metadata
	fmt.Printf("%q: %d pages, %d words\n", m.Title, m.Pages, m.WordCount)
	if strings.HasSuffix(target, ".zip") {
		return saveArchive(result, target)
	}
	return os.CopyFS(target, result.FS())
}

func saveArchive(result *convert.Result, name string) error {
	archive, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := result.WriteZip(archive); err != nil {
		archive.Close()
		return err
	}
	return archive.Close()
}

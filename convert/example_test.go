package convert_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/pagelift/pagelift/convert"
)

func ExampleConvert() {
	file, err := os.Open("../examples/sample.pdf")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()

	result, err := convert.Convert(context.Background(), file, convert.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	m := result.Metadata
	fmt.Printf("%s, by %s, %d pages, in %s\n", m.Title, m.Author, m.Pages, m.Language)
	fmt.Println(strings.Contains(result.HTML, `<a href="https://example.com/tides">`))
	// Output:
	// A Short Walk on the Shore, by The pagelift authors, 2 pages, in en-GB
	// true
}

// A result as a folder that a web server can serve.
func ExampleResult_FS() {
	file, err := os.Open("../examples/form.pdf")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	result, err := convert.Convert(context.Background(), file, convert.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}

	parent, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(parent)
	folder := filepath.Join(parent, "form")
	if err := os.CopyFS(folder, result.FS()); err != nil {
		log.Fatal(err)
	}
	names, err := fs.Glob(os.DirFS(folder), "*")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(names)
	// Output: [index.html metadata.json report.json style.css]
}

// The same files as an archive.
func ExampleResult_WriteZip() {
	file, err := os.Open("../examples/form.pdf")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	result, err := convert.Convert(context.Background(), file, convert.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}

	var archive bytes.Buffer // or a file, or the answer to a request
	if err := result.WriteZip(&archive); err != nil {
		log.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files.File {
		fmt.Println(f.Name)
	}
	// Output:
	// index.html
	// style.css
	// metadata.json
	// report.json
}

// Pages that are pictures are recognised. Without OCREngine the installed program tesseract does that. Here a
// small engine is used that knows what the picture says.
func ExampleOptions_scans() {
	scan := bytes.NewReader(scanned(1)) // a page that is one picture
	result, err := convert.Convert(context.Background(), scan, convert.Options{
		SemanticHTML: true,
		OCREnabled:   true,
		OCRLanguages: []string{"en"},
		OCREngine:    &reader{lines: []string{"# Annual report", "The harbour of Kestrelby reviews the vessel."}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(result.HTML, ">Annual report</h1>"))
	for _, w := range result.Warnings {
		fmt.Printf("%s, page %d\n", w.Code, w.Page)
	}
	// Output:
	// true
	// recognised_text, page 1
}

// The pages with their original looks, with the elements of the flowing document.
func ExampleOptions_facsimile() {
	file, err := os.Open("../examples/sample.pdf")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	result, err := convert.Convert(context.Background(), file, opts)
	if err != nil {
		log.Fatal(err)
	}
	// style.css makes it a document. pages.css beside it puts the text at its positions on the pages.
	fmt.Println(result.CSS != "", result.PagesCSS != "")
	fmt.Println(strings.Contains(result.HTML, "<h1"), strings.Contains(result.HTML, "<li"))
	// Output:
	// true true
	// true true
}

func ExampleError() {
	_, err := convert.Convert(context.Background(), strings.NewReader("Dear Sir"), convert.Options{})
	if errors.Is(err, convert.InvalidFileFormat) {
		fmt.Println(err)
	}
	// Output:
	// convert: invalid_file_format: expected application/pdf, got text/plain
}

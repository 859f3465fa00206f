package convert_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
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

func ExampleError() {
	_, err := convert.Convert(context.Background(), strings.NewReader("Dear Sir"), convert.Options{})
	if errors.Is(err, convert.InvalidFileFormat) {
		fmt.Println(err)
	}
	// Output:
	// convert: invalid_file_format: expected application/pdf, got text/plain
}

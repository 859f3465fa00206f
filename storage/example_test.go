package storage_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"strings"

	"github.com/pagelift/pagelift/storage"
)

// A bucket in a folder keeps, lists, reads and deletes objects.
func ExampleOpenFolder() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	bucket, err := storage.OpenFolder(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer bucket.Close()

	ctx := context.Background()
	for _, key := range []string{"minutes/may.html", "minutes/june.html", "letter.html"} {
		if err := bucket.Put(ctx, key, strings.NewReader("<p>"+key), "text/html"); err != nil {
			log.Fatal(err)
		}
	}
	for object, err := range bucket.List(ctx, "minutes/") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(object.Key)
	}
	text, err := storage.ReadAll(ctx, bucket, "letter.html", 1<<20)
	fmt.Println(string(text), err)

	if err := bucket.Delete(ctx, "letter.html"); err != nil {
		log.Fatal(err)
	}
	_, err = bucket.Open(ctx, "letter.html")
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Unordered output:
	// minutes/june.html
	// minutes/may.html
	// <p>letter.html <nil>
	// true
}

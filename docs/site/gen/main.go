// Command gen makes the documents of this repository a site: a page of each, linked, with an index to
// search. The program has them in it and serves them below /docs, so they can be read where there is no
// network.
//
//	go run ./docs/site/gen          writes server/assets/site
//	go run ./docs/site/gen -check   says what of it is not what the documents give
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// From the root of the repository.
const (
	folder = "server/assets/site"
	layout = "server/assets/docs_layout.html" // of these pages, and of those that the service makes itself
)

// siteBytes is what all files may have together: every program carries them.
const siteBytes = 400 << 10

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "write nothing; fail where a file is not what the documents give")
	flag.Parse()
	files, err := build(os.DirFS("."), site)
	if err == nil && *check {
		err = compare(files)
	} else if err == nil {
		err = write(files)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// build makes all files of the site, by their names in its folder.
func build(root fs.FS, list []page) (map[string][]byte, error) {
	b, err := newBuilder(root, list)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, p := range b.documents {
		html, err := b.html(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Source, err)
		}
		files[p.file()] = html
	}
	if err := b.checkFragments(); err != nil {
		return nil, err
	}
	for _, name := range copied {
		if files[strings.TrimPrefix(name, "docs/")], err = fs.ReadFile(root, name); err != nil {
			return nil, err
		}
	}
	if files["pages.json"], err = lines(list); err != nil {
		return nil, err
	}
	if files["search.json"], err = lines(b.index); err != nil {
		return nil, err
	}
	size := 0
	for _, data := range files {
		size += len(data)
	}
	if size > siteBytes {
		return nil, fmt.Errorf("the site has %d bytes, and may have %d", size, siteBytes)
	}
	return files, nil
}

// write makes the folder what files say.
func write(files map[string][]byte) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for name, data := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compare names the files of the folder that are not what files say.
func compare(files map[string][]byte) error {
	missing := maps.Clone(files)
	var stale []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if expected, ok := files[name]; !ok || !bytes.Equal(data, expected) {
			stale = append(stale, name)
		}
		delete(missing, name)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	stale = slices.AppendSeq(stale, maps.Keys(missing))
	slices.Sort(stale)
	if len(stale) > 0 {
		return fmt.Errorf("%s is not what the documents give; run: go run ./docs/site/gen\n  %s", folder, strings.Join(stale, "\n  "))
	}
	return nil
}

// file is the name of a page in the folder.
func (p page) file() string { return path.Base(p.Path) + ".html" }

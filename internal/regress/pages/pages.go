// Package pages holds pages whose geometry is that of printed documents and whose words
// are made up, and what the engine makes of them. They defend thresholds: each was chosen
// because it comes out otherwise where some of them are another number. docs/regress.md
// explains how one is made.
package pages

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/formula"
	"github.com/pagelift/pagelift/semantic/infer"
)

// A Case is some pages of a document, as package content reads them, and what the file says
// about itself.
type Case struct {
	Pages     []*layout.Content
	Outline   []semantic.OutlineItem `json:",omitempty"`
	Title     string                 `json:",omitempty"`
	Lang      string                 `json:",omitempty"`
	Structure *semantic.Structure    `json:",omitempty"` // nil: the pages are not tagged
}

// The names of the two files of a case.
const (
	input  = ".json.gz"
	output = ".txt"
)

// Outline takes a case through layout/analyze and semantic/infer, and writes what they make
// of it, one thing a line.
func Outline(ctx context.Context, c *Case) (string, error) {
	var b strings.Builder
	src := semantic.Source{Outline: c.Outline, Title: c.Title, Lang: c.Lang, Structure: c.Structure}
	for _, content := range c.Pages {
		p, err := analyze.Page(ctx, content, analyze.Options{OmitWords: true, Untagged: c.Structure == nil})
		if err != nil {
			return "", err
		}
		for i := range p.Formulas {
			formula.Read(&p.Formulas[i])
		}
		writePage(&b, p)
		thin.Page(p)
		src.Pages = append(src.Pages, p)
	}
	doc, err := infer.Build(ctx, src, infer.Options{})
	if err != nil {
		return "", err
	}
	writeDocument(&b, doc)
	return b.String(), nil
}

// A Difference is a case that comes out otherwise than its file says.
type Difference struct {
	Name string // of the case
	Text string // the lines that differ
}

// Compare outlines all cases of a folder. With accept it writes what they are now.
func Compare(ctx context.Context, dir string, accept bool) (list []Difference, n int, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+input))
	if err != nil {
		return nil, 0, err
	}
	if len(files) == 0 {
		return nil, 0, fmt.Errorf("no pages in %s", dir)
	}
	found, errs := make([]string, len(files)), make([]error, len(files))
	var wait sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, file := range files {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			found[i], errs[i] = compare(ctx, strings.TrimSuffix(file, input), accept)
		})
	}
	wait.Wait()
	for i, file := range files {
		if errs[i] != nil {
			return nil, 0, fmt.Errorf("%s: %w", file, errs[i])
		}
		if found[i] != "" {
			list = append(list, Difference{strings.TrimSuffix(filepath.Base(file), input), found[i]})
		}
	}
	return list, len(files), nil
}

// compare returns the lines of one case that differ.
func compare(ctx context.Context, path string, accept bool) (string, error) {
	c, err := Read(path + input)
	if err != nil {
		return "", err
	}
	is, err := Outline(ctx, c)
	if err != nil {
		return "", err
	}
	was, err := os.ReadFile(path + output)
	if err != nil && !(accept && os.IsNotExist(err)) {
		return "", err
	}
	if accept && !bytes.Equal(was, []byte(is)) {
		return "", os.WriteFile(path+output, []byte(is), 0o644)
	}
	return differ(string(was), is), nil
}

// mostLines is how many lines of a difference are shown.
const mostLines = 24

// differ returns the lines in which two texts differ, with some lines around them.
func differ(was, is string) string {
	lines := strings.Split(strings.TrimSpace(string(diff.Diff("was", []byte(was), "is", []byte(is)))), "\n")
	if len(lines) > mostLines {
		lines = append(lines[:mostLines], fmt.Sprintf("  ... and %d lines more", len(lines)-mostLines))
	}
	return strings.Join(lines, "\n")
}

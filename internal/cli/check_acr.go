package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// checkedExtensions are the extensions of files in a folder that are checked.
var checkedExtensions = []string{".html", ".htm", ".xhtml", ".xht", ".pdf"}

// documentsIn calls do for a document or, with --acr, for each document in a folder, sorted by name. It leaves out
// the report itself, and folders whose names begin with a dot.
func (c *checker) documentsIn(name string, do func(string) error) error {
	if info, err := os.Stat(name); c.acr == "" || err != nil || !info.IsDir() {
		return do(name)
	}
	var found []string
	err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != name && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case !d.Type().IsRegular() || !slices.Contains(checkedExtensions, strings.ToLower(filepath.Ext(path))), sameFile(path, c.acr):
			return nil
		case len(found) == limits.ACRDocuments:
			return fmt.Errorf("the folder has more than %d documents", limits.ACRDocuments)
		}
		found = append(found, path)
		return nil
	})
	if err != nil {
		return failed(name, err)
	}
	for _, path := range found {
		if err := do(path); err != nil {
			return err
		}
	}
	return nil
}

// shortName returns the name of a document relative to the folder that was given.
func (c *checker) shortName(args []string, name string) string {
	for _, folder := range args {
		if short, err := filepath.Rel(folder, name); err == nil && short != "." && filepath.IsLocal(short) {
			return filepath.ToSlash(short)
		}
	}
	return filepath.ToSlash(name)
}

// writeACR writes the draft of the conformance report.
func (c *checker) writeACR(args []string) error {
	c.draft.Product, c.draft.Date = "the documents", time.Now().Format(time.DateOnly)
	if len(args) == 1 {
		if path, err := filepath.Abs(args[0]); err == nil {
			c.draft.Product = filepath.Base(path)
		}
	}
	var b bytes.Buffer
	if err := c.draft.WriteHTML(&b); err != nil {
		return err
	}
	return os.WriteFile(c.acr, b.Bytes(), 0o644)
}

// Command gen takes out of the PDFium of go-pdfium what nobody calls, makes it interruptible, and compresses it.
package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const compressed = "pdfium.wasm.gz"

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	program, err := library()
	if err != nil {
		return err
	}
	if holds(compressed, program) { // another version of Go would compress it to other bytes
		return nil
	}
	var file bytes.Buffer
	w, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(program); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(compressed, file.Bytes(), 0o644)
}

// library returns the PDFium of go-pdfium, as far as internal/raster calls it, interruptible.
func library() ([]byte, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/klippa-app/go-pdfium").Output()
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "webassembly", "pdfium.wasm"))
	if err != nil {
		return nil, err
	}
	if program, err = pruned(program); err != nil {
		return nil, err
	}
	return interruptible(program)
}

// holds reports whether the compressed file name exists and has this program in it.
func holds(name string, program []byte) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		return false
	}
	held, err := io.ReadAll(r)
	return err == nil && bytes.Equal(held, program)
}

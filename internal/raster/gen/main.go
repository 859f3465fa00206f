// Command gen compresses the PDFium of go-pdfium, which makes programs smaller.
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
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/klippa-app/go-pdfium").Output()
	if err != nil {
		return err
	}
	program, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "webassembly", "pdfium.wasm"))
	if err != nil {
		return err
	}
	if holds(program) { // another version of Go would compress it to other bytes
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

// holds reports whether the compressed file exists and has this program in it.
func holds(program []byte) bool {
	file, err := os.Open(compressed)
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

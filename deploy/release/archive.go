package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// file is one of an archive, a package or an image.
type file struct {
	name  string // with forward slashes; a folder ends in one
	data  []byte
	mode  fs.FileMode
	owner int // user and group
}

// writeArchive writes a program with its papers and manual: a zip for Windows, else a tar.gz.
func writeArchive(out string, b *build, common, manual []file) error {
	data, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	top := b.name("") + "/"
	files := []file{{name: top + b.program(), data: data, mode: 0o755}}
	for _, f := range common {
		f.name = top + f.name
		files = append(files, f)
	}
	for _, f := range manual {
		if b.product != products[0] || b.system == "windows" && !strings.HasPrefix(f.name, "completions/") {
			continue // it has the commands of the service, and Windows no man
		}
		f.name = top + f.name
		files = append(files, f)
	}
	if b.system == "windows" {
		return writeFile(out, b.name(".zip"), func(w *bytes.Buffer) error { return zipped(w, files, b.date) })
	}
	return writeFile(out, b.name(".tar.gz"), func(w *bytes.Buffer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		if err := tarred(z, files, b.date); err != nil {
			return err
		}
		return z.Close()
	})
}

// writeFile writes what fill makes into a file of the release.
func writeFile(out, name string, fill func(w *bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := fill(&b); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(filepath.Join(out, name), b.Bytes(), 0o644)
}

// tarred writes files in their order, all of one time.
func tarred(w interface{ Write([]byte) (int, error) }, files []file, date time.Time) error {
	t := tar.NewWriter(w)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.name, Size: int64(len(f.data)), Mode: tarMode(f.mode),
			Uid: f.owner, Gid: f.owner, ModTime: date, Format: tar.FormatPAX,
		}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	return t.Close()
}

// sticky is the bit of Unix for folders such as /tmp.
const sticky = 0o1000

func tarMode(m fs.FileMode) int64 {
	mode := int64(m.Perm())
	if m&fs.ModeSticky != 0 {
		mode |= sticky
	}
	return mode
}

func zipped(w *bytes.Buffer, files []file, date time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		h.SetMode(f.mode)
		entry, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// writeSums writes SHA256SUMS over all files of the release, as sha256sum -c reads it.
func writeSums(out string) error {
	entries, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	return writeFile(out, "SHA256SUMS", func(w *bytes.Buffer) error {
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(out, e.Name()))
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(data), e.Name())
		}
		return nil
	})
}

package jobs

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/storage"
)

// A result of an ordinary size is one blob, a tar archive of its parts: to make a file, or a request of
// an object store, costs more than to write a few kilobytes. That of a large one is a blob for
// each part. The key in the record says which: see bundled.

// Part is a part of a result, named as its blob is.
type Part string

const (
	// HTML is the document as an answer holds it.
	HTML Part = "result.html"
	// CSS is the stylesheet.
	CSS Part = "result.css"
	// Report is the accessibility report, which is there when the check ran.
	Report Part = "report.json"
	// Archive is the zip archive, of the record's Output bytes.
	Archive Part = "archive.zip"
)

// Open opens a part of the result of a conversion. Its error is fs.ErrNotExist where there is
// none (any more). What it returns is for one goroutine, and ends with ctx.
func Open(ctx context.Context, b storage.Bucket, c *store.Conversion, p Part) (io.ReadSeekCloser, error) {
	if !bundled(c) {
		return b.Open(ctx, blobOf(c, string(p)))
	}
	blob, err := b.Open(ctx, c.ResultKey)
	if err != nil {
		return nil, err
	}
	found, err := findPart(blob, p)
	if err != nil {
		return nil, errors.Join(err, blob.Close())
	}
	return found, nil
}

// bundled reports whether the parts of a result are in one blob.
func bundled(c *store.Conversion) bool { return strings.HasSuffix(c.ResultKey, bundleSuffix) }

// findPart finds a part in a bundle.
func findPart(blob io.ReadSeekCloser, p Part) (*section, error) {
	for r := tar.NewReader(blob); ; {
		header, err := r.Next()
		if err == io.EOF {
			return nil, &fs.PathError{Op: "open", Path: string(p), Err: fs.ErrNotExist}
		}
		if err != nil {
			return nil, fmt.Errorf("jobs: reading a result: %w", err)
		}
		if header.Name == string(p) {
			from, err := blob.Seek(0, io.SeekCurrent) // the reader has no buffer
			return &section{io.NewSectionReader(readerAt{blob}, from, header.Size), blob}, err
		}
	}
}

// section is a part of a bundle.
type section struct {
	*io.SectionReader
	io.Closer // the bundle
}

// readerAt reads anywhere in a bundle, for one goroutine.
type readerAt struct{ io.ReadSeeker }

// ReadAt implements io.ReaderAt. A bundle holds whole parts: one that ends in a part was cut.
func (r readerAt) ReadAt(p []byte, at int64) (int, error) {
	if _, err := r.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(r.ReadSeeker, p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// member is a part with what is in it.
type member struct {
	part Part
	data []byte
}

// bundle packs parts.
func bundle(members []member) ([]byte, error) {
	size := tarEnd
	for _, m := range members {
		size += 2*tarBlock + len(m.data)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	w := tar.NewWriter(out)
	for _, m := range members {
		if err := w.WriteHeader(&tar.Header{Name: string(m.part), Mode: 0o600, Size: int64(len(m.data)), Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := w.Write(m.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// Sizes in a tar archive (POSIX pax, "ustar Interchange Format"): a header has one block, data whole
// ones, the end two.
const (
	tarBlock = 512
	tarEnd   = 2 * tarBlock
)

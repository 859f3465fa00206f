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

// A result of ordinary size is one blob: a tar archive of its parts. To make a file, or to send a request to an
// object store, costs more than to write a few kilobytes. A large result has one blob for each part. The key in
// the record tells which: see bundled.

// Part is a part of a result. Its value is the name of its blob.
type Part string

const (
	// HTML is the document as an answer of the service contains it.
	HTML Part = "result.html"
	// CSS is the style sheet.
	CSS Part = "result.css"
	// Report is the accessibility report. It exists if the check ran.
	Report Part = "report.json"
	// Archive is the zip archive. Its size is Output in the record.
	Archive Part = "archive.zip"
)

// Open opens a part of the result of a conversion. The error is fs.ErrNotExist if the part does not exist, or not
// any more. The reader is for one goroutine and fails once ctx ends.
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
			from, err := blob.Seek(0, io.SeekCurrent) // the tar reader does not buffer, so the blob stands at the data
			return &section{io.NewSectionReader(readerAt{blob}, from, header.Size), blob}, err
		}
	}
}

// section is a part of a bundle.
type section struct {
	*io.SectionReader
	io.Closer // closes the bundle
}

// readerAt reads at any offset of a bundle. It is for one goroutine.
type readerAt struct{ io.ReadSeeker }

// ReadAt implements io.ReaderAt. A bundle holds whole parts, so one that ends within a part was cut off.
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

// member is a part with its content.
type member struct {
	part Part
	data []byte
}

// bundle packs parts into a tar archive.
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

// Sizes in a tar archive (POSIX pax, "ustar Interchange Format"): a header takes one block, data takes whole
// blocks, the end takes two.
const (
	tarBlock = 512
	tarEnd   = 2 * tarBlock
)

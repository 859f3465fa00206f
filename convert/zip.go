package convert

import (
	"archive/zip"
	"io"
	"time"
)

// zipEpoch is the time of files in archives of documents without a date: the
// first that the zip format can write.
var zipEpoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// lastZipYear is the last year that the zip format can write.
const lastZipYear = 2107

// WriteZip writes the files of FS as a zip archive. The same result gives the same bytes: the files have the document's
// time of modification, or 1980-01-01 when that is unknown.
func (r *Result) WriteZip(w io.Writer) error {
	files, err := r.files()
	if err != nil {
		return err
	}
	archive := zip.NewWriter(w)
	buf := make([]byte, copyBuffer)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: r.fileTime()}
		if f.packed {
			header.Method = zip.Store
		}
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		// Plain interfaces keep io.Copy from asking strings.Reader to write itself,
		// which would make the whole document a second time, as bytes.
		_, err = io.CopyBuffer(struct{ io.Writer }{entry}, struct{ io.Reader }{f.open()}, buf)
		if err != nil {
			return err
		}
	}
	return archive.Close()
}

// copyBuffer is the piece in which files are copied into an archive.
const copyBuffer = 64 << 10

// fileTime is the time of the result's files.
func (r *Result) fileTime() time.Time {
	t := r.Metadata.Modified.UTC()
	if t.Before(zipEpoch) || t.Year() > lastZipYear {
		return zipEpoch
	}
	return t
}

package convert

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/pagelift/pagelift/internal/htmlout"
)

// Names of the files of a result, relative to its folder.
const (
	indexName    = "index.html"
	metadataName = "metadata.json"
	reportName   = "report.json"
)

// file is one file of a result. Its content is not copied.
type file struct {
	name   string // with slashes
	size   int64
	packed bool // to compress it again gains nothing
	open   func() io.ReadSeeker
	write  func(io.Writer) error // of another form, which is made when it is written; then size and open are not set
}

// copyTo writes the content of a file. Another form is made while it is written.
func (f *file) copyTo(w io.Writer, buf []byte) error {
	if f.write != nil {
		b := bufio.NewWriterSize(w, len(buf)) // writers write in small pieces
		if err := f.write(b); err != nil {
			return err
		}
		return b.Flush()
	}
	// Plain interfaces keep io.Copy from asking strings.Reader to write itself, which would copy the whole
	// document as bytes.
	_, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{f.open()}, buf)
	return err
}

// held returns a file with its content in memory. A reader that can seek needs to know the size.
func (f *file) held() (file, error) {
	if f.write == nil {
		return *f, nil
	}
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		return file{}, err
	}
	return dataFile(f.name, b.Bytes(), f.packed), nil
}

// files returns the files of the result, in the order of an archive.
func (r *Result) files() ([]file, error) {
	metadata, err := indented(r.Metadata)
	if err != nil {
		return nil, err
	}
	list := []file{
		textFile(indexName, r.HTML),
		textFile(htmlout.StylesheetName, r.CSS),
	}
	if r.PagesCSS != "" {
		list = append(list, textFile(htmlout.PagesStylesheetName, r.PagesCSS))
	}
	list = append(list, dataFile(metadataName, metadata, false))
	if r.Accessibility != nil {
		report, err := indented(r.Accessibility)
		if err != nil {
			return nil, err
		}
		list = append(list, dataFile(reportName, report, false))
	}
	list = append(list, r.formFiles()...)
	for _, a := range r.Assets {
		list = append(list, dataFile(a.Name, a.Data, packedMedia[a.MediaType]))
	}
	return list, nil
}

func textFile(name, s string) file {
	return file{name: name, size: int64(len(s)), open: func() io.ReadSeeker { return strings.NewReader(s) }}
}

func dataFile(name string, b []byte, packed bool) file {
	return file{name: name, size: int64(len(b)), packed: packed, open: func() io.ReadSeeker { return bytes.NewReader(b) }}
}

// packedMedia are media types whose files are compressed already.
var packedMedia = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/webp": true, "image/avif": true, "image/gif": true,
	"font/woff": true, "font/woff2": true,
}

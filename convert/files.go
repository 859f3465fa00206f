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
	packed bool // compressing it again gains nothing
	open   func() io.ReadSeeker
	write  func(io.Writer) error // of another form, which is nowhere yet: size and open are not there
}

// copyTo writes the content of a file, block by block where it is another form.
func (f *file) copyTo(w io.Writer, buf []byte) error {
	if f.write != nil {
		b := bufio.NewWriterSize(w, len(buf)) // writers write in small pieces
		if err := f.write(b); err != nil {
			return err
		}
		return b.Flush()
	}
	// Plain interfaces keep io.Copy from asking strings.Reader to write itself,
	// which would make the whole document a second time, as bytes.
	_, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{f.open()}, buf)
	return err
}

// held is a file whose content is there: what is read from anywhere needs its size.
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

// files are the files of the result in the order in which an archive has them.
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

// packedMedia are media types that are compressed in themselves.
var packedMedia = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/webp": true, "image/avif": true, "image/gif": true,
	"font/woff": true, "font/woff2": true,
}

package worker

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/pagelift/pagelift/convert"
)

// Converter converts documents.
type Converter interface {
	// Convert runs a job. Its errors are *convert.Error, with the codes of package convert and of this one, or
	// that of ctx when ctx ends first. When it returns, nothing writes to the job's folder any more. InProcess is
	// an exception: see there.
	Convert(ctx context.Context, job Job) (*Outcome, error)
}

// Codes of failures besides those of package convert.
const (
	// Crashed: the subprocess ended in the middle of a job, through a defect or because somebody killed it. The
	// same job may succeed another time.
	Crashed convert.Code = "conversion_crashed"
	// TimedOut: the job took longer than Job.Timeout.
	TimedOut convert.Code = "conversion_timeout"
	// Unavailable: the machine failed, not the document. A subprocess cannot be started, or the results cannot be
	// written.
	Unavailable convert.Code = "service_unavailable"
)

// Job is a document to convert.
type Job struct {
	// ID names the job in logs.
	ID string `json:"id"`
	// Input is the path of the document.
	Input string `json:"input"`
	// Data is the document itself instead of Input, at most a megabyte for a Pool. Then small results stay in
	// memory, and Folder is made only when a result is too large for that.
	Data []byte `json:"-"`
	// Folder is an empty folder for the results. The caller makes and removes it, also when Convert fails: half a
	// file may be in it.
	Folder string `json:"folder"`
	// Options say how the document is converted.
	Options Options `json:"options"`
	// Page is the page, from 1, to draw instead of converting the document; 0: convert. The outcome then has a Picture
	// and nothing else.
	Page int `json:"page,omitempty"`
	// AssetURL is the address from which assets can be fetched after the caller has put them there. {name} in it
	// stands for the name of an asset, such as p3-1.png. The HTML refers to it if the assets are too large to be
	// inside the HTML. "": they are inside, whatever their size.
	AssetURL string `json:"asset_url"`
	// Timeout bounds the conversion, but not the wait for its turn. 0: ten minutes.
	Timeout time.Duration `json:"-"`
	// Progress is called now and then with the number of pages that are done, and of all pages. It is not called
	// after Convert has returned. nil: it is not called.
	Progress func(done, total int) `json:"-"`
}

// defaultTimeout is the timeout of a job that sets none. A scan of 300 pages takes five minutes on two processors.
const defaultTimeout = 10 * time.Minute

// timeout returns the timeout of the job.
func (j Job) timeout() time.Duration { return cmp.Or(j.Timeout, defaultTimeout) }

// Names of the files of an outcome.
const (
	archiveName = "archive.zip"
	htmlName    = "result.html"
	cssName     = "result.css"
	reportName  = "report.json"
	pictureName = "page"
)

// Outcome is what a job has made.
type Outcome struct {
	// Metadata is the metadata of the document, with the score of the accessibility check.
	Metadata convert.Metadata `json:"metadata"`
	// Warnings are the warnings of the conversion.
	Warnings []convert.Warning `json:"warnings"`
	// Duration is how long the conversion and the writing took.
	Duration time.Duration `json:"duration"`
	// Archive is the zip archive of the result.
	Archive File `json:"archive"`
	// HTML is the document as an answer can contain it. It refers to no file but the style sheet. Its assets are
	// inside it, or at Job.AssetURL.
	HTML File `json:"html"`
	// CSS is the style sheet.
	CSS File `json:"css"`
	// Report is what the accessibility check found, as JSON. It is the zero File if the check did not run.
	Report File `json:"report"`
	// Assets are the files to which HTML refers by Job.AssetURL. It is nil if they are inside the HTML.
	Assets []Asset `json:"assets"`
	// Picture is the drawn page; nil for a conversion.
	Picture *Picture `json:"picture,omitempty"`
}

// Picture is the picture of a page.
type Picture struct {
	File
	MediaType string  `json:"media_type"`
	Width     float64 `json:"width"` // in points
	Height    float64 `json:"height"`
}

// parts returns the files that every outcome of its kind has.
func (o *Outcome) parts() []*File {
	if o.Picture != nil {
		return []*File{&o.Picture.File}
	}
	return []*File{&o.Archive, &o.HTML, &o.CSS, &o.Report}
}

// names returns the names of parts.
func (o *Outcome) names() []string {
	if o.Picture != nil {
		return []string{pictureName}
	}
	return []string{archiveName, htmlName, cssName, reportName}
}

// File is a file in the folder of a job.
type File struct {
	Name   string `json:"name"` // relative to the folder, with slashes
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // in hexadecimal

	// Data is the content, if it is small and Job.Data was given. Then there is no file.
	Data []byte `json:"-"`
}

// Open opens the file in the folder of its job, or its Data.
func (f File) Open(folder string) (io.ReadCloser, error) {
	if f.Data != nil {
		return io.NopCloser(bytes.NewReader(f.Data)), nil
	}
	return os.OpenInRoot(folder, f.Name)
}

// Bytes returns the content of the file. The caller must not change it.
func (f File) Bytes(folder string) ([]byte, error) {
	if f.Data != nil {
		return f.Data, nil
	}
	r, err := f.Open(folder)
	if err != nil {
		return nil, err
	}
	data := make([]byte, f.Size)
	_, err = io.ReadFull(r, data)
	return data, errors.Join(err, r.Close())
}

// Asset is a file that the HTML refers to.
type Asset struct {
	File
	MediaType string `json:"media_type"`
}

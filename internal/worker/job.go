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
	// Convert runs a job. Its errors are *convert.Error, with the codes of package
	// convert and those of this one, and the context's own when ctx ends first. When it
	// returns, nothing writes to the job's folder any more; InProcess says when that does
	// not hold.
	Convert(ctx context.Context, job Job) (*Outcome, error)
}

// Codes of failures besides those of package convert.
const (
	// Crashed: the subprocess ended in mid-job, by a defect or because somebody killed
	// it. The same job may succeed another time.
	Crashed convert.Code = "conversion_crashed"
	// TimedOut: the job took longer than Job.Timeout.
	TimedOut convert.Code = "conversion_timeout"
	// Unavailable: the machine failed, not the document: a subprocess cannot be started,
	// or the results cannot be written.
	Unavailable convert.Code = "service_unavailable"
)

// Job is a document to convert.
type Job struct {
	// ID names the job in logs.
	ID string `json:"id"`
	// Input is the path of the document.
	Input string `json:"input"`
	// Data is the document itself in place of Input, of at most a megabyte for a Pool. Small results
	// are kept in memory then: Folder is made when the first is too large for that.
	Data []byte `json:"-"`
	// Folder is an empty folder for the results. It is the caller's to make and to
	// remove, also when Convert fails: there may be half a file in it.
	Folder string `json:"folder"`
	// Options say how the document is converted.
	Options Options `json:"options"`
	// AssetURL is where assets can be had, once the caller has put them there: in it
	// {name} stands for the name of one, such as p3-1.png. The HTML refers there when
	// the assets are too large to be inside it. "": they are inside it whatever their
	// size.
	AssetURL string `json:"asset_url"`
	// Timeout bounds the conversion, not the waiting for its turn. 0: ten minutes.
	Timeout time.Duration `json:"-"`
	// Progress is called now and then with the number of pages done and in all, and not
	// any more once Convert has returned. nil: nobody listens.
	Progress func(done, total int) `json:"-"`
}

// defaultTimeout is what a job may take that says nothing else: a scan of 300 pages
// takes five minutes on two processors.
const defaultTimeout = 10 * time.Minute

// timeout is the time that the job has.
func (j Job) timeout() time.Duration { return cmp.Or(j.Timeout, defaultTimeout) }

// Names of the files of an outcome.
const (
	archiveName = "archive.zip"
	htmlName    = "result.html"
	cssName     = "result.css"
	reportName  = "report.json"
)

// Outcome is what a job gave.
type Outcome struct {
	// Metadata is that of the document, with the score of the accessibility check.
	Metadata convert.Metadata `json:"metadata"`
	// Warnings are those of the conversion.
	Warnings []convert.Warning `json:"warnings"`
	// Duration is what the conversion and the writing took.
	Duration time.Duration `json:"duration"`
	// Archive is the zip archive of the result.
	Archive File `json:"archive"`
	// HTML is the document as an answer can hold it: it refers to no file but the
	// stylesheet. Its assets are inside it, or where Job.AssetURL says.
	HTML File `json:"html"`
	// CSS is the stylesheet.
	CSS File `json:"css"`
	// Report is what the accessibility check found, as JSON; the zero File when it did not
	// run.
	Report File `json:"report"`
	// Assets are the files that HTML refers to by Job.AssetURL; nil when they are inside
	// it.
	Assets []Asset `json:"assets"`
}

// parts are the files that are the same for all outcomes.
func (o *Outcome) parts() []*File { return []*File{&o.Archive, &o.HTML, &o.CSS, &o.Report} }

// File is a file in the folder of a job.
type File struct {
	Name   string `json:"name"` // relative to the folder, with slashes
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // in hexadecimal

	// Data is what is in it, if it is small and Job.Data was given: there is no file then.
	Data []byte `json:"-"`
}

// Open opens the file in the folder of its job.
func (f File) Open(folder string) (io.ReadCloser, error) {
	if f.Data != nil {
		return io.NopCloser(bytes.NewReader(f.Data)), nil
	}
	return os.OpenInRoot(folder, f.Name)
}

// Bytes is what is in the file; it is not to be changed.
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

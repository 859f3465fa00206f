package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// drawTime is the time limit for drawing a page that somebody waits for. It exceeds what any of 971 odd files took,
// including the machine code of PDFium, which the first drawing of a data folder creates.
const drawTime = time.Minute

// ErrNoConverter says that the process does not convert documents.
var ErrNoConverter = errors.New("jobs: this process does not convert")

// Sheet is the picture of a page.
type Sheet struct {
	Data          []byte
	MediaType     string
	Width, Height float64 // in points
}

// DrawPage draws a page of the document that is kept with a conversion.
func (e *Engine) DrawPage(ctx context.Context, c *store.Conversion, page int) (sheet *Sheet, err error) {
	if e.cfg.Converter == nil {
		return nil, ErrNoConverter
	}
	ctx, cancel := context.WithTimeout(ctx, drawTime)
	defer cancel()
	dir := e.runDir()
	defer func() {
		if _, there := os.Lstat(dir); there == nil { // it is made when something needs it
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	job := worker.Job{ID: c.ID, Input: filepath.Join(dir, "input.pdf"), Folder: filepath.Join(dir, "output"), Timeout: drawTime, Page: page}
	if err := json.Unmarshal(c.Options, &job.Options); err != nil {
		return nil, err
	}
	if err := e.provideBlob(ctx, c.DocumentKey, c.FileSize, &job); err != nil {
		return nil, err
	}
	made, err := e.cfg.Converter.Convert(ctx, job)
	if err != nil {
		return nil, err
	}
	if made.Picture == nil {
		return nil, errors.New("jobs: the converter draws no pages")
	}
	data, err := made.Picture.Bytes(job.Folder)
	if err != nil {
		return nil, err
	}
	return &Sheet{Data: data, MediaType: made.Picture.MediaType, Width: made.Picture.Width, Height: made.Picture.Height}, nil
}

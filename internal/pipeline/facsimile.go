package pipeline

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/facsimile"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// facsimiles gathers what shows the pages as they are.
type facsimiles struct {
	facsimile.Book

	mu    sync.Mutex
	names map[string]string // of image files, by key
	files map[string]Asset  // by name
	bytes int
	drawn int // bytes of the layers of all pages
}

// pictureTime is how long a page may take to be drawn as a picture; one that shows the
// densest map measured takes 2 s. What takes longer is not shown.
const pictureTime = 30 * time.Second

// keep keeps of a page what shows it as it is.
func (r *pageReader) keep(ctx context.Context, c *layout.Content) error {
	shows := facsimile.Shows(c)
	made, err := svg.Layers(ctx, r.doc, c, svg.LayerOptions{
		Prefix: fmt.Sprintf("p%d", c.Page),
		Shows:  func(glyph int32) bool { return shows[glyph] },
		Reader: r.content,
		File: func(key string, f *imaging.File) string {
			name, ok := r.book.file(key, f)
			if !ok {
				r.warn.add(layout.Warning{Code: "image_unsupported", Page: c.Page, Detail: "the images of the document take more than its files may"})
			}
			return name
		},
		Raster: func(ctx context.Context, box layout.Rect, text bool) (*imaging.File, error) {
			ctx, cancel := context.WithTimeout(ctx, pictureTime)
			defer cancel()
			return r.drawn(ctx, raster.Drawing{Page: c.Page, Box: box, Width: c.Width, Height: c.Height, NoText: !text})
		},
		Fits: r.book.fits,
	})
	if err != nil {
		return err
	}
	switch {
	case made.Lost:
		r.warn.add(layout.Warning{Code: "drawing_too_large", Page: c.Page, Detail: "the graphics of the page have too many parts, or take too long to be drawn, and are left out"})
	case made.Rastered:
		r.warn.add(layout.Warning{Code: "page_rastered", Page: c.Page, Detail: "the graphics of the page have too many parts, and are shown as an image"})
	}
	r.book.Add(facsimile.Read(c, made))
	return nil
}

// fits reports whether there is room for the layers of a page, and takes it.
func (f *facsimiles) fits(bytes int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.drawn+bytes > limits.DocumentLayerBytes {
		return false
	}
	f.drawn += bytes
	return true
}

// file keeps an image and gives its address. The same image is one file.
func (f *facsimiles) file(key string, file *imaging.File) (name string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name, ok = f.names[key]; ok && key != "" {
		return name, true
	}
	sum := sha256.Sum256(file.Data)
	name = htmlout.AssetFolder + "/" + hex.EncodeToString(sum[:8]) + "." + extensions[file.MediaType]
	if f.names == nil {
		f.names, f.files = map[string]string{}, map[string]Asset{}
	}
	if _, known := f.files[name]; !known {
		if f.bytes+len(file.Data) > limits.AssetBytes {
			return "", false
		}
		f.bytes += len(file.Data)
		f.files[name] = Asset{Name: name, MediaType: file.MediaType, Data: slices.Clone(file.Data)}
	}
	if key != "" {
		f.names[key] = name
	}
	return name, true
}

// compose places the text of tree on its pages, and gives the files that show it.
func compose(ctx context.Context, book *facsimiles, tree *semantic.Document, cfg *Config, warn *warnings) (htmlout.Pages, []Asset, error) {
	pages, err := book.Compose(ctx, tree, cfg.Workers)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range pages.Warnings {
		warn.add(v)
	}
	var files []Asset
	for _, font := range pages.Fonts {
		files = append(files, Asset{Name: font.Name, MediaType: facsimile.FontMediaType, Data: font.Data})
	}
	images := make([]Asset, 0, len(book.files))
	for _, f := range book.files {
		images = append(images, f)
	}
	slices.SortFunc(images, func(a, b Asset) int { return cmp.Compare(a.Name, b.Name) })
	return pages, append(files, images...), nil
}

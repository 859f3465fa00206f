package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/figure"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Asset is a file that the HTML refers to.
type Asset struct {
	Name      string // path relative to the HTML
	MediaType string
	Data      []byte
}

// assets are the files for the figures of a document.
type assets struct {
	files    []Asset
	pictures map[*layout.Figure]htmlout.Picture
}

// picture returns the picture that shows f. htmlout calls it.
func (a *assets) picture(f *layout.Figure) (htmlout.Picture, bool) {
	p, ok := a.pictures[f]
	return p, ok
}

// assetJob is a file that is to be made.
type assetJob struct {
	uses []assetUse
	file *imaging.File
	err  error
}

// assetUse is a figure that is shown by a file.
type assetUse struct {
	node   *semantic.Node
	figure *layout.Figure
}

// make makes the files for the figures of tree. Each image becomes one file, and no file is made twice. A figure
// that cannot be shown leaves a warning and the text that the document gives for it. Figures that turn out to be
// blank become artifacts.
func (a *assets) make(ctx context.Context, doc *pdf.Document, tree *semantic.Document, workers int, warn *warnings) error {
	jobs := assetJobs(doc, tree)
	encodeAll(ctx, doc, jobs, workers)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.pictures = make(map[*layout.Figure]htmlout.Picture, len(jobs))
	keep := assetKeeper{assets: a, names: map[[sha256.Size]byte]string{}, counts: map[int32]int{}}
	for i := range a.files {
		f := &a.files[i]
		keep.names[sha256.Sum256(f.Data)] = strings.TrimPrefix(f.Name, htmlout.AssetFolder+"/")
		keep.bytes += len(f.Data)
	}
	for i := range jobs {
		keep.add(&jobs[i], warn)
		jobs[i] = assetJob{}
	}
	return nil
}

// assetJobs returns the files that the figures of tree need, in the order of their first use.
func assetJobs(doc *pdf.Document, tree *semantic.Document) []assetJob {
	var jobs []assetJob
	known := map[string]int{}
	for n := range tree.Root.All() {
		if n.Attr == nil || n.Attr.Figure == nil || n.Role == semantic.Artifact {
			continue
		}
		for _, f := range append([]*layout.Figure{n.Attr.Figure}, n.Attr.Figure.Beside...) {
			key := figure.Key(doc, f)
			if at, ok := known[key]; ok && key != "" {
				jobs[at].uses = append(jobs[at].uses, assetUse{n, f})
				continue
			}
			known[key] = len(jobs)
			jobs = append(jobs, assetJob{uses: []assetUse{{n, f}}})
		}
	}
	return jobs
}

// encodeAll makes the files of jobs with several workers. Those beyond limits.AssetPixels fail, counted in the
// order of jobs.
func encodeAll(ctx context.Context, doc *pdf.Document, jobs []assetJob, workers int) {
	pixels := 0
	room := newRoom(limits.AssetsAtOnce)
	var next atomic.Int64
	var working sync.WaitGroup
	for i := range jobs {
		if pixels += figure.Pixels(jobs[i].uses[0].figure); pixels > limits.AssetPixels {
			jobs[i].err = fmt.Errorf("%w: more images than one document may have", imaging.ErrTooLarge)
		}
	}
	for range min(workers, len(jobs)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(jobs) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if job := &jobs[i]; job.err == nil {
					room.runWithRoom(figure.Pixels(job.uses[0].figure), func() { job.encode(ctx, doc) })
				}
			}
		})
	}
	working.Wait()
}

// encode makes the file. It copies data of the document, because the file outlives the document.
func (j *assetJob) encode(ctx context.Context, doc *pdf.Document) {
	failed := guard("image", func() error {
		j.file, j.err = figure.Encode(ctx, doc, j.uses[0].figure)
		return nil
	})
	if failed != nil {
		j.file, j.err = nil, failed
	}
	if j.file != nil {
		j.file.Data = bytes.Clone(j.file.Data)
	}
}

// assetKeeper names the files. A name consists of the page of the first figure that uses the file, and a number on
// that page.
type assetKeeper struct {
	*assets
	names  map[[sha256.Size]byte]string // by content: some producers write the logo of each page anew
	counts map[int32]int                // files of a page so far
	bytes  int
}

// add keeps the file of a job, or records what is missing.
func (k *assetKeeper) add(j *assetJob, warn *warnings) {
	if errors.Is(j.err, figure.ErrBlank) {
		for _, u := range j.uses {
			if n := u.node; len(n.Children) == 0 && len(n.Attr.Figure.Beside) == 0 && n.Attr.Subtype == semantic.Unnamed {
				n.Role = semantic.Artifact
			}
		}
		return
	}
	if j.file != nil && k.bytes+len(j.file.Data) > limits.AssetBytes {
		j.file, j.err = nil, fmt.Errorf("%w: the images of the document take more than its files may", imaging.ErrTooLarge)
	}
	if j.err != nil {
		code := "image_unsupported"
		if j.file != nil {
			code = "image_damaged"
		}
		for _, u := range j.uses {
			warn.add(layout.Warning{Code: code, Page: int(u.node.Page), Detail: j.err.Error()})
		}
	}
	if j.file == nil {
		return
	}
	name := k.name(j)
	for _, u := range j.uses {
		width, height := figure.Size(u.figure)
		k.pictures[u.figure] = htmlout.Picture{Name: name, Width: cssPixels(width), Height: cssPixels(height), NeedsPaper: j.file.NeedsPaper}
	}
}

// name returns the name of a file. A file with the same content as an earlier one is not kept again.
func (k *assetKeeper) name(j *assetJob) string {
	sum := sha256.Sum256(j.file.Data)
	name, known := k.names[sum]
	if known {
		return name
	}
	page := j.uses[0].node.Page
	k.counts[page]++
	name = fmt.Sprintf("p%d-%d.%s", page, k.counts[page], extensions[j.file.MediaType])
	k.names[sum] = name
	k.bytes += len(j.file.Data)
	k.files = append(k.files, Asset{Name: htmlout.AssetFolder + "/" + name, MediaType: j.file.MediaType, Data: j.file.Data})
	return name
}

// extensions maps the media types of figures to file name extensions.
var extensions = map[string]string{"image/jpeg": "jpg", "image/png": "png", "image/svg+xml": "svg"}

// cssPixels converts a length in points to pixels of CSS.
func cssPixels(points float32) int { return max(int(math.Round(float64(points)*4/3)), 1) }

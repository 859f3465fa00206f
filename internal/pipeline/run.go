package pipeline

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/facsimile"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// Output is a converted document.
type Output struct {
	HTML, CSS string
	PagesCSS  string // the style sheet of a facsimile
	Assets    []Asset
	Info      Info
	Report    *a11y.Report // nil: it was not wanted, or could not be made
	Warnings  []layout.Warning
	Tree      *tree.Source // set if Config.KeepTree is
}

// Run converts the PDF document in r. Its errors are *Failure, or that of the context when ctx ends first.
func Run(ctx context.Context, r io.Reader, cfg Config) (*Output, error) {
	return guarded(ctx, "conversion", func() (*Output, error) { return run(ctx, r, &cfg) })
}

// run is the whole conversion, stage by stage. Before each stage, it releases what is not needed any more. That is
// most of the memory.
func run(ctx context.Context, r io.Reader, cfg *Config) (*Output, error) {
	file, err := source.Open(ctx, r, cfg.MaxBytes)
	if err != nil {
		return nil, openFailure(err, ReadFailed)
	}
	defer file.Close() // closed after the last stage, since figures refer to it; it was only read
	var warn warnings
	read, err := readDocument(ctx, file, cfg, &warn)
	if err != nil {
		return nil, err
	}
	info := read.info
	doc, err := buildTree(ctx, read, cfg, &warn)
	if err != nil {
		return nil, err
	}
	if read.assessed != nil {
		read.assessed.found(read, cfg, doc)
	}
	correct(doc, &info, cfg, &warn)
	if hook := cfg.Trace.Semantic; hook != nil {
		hook(doc)
	}
	var pages htmlout.Pages
	var placed *facsimile.Facsimile
	shown := &assets{}
	if read.book != nil {
		if placed, shown.files, err = compose(ctx, read.book, doc, cfg, &warn); err != nil {
			return nil, err
		}
		pages = placed
	}
	if cfg.ExtractImages {
		if err := shown.make(ctx, read.doc, doc, cfg.Workers, &warn); err != nil {
			return nil, err
		}
	}
	correctPictures(doc, shown, cfg, &warn)
	if err := describePictures(ctx, file, read, doc, shown, cfg, &warn); err != nil {
		return nil, err
	}
	if err := showLost(ctx, file, read, doc, shown, cfg, &warn); err != nil {
		return nil, err
	}
	src := keepTree(doc, read, shown, cfg)
	written, err := finish(ctx, doc, htmlout.Options{Picture: shown.picture, Pages: pages, Places: placesOf(src, cfg)}, cfg, &info, read.assessed)
	if err != nil {
		return nil, err
	}
	if placed != nil {
		for _, v := range placed.Warnings {
			warn.add(v)
		}
	}
	report, err := check(ctx, read.assessed, &written, &warn)
	if err != nil {
		return nil, err
	}
	return &Output{HTML: written.HTML, CSS: written.CSS, PagesCSS: written.PagesCSS, Assets: shown.files, Info: info, Report: report, Warnings: warn.list(), Tree: kept(src, cfg)}, nil
}

// finish writes the HTML. Meanwhile it counts the words for info and the parts for the report. All three only read
// the tree, and each walks through all of it.
func finish(ctx context.Context, tree *semantic.Document, opts htmlout.Options, cfg *Config, info *Info, a *assessment) (out htmlout.Output, err error) {
	var counting sync.WaitGroup
	var countErr error
	counting.Go(func() {
		countErr = guard("word count", func() error {
			info.complete(tree)
			if a != nil {
				a.survey(tree)
			}
			return nil
		})
	})
	defer func() { // also when writing panics: the goroutine ends before this function does
		counting.Wait()
		err = cmp.Or(err, countErr)
	}()
	return writeHTML(ctx, tree, opts, cfg)
}

// document is what was read from the file, page by page.
type document struct {
	pages   []*layout.Page
	outline []semantic.OutlineItem
	tagging *semantic.Structure
	lang    string
	info    Info
	doc     *pdf.Document
	book    *facsimiles // nil: the HTML flows
	unseen  []tree.Unseen

	states map[int]pageState // by page

	assessed *assessment // nil: no report is wanted
}

// openDrawings returns what draws the pages of doc.
func openDrawings(file *source.File, doc *pdf.Document, cfg *Config) *raster.Document {
	return raster.Open(file.Bytes(), raster.Options{
		Password: cfg.Password, Pages: doc.PageCount(), CacheDir: cfg.CacheDir, Instances: cfg.Workers,
	})
}

// readDocument takes the file through the stages pdf, content and layout.
func readDocument(ctx context.Context, file *source.File, cfg *Config, warn *warnings) (*document, error) {
	doc, err := openDocument(ctx, file, cfg, warn.damage)
	if err != nil {
		return nil, err
	}
	numbers, err := selectPages(cfg.Pages, doc.PageCount())
	if err != nil {
		return nil, err
	}
	drawings := openDrawings(file, doc, cfg)
	defer drawings.Close()
	reader := &pageReader{
		file: file, doc: doc, content: content.NewReader(doc), cfg: cfg, warn: warn, drawings: drawings,
		states: make([]pageState, len(numbers)), unseen: make([][]tree.Unseen, len(numbers)),
	}
	if cfg.Facsimile {
		reader.book = newFacsimiles(cmp.Or(cfg.bounds, documentBounds))
	}
	reader.recognition = newRecognition(doc, drawings, reader.contents(numbers), cfg)
	if cfg.Accessibility {
		reader.assessed = newAssessment(doc, numbers)
	}
	pages, err := reader.readPages(ctx, numbers)
	if err != nil {
		return nil, err
	}
	warnXFA(doc, pages, warn)
	about := doc.Info()
	return &document{
		pages:   pages,
		outline: reader.outline,
		tagging: reader.structure,
		lang:    about.Lang,
		doc:     doc,
		book:    reader.book,
		unseen:  slices.Concat(reader.unseen...),
		states:  statesOf(numbers, reader.states),
		info:    newInfo(doc.PageCount(), &about, countImages(pages)),

		assessed: reader.assessed,
	}, nil
}

// outline converts the document's outline to page space.
func outline(r *content.Reader, items []pdf.OutlineItem) []semantic.OutlineItem {
	if len(items) == 0 {
		return nil
	}
	out := make([]semantic.OutlineItem, len(items))
	for i, it := range items {
		out[i] = semantic.OutlineItem{Title: it.Title, URI: it.URI, Children: outline(r, it.Children)}
		if it.Dest.Page > 0 {
			out[i].Target = r.Target(it.Dest)
		}
	}
	return out
}

// buildTree takes the pages through the stage semantic.
func buildTree(ctx context.Context, d *document, cfg *Config, warn *warnings) (*semantic.Document, error) {
	tree, err := infer.Build(ctx, semantic.Source{
		Pages: d.pages, Outline: d.outline, Title: d.info.Title, Lang: d.lang, LangHint: cfg.Language,
		Structure: d.tagging,
	}, infer.Options{Release: true, Workers: cfg.Workers, StructureTypes: cfg.StructureTypes, KeepOrigins: cfg.Facsimile, KeepBoxes: cfg.Boxes, Explain: cfg.Trace.Semantic != nil})
	if err != nil {
		return nil, err
	}
	for _, v := range tree.Warnings {
		warn.add(v)
	}
	return tree, ctx.Err()
}

// writeHTML takes the tree through the stage htmlout.
func writeHTML(ctx context.Context, tree *semantic.Document, opts htmlout.Options, cfg *Config) (htmlout.Output, error) {
	opts.Semantic, opts.Minify, opts.Furniture, opts.Name, opts.Math = cfg.Semantic, cfg.Minify, cfg.KeepFurniture, cfg.Name, cfg.Math
	opts.Theme, opts.Stylesheet = cfg.Theme, cfg.Stylesheet
	if c := cfg.Corrections; c != nil && strings.TrimSpace(c.By+c.At) != "" { // an unsigned draft says nothing
		opts.Judged = &htmlout.Judged{By: cmp.Or(strings.TrimSpace(c.By), "a person"), At: strings.TrimSpace(c.At)}
	}
	out, err := htmlout.Write(ctx, tree, opts)
	if err != nil {
		return htmlout.Output{}, err
	}
	if hook := cfg.Trace.HTML; hook != nil {
		hook([]byte(out.HTML))
	}
	return out, ctx.Err()
}

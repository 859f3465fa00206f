package pipeline

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// pageState is what is remembered of a page until the tree is built. It tells then whether the page is lost, that
// is whether nothing of it got into the tree.
type pageState struct {
	paints   bool   // the page paints something visible
	text     bool   // layout has found text
	unusable string // why the text of the page has no meaning, if it has any text; "": it may be read
}

// stateOf returns the state of a page. It needs the content of the page.
func stateOf(c *layout.Content, unusable string) pageState {
	return pageState{paints: unusable != "" || paints(c), unusable: unusable}
}

// statesOf returns the states of pages by page number.
func statesOf(numbers []int, list []pageState) map[int]pageState {
	states := make(map[int]pageState, len(list))
	for i, n := range numbers {
		states[n] = list[i]
	}
	return states
}

// paints reports whether a page may look other than blank paper.
func paints(c *layout.Content) bool {
	for i := range c.Runs {
		if run := &c.Runs[i]; run.Flags.IsContent() && hasInk(c, run) {
			return true
		}
	}
	for i := range c.Images {
		if c.Images[i].Flags&layout.Unseen == 0 {
			return true
		}
	}
	for i := range c.Paths {
		if p := &c.Paths[i]; p.Flags&layout.Unseen == 0 && !isPaper(c, p) {
			return true
		}
	}
	return len(c.Shadings) > 0
}

// hasInk reports whether a run has a glyph that is not a space. A glyph without Unicode or with empty text counts:
// it may be anything.
func hasInk(c *layout.Content, run *layout.Run) bool {
	for _, g := range c.Glyphs[run.First : run.First+run.Count] {
		if g.Char > ' ' && g.Char != '\u00a0' {
			return true
		}
		if g.Char < 0 {
			if text := c.Strings[^g.Char]; text == "" || strings.TrimSpace(text) != "" {
				return true
			}
		}
	}
	return run.Flags&layout.Unmapped != 0
}

// isPaper reports whether p is only filled, and with white. Programs paint the paper like that before they write
// on it.
func isPaper(c *layout.Content, p *layout.Path) bool {
	return p.Op&layout.Stroke == 0 && c.Paints[p.Paint].Fill == layout.Color{R: 255, G: 255, B: 255}
}

// pagesShown returns the pages of which the HTML has a figure: as a picture, or as text that the document gives
// for it.
func pagesShown(tree *semantic.Document, shown *assets) map[int32]bool {
	pages := map[int32]bool{}
	for n := range tree.Root.All() {
		if n != nil && n.Role == semantic.Figure && n.Attr != nil && (n.Attr.Alt != "" && n.Attr.Subtype != semantic.Unnamed || shown.has(n.Attr.Figure)) {
			pages[n.Page] = true
		}
	}
	return pages
}

// has reports whether f, or a picture beside it, has a file.
func (a *assets) has(f *layout.Figure) bool {
	if f == nil {
		return false
	}
	_, ok := a.picture(f)
	return ok || slices.ContainsFunc(f.Beside, a.has)
}

// lostPage is a page that is to be shown as a picture.
type lostPage struct {
	info    *semantic.PageInfo
	reason  string
	graphic *layout.Graphic
	err     error
}

// lostPages returns the pages of which nothing will be in the HTML, and those whose text has no meaning. A page on
// which layout has found text is not lost: the tree has that text, if only as page furniture.
//
//	the page                                     layout has text   figures   lost
//	text                                         yes               -         no
//	text whose codes mean nothing                yes               -         yes
//	a drawing that became a figure               no                yes       no
//	lines that became neither text nor figure    no                no        yes
//	blank paper                                  no                no        no
func lostPages(states map[int]pageState, tree *semantic.Document, shown *assets) []lostPage {
	var lost []lostPage
	var pictured map[int32]bool // made when it is needed, which is rare
	for i := range tree.Pages {
		info := &tree.Pages[i]
		state := states[info.Number]
		if !state.paints || state.text && state.unusable == "" {
			continue
		}
		if pictured == nil {
			pictured = pagesShown(tree, shown)
		}
		switch {
		case state.unusable != "":
			lost = append(lost, lostPage{info: info, reason: state.unusable})
		case !pictured[int32(info.Number)]:
			lost = append(lost, lostPage{info: info, reason: "neither words nor figures were found on it"})
		}
	}
	return lost
}

// showLost shows lost pages as pictures. So no page loses both its words and its looks without a warning.
func showLost(ctx context.Context, file *source.File, d *document, tree *semantic.Document, shown *assets, cfg *Config, warn *warnings) error {
	lost := lostPages(d.states, tree, shown)
	if len(lost) == 0 {
		return nil
	}
	if cfg.ExtractImages {
		drawings := openDrawings(file, d.doc, cfg)
		defer drawings.Close()
		drawLost(ctx, lost, lostBounds, cfg.Workers, func(ctx context.Context, page *semantic.PageInfo) (*layout.Graphic, error) {
			return drawPage(ctx, drawings, page)
		})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i := range lost {
		l := &lost[i]
		switch {
		case l.graphic != nil && shown.addPage(l, tree):
			warn.add(layout.Warning{Code: "page_pictured", Page: l.info.Number, Detail: l.reason + ": its picture stands for it"})
		case l.graphic != nil:
			l.err = fmt.Errorf("%w: the images of the document take more than its files may", imaging.ErrTooLarge)
			fallthrough
		case l.err != nil:
			warn.add(layout.Warning{Code: "page_lost", Page: l.info.Number, Detail: l.reason + ", and it has no picture: " + l.err.Error()})
		case !cfg.ExtractImages:
			warn.add(layout.Warning{Code: "page_lost", Page: l.info.Number, Detail: l.reason + ", and images are not asked for"})
		}
	}
	return nil
}

// pictureBounds bounds how many pages of a document are drawn as pictures, and how long all of them may take.
type pictureBounds struct {
	pages int
	time  time.Duration
}

var lostBounds = pictureBounds{pages: limits.PagePictures, time: limits.PagePicturesTime}

// drawLost draws pages in order with all workers, as far as the bounds allow. The other pages get an error that
// says so. A page that turns out to be blank has neither a graphic nor an error.
func drawLost(ctx context.Context, lost []lostPage, b pictureBounds, workers int, draw func(context.Context, *semantic.PageInfo) (*layout.Graphic, error)) {
	for i := b.pages; i < len(lost); i++ {
		lost[i].err = fmt.Errorf("%w: %d pages of the document want one, and %d get one", imaging.ErrTooLarge, len(lost), b.pages)
	}
	lost = lost[:min(len(lost), b.pages)]
	late := fmt.Errorf("%w: the pictures of the pages take more than %v", imaging.ErrTooLarge, b.time)
	drawing, cancel := context.WithTimeout(ctx, b.time)
	defer cancel()
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(workers, len(lost)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(lost) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				l := &lost[i]
				if drawing.Err() == nil {
					l.err = guard("page picture", func() (err error) {
						l.graphic, err = draw(drawing, l.info)
						return err
					})
				}
				if drawing.Err() != nil && l.graphic == nil {
					l.err = late
				}
			}
		})
	}
	working.Wait()
}

// drawPage returns the picture of a page, or nil if the page is blank.
func drawPage(ctx context.Context, drawings *raster.Document, page *semantic.PageInfo) (*layout.Graphic, error) {
	ctx, cancel := context.WithTimeout(ctx, pictureTime)
	defer cancel()
	img, err := drawings.Draw(ctx, raster.Drawing{Page: page.Number, Width: page.Width, Height: page.Height, Scale: drawnScale})
	if err != nil || isBlankPage(img) {
		return nil, err
	}
	f, err := pageFile(img)
	if err != nil {
		return nil, err
	}
	return &layout.Graphic{MediaType: f.MediaType, Data: f.Data, Width: page.Width, Height: page.Height}, nil
}

// pageFile encodes the picture of a page.
func pageFile(img image.Image) (*imaging.File, error) {
	f, err := imaging.PNG(img)
	if err != nil || len(f.Data) <= photoBytes {
		return f, err
	}
	if photo, err := imaging.JPEG(img); err == nil && len(photo.Data) < len(f.Data) {
		return photo, nil
	}
	return f, nil
}

// photoBytes is the size of a PNG file from which a page is also encoded as a photograph. The smaller file is
// kept.
const photoBytes = 1 << 19

// isBlankPage reports whether all pixels of a page are the same.
func isBlankPage(img image.Image) bool {
	p, ok := img.(*image.NRGBA)
	if !ok {
		return false
	}
	for i := colorBytes; i < len(p.Pix); i++ {
		if p.Pix[i] != p.Pix[i-colorBytes] {
			return false
		}
	}
	return true
}

// colorBytes is the number of bytes of a pixel.
const colorBytes = 4

// addPage puts the picture of a page behind the PageBreak of the page. It returns false if there is no room for
// the file.
func (a *assets) addPage(l *lostPage, tree *semantic.Document) bool {
	bytes := len(l.graphic.Data)
	for i := range a.files {
		bytes += len(a.files[i].Data)
	}
	if bytes > limits.AssetBytes {
		return false
	}
	box := layout.Rect{X1: l.info.Width, Y1: l.info.Height}
	f := &layout.Figure{Box: box, Vector: true, Graphic: l.graphic, Mark: -1}
	n := &semantic.Node{
		Role: semantic.Figure, Page: int32(l.info.Number), Block: -1,
		Attr:     &semantic.Attr{Figure: f, Box: box, Subtype: semantic.Unnamed, Alt: fmt.Sprintf("Page %d as a picture", l.info.Number)},
		Evidence: []semantic.Evidence{{Role: semantic.Figure, Rule: "page", Weight: 1, Reason: l.reason}},
	}
	a.dropLetters(tree.Root, n.Page)
	insertPage(tree.Root, n)
	name := fmt.Sprintf("%s/p%d.%s", htmlout.AssetFolder, l.info.Number, extensions[l.graphic.MediaType])
	a.files = append(a.files, Asset{Name: name, MediaType: l.graphic.MediaType, Data: l.graphic.Data})
	if a.pictures == nil {
		a.pictures = map[*layout.Figure]htmlout.Picture{}
	}
	a.pictures[f] = htmlout.Picture{Name: strings.TrimPrefix(name, htmlout.AssetFolder+"/"), Width: cssPixels(l.info.Width), Height: cssPixels(l.info.Height)}
	return true
}

// dropLetters removes pictures of letters on a page from the tree, and their files: the picture of the page shows
// the letters in place. A picture stays if the document describes it.
func (a *assets) dropLetters(root *semantic.Node, page int32) {
	var dropped []string
	for n := range root.All() {
		n.Children = slices.DeleteFunc(n.Children, func(c *semantic.Node) bool {
			if c.Role != semantic.Figure || c.Page != page || c.Attr == nil || c.Attr.Figure == nil || !c.Attr.Figure.Letters ||
				len(c.Children) > 0 || c.Attr.Alt != "" && c.Attr.Subtype != semantic.Unnamed {
				return false
			}
			if p, ok := a.pictures[c.Attr.Figure]; ok {
				dropped = append(dropped, htmlout.AssetFolder+"/"+p.Name)
				delete(a.pictures, c.Attr.Figure)
			}
			return true
		})
	}
	if len(dropped) == 0 {
		return
	}
	for _, p := range a.pictures { // letters of one file may stand on other pages
		dropped = slices.DeleteFunc(dropped, func(name string) bool { return name == htmlout.AssetFolder+"/"+p.Name })
	}
	a.files = slices.DeleteFunc(a.files, func(f Asset) bool { return slices.Contains(dropped, f.Name) })
}

// insertPage inserts n into the flow, behind the top-level node in which its page begins.
func insertPage(root, n *semantic.Node) {
	at := 0
	for i, c := range root.Children {
		if c.Role == semantic.Artifact {
			break
		}
		if begins(c, n.Page) {
			at = i + 1
			break
		}
		if c.Page <= n.Page {
			at = i + 1
		}
	}
	root.Children = append(root.Children[:at:at], append([]*semantic.Node{n}, root.Children[at:]...)...)
}

// begins reports whether a page begins inside n.
func begins(n *semantic.Node, page int32) bool {
	for c := range n.All() {
		if c != nil && c.Role == semantic.PageBreak && c.Page == page {
			return true
		}
	}
	return false
}

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

const (
	// leastConfidence is what a description must have to be used, sureDecoration what one that
	// says that there is nothing to say must have.
	leastConfidence, sureDecoration = 0.5, 0.8

	// describedAtOnce is how many pictures an engine is asked for at a time: it waits for others, not
	// for this machine.
	describedAtOnce = 4
)

// description is a picture that an engine is asked for.
type description struct {
	node    *semantic.Node
	picture describe.Picture
	answer  *describe.Description
	err     error
}

// errTooMany is why a picture is not described.
var errTooMany = errors.New("more pictures than a document may have described")

// describePictures asks the engine for the pictures of which nothing is known but a name of our own,
// and puts what it says in its place. No error of the engine ends the conversion; the only one is the
// context's.
func describePictures(ctx context.Context, file *source.File, d *document, tree *semantic.Document, shown *assets, cfg *Config, warn *warnings) error {
	if cfg.Describer == nil {
		return nil
	}
	list := pictureQuestions(ctx, file, d, tree, shown, cfg)
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(describedAtOnce, len(list)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if q := &list[i]; q.err == nil {
					if err := guard("description", func() error {
						q.answer, q.err = cfg.Describer.Describe(ctx, q.picture)
						return nil
					}); err != nil {
						q.err = err
					}
				}
			}
		})
	}
	working.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i := range list {
		q := &list[i]
		code, detail := q.apply()
		warn.add(layout.Warning{Code: code, Page: int(q.node.Page), Detail: detail})
	}
	return nil
}

// pictureQuestions are the pictures to be described, in the order of the document.
func pictureQuestions(ctx context.Context, file *source.File, d *document, tree *semantic.Document, shown *assets, cfg *Config) []description {
	files := make(map[string]*Asset, len(shown.files))
	for i := range shown.files {
		files[strings.TrimPrefix(shown.files[i].Name, htmlout.AssetFolder+"/")] = &shown.files[i]
	}
	sizes := make(map[int]*semantic.PageInfo, len(tree.Pages))
	for i := range tree.Pages {
		sizes[tree.Pages[i].Number] = &tree.Pages[i]
	}
	var drawings *raster.Document
	defer func() {
		if drawings != nil {
			drawings.Close()
		}
	}()
	var list []description
	before, bytes := "", 0
	for n := range tree.Root.All() {
		if n.Role == semantic.P {
			before = textOf(n, limits.DescriptionContext)
			continue
		}
		if n.Role != semantic.Figure || n.Attr == nil || n.Attr.Subtype != semantic.Unnamed || n.Attr.Figure == nil {
			continue
		}
		p, ok := shown.picture(n.Attr.Figure)
		if !ok || files[p.Name] == nil {
			continue
		}
		q := description{node: n, picture: describe.Picture{
			Data: files[p.Name].Data, MediaType: files[p.Name].MediaType,
			Nearby: before, Language: tree.Lang, Page: int(n.Page),
		}}
		for _, c := range n.Children {
			if c.Role == semantic.Caption {
				q.picture.Caption = textOf(c, limits.DescriptionContext)
			}
		}
		if len(list) >= limits.DescribedPictures {
			q.err = errTooMany
		} else if q.picture.MediaType == "image/svg+xml" {
			if drawings == nil {
				drawings = openDrawings(file, d.doc, cfg)
			}
			q.err = q.draw(ctx, drawings, sizes[int(n.Page)])
		}
		if bytes += len(q.picture.Data); q.err == nil && bytes > limits.DescribedBytes {
			q.err = errTooMany
		}
		list = append(list, q)
	}
	return list
}

// draw makes pixels of a drawing: models see no vectors.
func (q *description) draw(ctx context.Context, drawings *raster.Document, page *semantic.PageInfo) error {
	if page == nil {
		return errors.New("the page of the drawing is not known")
	}
	ctx, cancel := context.WithTimeout(ctx, pictureTime)
	defer cancel()
	box := q.node.Attr.Figure.Box.Intersect(layout.Rect{X1: page.Width, Y1: page.Height})
	img, err := drawings.Draw(ctx, raster.Drawing{Page: page.Number, Box: box, Width: page.Width, Height: page.Height, Scale: drawnScale})
	if err != nil {
		return err
	}
	f, err := imaging.PNG(img)
	if err != nil {
		return err
	}
	q.picture.Data, q.picture.MediaType = f.Data, f.MediaType
	return nil
}

// apply gives the node what the engine said, and tells in a warning what became of it.
func (q *description) apply() (code, detail string) {
	const failed, unsure = "describe_failed", "describe_unsure"
	if q.err != nil {
		return failed, "a picture could not be described: " + plainText(q.err.Error(), limits.AlternativeBytes)
	}
	if q.answer == nil {
		return failed, "a picture could not be described: the engine says nothing"
	}
	alt, a := plainText(q.answer.Text, limits.AlternativeBytes), q.node.Attr
	captioned := false
	for _, c := range q.node.Children {
		captioned = captioned || c.Role == semantic.Caption
	}
	switch c := q.answer.Confidence; {
	case !(c >= leastConfidence && c <= 1):
		return unsure, fmt.Sprintf("the description of a picture is not used, its confidence is %.2f", c)
	case q.answer.Decorative && (captioned || c < sureDecoration || len(q.node.Children) > 0):
		return unsure, "a picture is called decorative, which it may not be"
	case q.answer.Decorative:
		a.Alt, a.Subtype, a.AltSource = "", semantic.Decorative, semantic.FromModel
		return "picture_described", "a model calls a picture decorative; a person should look at it"
	case alt == "":
		return failed, "a picture could not be described: the engine says nothing"
	}
	a.Alt, a.Subtype, a.AltSource = alt, "", semantic.FromModel
	var long []string
	room := limits.LongDescriptionBytes
	for line := range strings.SplitSeq(q.answer.Long, "\n") {
		if line = plainText(line, room); line != "" {
			long = append(long, line)
			room -= len(line)
		}
	}
	a.Long = strings.Join(long, "\n")
	return "picture_described", "a model wrote the alternative of a picture; a person should look at it"
}

// plainText is foreign text as one line: no markup, no control or format characters, and limit bytes
// at most.
func plainText(s string, limit int) string {
	var b strings.Builder
	depth, gap := 0, false
	for _, r := range strings.ToValidUTF8(s, "") {
		switch {
		case b.Len() >= limit:
			return strings.TrimSpace(cutRunes(b.String(), limit))
		case unicode.IsSpace(r):
			gap = true
		case !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r):
		case r == '<':
			depth = 1
			gap = true
		case r == '>' && depth > 0:
			depth = 0
		case depth > 0:
		default:
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(cutRunes(b.String(), limit))
}

// cutRunes is the beginning of s, limit bytes at most, without half characters.
func cutRunes(s string, limit int) string {
	if limit < 0 {
		limit = 0
	}
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// textOf is the text of a node as one line, limit bytes at most.
func textOf(n *semantic.Node, limit int) string {
	var b strings.Builder
	for c := range n.All() {
		if b.WriteString(c.Text); b.Len() > limit {
			break
		}
		if !c.Role.Inline() {
			b.WriteByte(' ')
		}
	}
	return plainText(b.String(), limit)
}

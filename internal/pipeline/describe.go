package pipeline

import (
	"context"
	"errors"
	"fmt"
	"regexp"
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

// Why a picture is not described.
var (
	errTooMany = errors.New("more pictures than a document may have described")
	errSlow    = fmt.Errorf("the engine takes more than %v", limits.DescriptionTime)
	errLate    = fmt.Errorf("the pictures of the document take more than %v", limits.DescriptionsTime)
)

// describePictures asks the engine for the pictures of which nothing is known but a name of our own,
// and puts what it says in its place. No error of the engine ends the conversion; the only one is the
// context's.
func describePictures(ctx context.Context, file *source.File, d *document, tree *semantic.Document, shown *assets, cfg *Config, warn *warnings) error {
	if cfg.Describer == nil {
		return nil
	}
	list := pictureQuestions(ctx, file, d, tree, shown, cfg)
	askForAll(ctx, cfg.Describer, list)
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

// askForAll asks the engine for each picture, a few at a time, until all of them took limits.DescriptionsTime
// together. It returns once no call of the engine is left.
func askForAll(ctx context.Context, engine describe.Engine, list []description) {
	all, cancel := context.WithTimeoutCause(ctx, limits.DescriptionsTime, errLate)
	defer cancel()
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(describedAtOnce, len(list)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				if q := &list[i]; q.err == nil {
					q.ask(all, engine)
				}
			}
		})
	}
	working.Wait()
}

// ask has the engine describe the picture within limits.DescriptionTime.
func (q *description) ask(ctx context.Context, engine describe.Engine) {
	ctx, cancel := context.WithTimeoutCause(ctx, limits.DescriptionTime, errSlow)
	defer cancel()
	if q.err = context.Cause(ctx); q.err != nil {
		return
	}
	if err := guard("description", func() error {
		q.answer, q.err = engine.Describe(ctx, q.picture)
		return nil
	}); err != nil {
		q.err = err
	}
	if q.err != nil && ctx.Err() != nil {
		q.err = context.Cause(ctx)
	}
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
		return failed, "a picture could not be described: " + oneLine(q.err.Error(), limits.AlternativeBytes)
	}
	if q.answer == nil {
		return failed, "a picture could not be described: the engine says nothing"
	}
	alt, a := oneLine(withoutMarkup(q.answer.Text), limits.AlternativeBytes), q.node.Attr
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
	for line := range strings.SplitSeq(withoutMarkup(q.answer.Long), "\n") {
		if line = oneLine(line, room); line != "" {
			long = append(long, line)
			room -= len(line)
		}
	}
	a.Long = strings.Join(long, "\n")
	return "picture_described", "a model wrote the alternative of a picture; a person should look at it"
}

// withoutMarkup is what an engine says without the tags in it. A tag is one only where
// HTML would have it in pairs or as a void element; any other "<" is text, as in "p < .05".
//
//	a <b>grey</b> fox<br>sleeps     a  grey  fox sleeps
//	x<y and z>w, <unclosed>         stays as it is
func withoutMarkup(s string) string {
	found := markup.FindAllStringSubmatchIndex(s, -1)
	if len(found) == 0 {
		return s
	}
	drop := make([]bool, len(found))
	open := map[string][]int{} // the tags of a name that wait for their ends
	for i, at := range found {
		name := strings.ToLower(s[at[4]:at[5]])
		waiting := open[name]
		switch closes := at[3] > at[2]; {
		case voidTags[name]:
			drop[i] = true
		case !closes:
			open[name] = append(waiting, i)
		case len(waiting) > 0:
			last := len(waiting) - 1
			drop[i], drop[waiting[last]] = true, true
			open[name] = waiting[:last]
		}
	}
	var b strings.Builder
	end := 0
	for i, at := range found {
		if drop[i] {
			b.WriteString(s[end:at[0]])
			b.WriteByte(' ')
			end = at[1]
		}
	}
	b.WriteString(s[end:])
	return b.String()
}

// markup is a tag, with the slash of its end, its name and attributes that have values.
var markup = regexp.MustCompile(`<(/?)([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z:_-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))*\s*/?>`)

// voidTags are the elements without an end that stand in texts.
var voidTags = map[string]bool{"br": true, "hr": true, "img": true, "wbr": true}

// oneLine is text as one line of limit bytes at most, without control and format characters. The
// joiners stay: words of Persian and of Indic scripts are spelled with them.
func oneLine(s string, limit int) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToValidUTF8(s, "") {
		switch {
		case b.Len() >= limit:
			return strings.TrimSpace(cutRunes(b.String(), limit))
		case unicode.IsSpace(r):
			gap = true
		case r == zeroWidthJoiner || r == zeroWidthNonJoiner || unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(cutRunes(b.String(), limit))
}

const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'

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
	return oneLine(b.String(), limit)
}

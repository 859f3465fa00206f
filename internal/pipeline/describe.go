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
	"github.com/pagelift/pagelift/internal/patience"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

const (
	// leastConfidence is the confidence that a description needs to be used. sureDecoration is the confidence that
	// an engine needs when it says that a picture is decoration.
	leastConfidence, sureDecoration = 0.5, 0.8

	// describedAtOnce is how many pictures an engine describes at a time. An engine waits for other machines, not
	// for the processors of this one.
	describedAtOnce = 4
)

// description is a picture that an engine is to describe.
type description struct {
	node    *semantic.Node
	picture describe.Picture
	answer  *describe.Description
	err     error
}

// Reasons why a picture is not described.
var (
	errTooMany = errors.New("more pictures than a document may have described")
	errSlow    = fmt.Errorf("the engine takes more than %v", limits.DescriptionTime)
	errLate    = fmt.Errorf("the pictures of the document take more than %v", limits.DescriptionsTime)
)

// describePictures has the engine describe the pictures that have no description but a name that pagelift gave
// them, and stores the answers in the tree. An error of the engine does not end the conversion. The only error is
// that of the context.
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

// askForAll asks the engine about each picture, a few at a time, until limits.DescriptionsTime is over for all
// together. It does not wait for calls that ignore their context.
func askForAll(ctx context.Context, engine describe.Engine, list []description) {
	all, cancel := context.WithTimeoutCause(ctx, limits.DescriptionsTime, errLate)
	defer cancel()
	var calls patience.Caller
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(describedAtOnce, len(list)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				if q := &list[i]; q.err == nil {
					q.ask(all, engine, &calls)
				}
			}
		})
	}
	working.Wait()
}

// ask has the engine describe the picture within limits.DescriptionTime.
func (q *description) ask(ctx context.Context, engine describe.Engine, calls *patience.Caller) {
	ctx, cancel := context.WithTimeoutCause(ctx, limits.DescriptionTime, errSlow)
	defer cancel()
	if q.err = context.Cause(ctx); q.err != nil {
		return
	}
	picture := q.picture
	q.answer, q.err = patience.Call(ctx, calls, func() (answer *describe.Description, err error) {
		err = guard("description", func() (err error) {
			answer, err = engine.Describe(ctx, picture)
			return err
		})
		return answer, err
	})
	if q.err != nil && ctx.Err() != nil {
		q.err = context.Cause(ctx)
	}
}

// pictureQuestions returns the pictures to be described, in the order of the document.
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

// draw turns a drawing into pixels: models do not read vector graphics.
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

// apply stores the answer of the engine in the node, if it is fit. It returns the code and text of a warning about
// it.
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

// withoutMarkup returns what an engine says without the tags in it. Only what HTML would accept as a pair of tags
// or as a void element is a tag. Any other "<" is text, as in "p < .05".
//
//	a <b>grey</b> fox<br>sleeps     a  grey  fox sleeps
//	x<y and z>w, <unclosed>         stays as it is
func withoutMarkup(s string) string {
	found := markup().FindAllStringSubmatchIndex(s, -1)
	if len(found) == 0 {
		return s
	}
	drop := make([]bool, len(found))
	open := map[string][]int{} // start tags of a name that wait for their end tags
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

// markup matches a tag: the slash of an end tag, the name, and attributes with values.
var markup = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<(/?)([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z:_-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))*\s*/?>`)
})

// voidTags are elements without end tag that occur in texts.
var voidTags = map[string]bool{"br": true, "hr": true, "img": true, "wbr": true}

// oneLine returns text as one line of at most limit bytes, without control and format characters. It keeps the
// joiners, because words of Persian and of Indic scripts are spelled with them.
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

// cutRunes returns the beginning of s: at most limit bytes, and no partial character.
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

// textOf returns the text of a node as one line of at most limit bytes.
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

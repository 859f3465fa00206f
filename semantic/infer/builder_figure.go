package infer

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// figure adds a picture with its caption and the text inside it. It leaves out a drawing that has
// neither and cannot be shown, and one that may be only the frame of a text.
func (b *builder) figure(p *part) {
	alt, caption, labels := b.d.alt(p), b.caption(p), b.d.labels[keyOf(p)]
	s := b.d.sheetOf(p)
	f := &s.Figures[s.Blocks[p.block].Figure]
	if alt == "" && caption == nil && f.Text == "" && (f.Weak || len(labels) == 0 && len(f.Images) == 0 && f.Graphic == nil) {
		return
	}
	n := b.node(semantic.Figure, p)
	n.Attr = &semantic.Attr{Alt: alt, Box: p.box, Figure: f, ID: b.d.captionID(p)}
	if hrefs := b.hrefs(s); f.Link > 0 && int(f.Link) <= len(hrefs) {
		n.Attr.Href = hrefs[f.Link-1]
	}
	if beside := b.d.beside[keyOf(p)]; len(beside) > 0 {
		n.Attr.Figure = s.group(f, beside)
	}
	kids := make([]*semantic.Node, 0, 1+len(labels))
	for _, q := range labels {
		label := b.node(semantic.P, q)
		label.Children = b.children(slices.DeleteFunc(b.chain(q, 0), func(n *semantic.Node) bool {
			return f.Graphic != nil && isPictureInLine(n) // the graphic shows that picture
		}))
		kids = append(kids, label)
	}
	if nth := b.nth(n.Page); alt == "" && caption == nil && len(kids) == 0 && f.Text == "" && n.Attr.Href == "" && !f.Vector && s.isArtifactMark(f.Mark) {
		n.Attr.Subtype = semantic.Decorative
	} else if alt == "" {
		nameFigure(n, caption, nth)
		kids = append(kids, picturedText(n)...)
	}
	if c := b.d.captions[keyOf(p)]; caption != nil && b.d.sheetOf(c) == s && c.box.Y1 <= p.box.Center().Y {
		attrOf(caption).Box = c.box // the caption stands above the picture and is read first
		kids = slices.Insert(kids, 0, caption)
	} else if caption != nil {
		kids = append(kids, caption)
	}
	n.Children = b.children(kids)
	b.block(n)
}

// nth returns the number of the next picture on its page, from 1.
func (b *builder) nth(page int32) int {
	if page != b.pictured {
		b.pictured, b.pictures = page, 0
	}
	b.pictures++
	return b.pictures
}

// picturedText returns a paragraph for each line that was recognised in the picture of n, or nil
// when the name of n has all of it.
func picturedText(n *semantic.Node) []*semantic.Node {
	f := n.Attr.Figure
	if f == nil || f.Text == "" || n.Attr.Alt == inOneLine(f.Text) {
		return nil
	}
	var out []*semantic.Node
	for line := range strings.SplitSeq(f.Text, "\n") {
		out = append(out, &semantic.Node{
			Role: semantic.P, Page: n.Page, Text: line, Attr: &semantic.Attr{Subtype: semantic.Pictured, Box: f.Box},
			Evidence: []semantic.Evidence{becauseIs(semantic.P, "figure", pictureWeight, "text recognised in a picture")},
		})
	}
	return out
}

// inOneLine returns text with a space for each stretch of white space.
func inOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Thresholds.
//
// alternativeBytes is the longest alternative text that is made from a caption: its first
// sentence, as a rule. Screen readers read it in one go. A sentence is longer than labelLength;
// shorter is "Figure 3." or an abbreviation.
const (
	alternativeBytes = 150
	labelLength      = 20
)

// nameFigure gives a figure without alternative text the best name there is: the first sentence of
// its caption, else the few words that were recognised in it, else where it stands, as
// the nth picture of its page.
func nameFigure(n *semantic.Node, caption *semantic.Node, nth int) {
	n.Attr.Subtype = semantic.Unnamed
	if caption != nil {
		n.Attr.Alt = firstSentence(plainText(caption))
	}
	if f := n.Attr.Figure; n.Attr.Alt == "" && f != nil && len(f.Text) <= alternativeBytes {
		n.Attr.Alt = inOneLine(f.Text)
	}
	switch {
	case n.Attr.Alt != "":
	case n.Page == 0:
		n.Attr.Alt = "Image"
	case nth == 1:
		n.Attr.Alt = fmt.Sprintf("Image on page %d", n.Page)
	default:
		n.Attr.Alt = fmt.Sprintf("Image %d on page %d", nth, n.Page)
	}
}

// firstSentence returns the first sentence of text, or as many of its words as an
// alternative may have. A label at the start of text is no sentence.
func firstSentence(text string) string {
	for i, r := range text {
		if i >= alternativeBytes {
			break
		}
		end := i + utf8.RuneLen(r)
		switch rest := text[end:]; {
		case strings.ContainsRune("。！？", r):
			return text[:end]
		case !strings.ContainsRune(".!?", r) || !strings.HasPrefix(rest, " "):
		case i >= labelLength:
			return text[:end]
		}
	}
	if len(text) <= alternativeBytes {
		return text
	}
	cut := strings.LastIndexByte(text[:alternativeBytes], ' ')
	if cut < 0 {
		for cut = alternativeBytes; !utf8.RuneStart(text[cut]); {
			cut--
		}
	}
	return text[:cut] + "…"
}

// caption makes the node of the caption of p, a table or figure, or returns nil when p has none.
func (b *builder) caption(p *part) *semantic.Node {
	c := b.d.captions[keyOf(p)]
	if c == nil {
		return nil
	}
	n := b.node(semantic.Caption, c)
	sign := words.Bullet(b.d.sheetOf(c).text(c.first))
	n.Children = b.children(b.chain(c, int32(sign)))
	return n
}

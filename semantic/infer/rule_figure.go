package infer

import (
	"context"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// figure tells pictures that are content from decoration. Content becomes a Figure;
// decoration is page furniture.
//
//	a photograph of 200 x 150 points                    content
//	an image of 480 x 4 points                          a rule
//	an image of 5 x 5 points                            a dot
//	an image of one colour, or a run of colours         a ground
//	an image behind the text                            a ground
//	one at the same place of three pages                decoration, but for the first copy
//	                                                    of a small one, which may be a logo
//
// A picture with alternative text is content, whatever it looks like. A picture that the structure
// tree leaves out or marks as an artifact is decoration, unless readers plainly see it (isPlain).
func figure(ctx context.Context, d *draft) error {
	d.findRepeatedPictures()
	return d.eachSheet(ctx, func(s *sheet) {
		for i := range s.Figures {
			if len(s.Figures[i].Images) > 0 {
				d.images++
			}
		}
		for i := range s.parts {
			p := &s.parts[i]
			f := s.Blocks[p.block].Figure
			if p.count > 0 || f < 0 || int(f) >= len(s.Figures) {
				continue
			}
			role, why := semantic.Figure, "a picture of the page"
			if reason := d.decoration(s, p); reason != "" && d.alt(p) == "" {
				role, why = semantic.Artifact, reason
			}
			d.claim(p, role, because("figure", pictureWeight, why))
		}
	})
}

// alt returns the alternative text of the picture that p is.
func (d *draft) alt(p *part) string {
	s := d.sheetOf(p)
	return alternative(s.Figures[s.Blocks[p.block].Figure].Alt)
}

// alternative returns the alternative text that a document gives for a picture, or "" when that
// is the name of a file. Programs put the file's name there when their user gives no text,
// with the folders of that user.
func alternative(text string) string {
	text = strings.TrimSpace(strings.TrimRight(text, "\x00"))
	folder := strings.LastIndexAny(text, `/\`)
	name := text[folder+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || folder < 0 && strings.ContainsRune(name, ' ') {
		return text
	}
	switch strings.ToLower(name[dot+1:]) {
	case "jpg", "jpeg", "png", "gif", "bmp", "tif", "tiff", "svg", "webp", "emf", "wmf", "eps", "pdf":
		return ""
	}
	return text
}

// decoration returns the reason why the picture p of s is no content, or "" when it is.
func (d *draft) decoration(s *sheet, p *part) string {
	f := &s.Figures[s.Blocks[p.block].Figure]
	switch d.standing(s, p, f.Mark) {
	case isFigure:
		return ""
	case isOutside:
		if !s.isPlain(f) {
			return "a picture that no element of the structure tree holds"
		}
	}
	if !f.Vector && s.isArtifactMark(f.Mark) && !s.isPlain(f) {
		return "an image that the document marks as an artifact"
	}
	return d.ornament(s, p)
}

// Thresholds.
//
// Decoration: images that say nothing. Lengths are in points.
const (
	// ruleSide is the shorter side below which an image is a rule. An image below stripSide is a
	// rule, too, when it is stripShape times as long as wide: bars below headings are that long,
	// and lines of text that are images are shorter or higher.
	ruleSide   = 3
	stripSide  = 12
	stripShape = 25
	// iconSide is the longer side of the smallest image that shows anything. Bullets
	// and dots are smaller; images of single letters have 9 points and more.
	iconSide = 9
	// flatSamples is the most samples in one direction of a run of colours or a plain surface.
	flatSamples = 2
	// groundPage is the share of the page from which an image is the background of the page, or
	// the scanned page itself. groundBytes is the length of text on a smaller image from which the
	// image is its background: titles and labels of pictures are shorter. On an image of the whole
	// page coverBytes are enough: a title and its author.
	groundPage  = 0.75
	groundBytes = 240
	coverBytes  = 120
	// shownPart is the least share of a page for an image that is shown although its tags
	// call it decoration. Two charts that were tagged so take .074 of their pages. Of 941 documents, 8 show
	// something more by this rule.
	shownPart = 0.03
	// drawnSide is the shorter side of the smallest drawing that is no word, as in package layout.
	drawnSide = 36
	// groundTargets is the most pictures of a page that are tested for being a background.
	groundTargets = limits.GroundPictures
	// repeatedPages is the number of pages from which an image at the same place, within placeStep,
	// is decoration. The first copy stays if it takes less than logoPage of its page: it may say
	// whose document it is.
	repeatedPages = 3
	placeStep     = 4
	logoPage      = 0.1
)

// isPlain reports whether everyone who looks at the page sees a picture, whatever its tags say: an
// image that takes shownPart of the page, has no words on it, and is not the whole page. Programs
// mark images as artifacts if their author gave no alternative text, charts as well as flowers.
func (s *sheet) isPlain(f *layout.Figure) bool {
	page := s.Width * s.Height
	if f.Vector || f.Box.Width()*f.Box.Height() < shownPart*page || s.isPage(&f.Box) {
		return false
	}
	for i := range s.Lines {
		if inside(&s.Lines[i].Box, &f.Box) {
			return false
		}
	}
	return true
}

// ornament returns the reason why the picture p of s says nothing, whatever the document
// says of it, or "" when it may say something.
func (d *draft) ornament(s *sheet, p *part) string {
	i := s.Blocks[p.block].Figure
	f := &s.Figures[i]
	long, short := max(f.Box.Width(), f.Box.Height()), min(f.Box.Width(), f.Box.Height())
	switch {
	case f.Vector: // layout has left out the grounds and rules
	case short < ruleSide || short < stripSide && long > stripShape*short:
		return "an image that is a rule"
	case long < iconSide:
		return "an image that is a dot"
	case hasFewSamples(f):
		return "an image of one colour, or a run of colours"
	case i < groundTargets && d.isGround(s, f):
		return "an image behind the text"
	}
	if s.isPage(&f.Box) {
		return "" // each page of a scan has its picture where the others have theirs
	}
	if use := d.repeated[keyOfPicture(f)]; use.repeats() && (s.index != use.first || !use.mayBeLogo(s, f)) {
		return "a picture that repeats from page to page"
	}
	return ""
}

// standing returns what the structure tree says of the picture that p is.
func (d *draft) standing(s *sheet, p *part, mark int32) tagStanding {
	if d.tree == nil || int(p.block) >= len(s.places) {
		return unheld
	}
	if place := s.places[p.block]; place.chunk >= 0 && !place.loose {
		return isFigure
	}
	if mark >= 0 && int(mark) < len(s.content) && s.content[mark] >= 0 {
		return unheld // it is content of an element that is no figure
	}
	if d.tree.knows&figureTags != 0 {
		return isOutside
	}
	return unheld
}

// tagStanding is what the structure tree says about a picture.
type tagStanding uint8

const (
	unheld    tagStanding = iota // nothing
	isFigure                     // an element says that it is a figure
	isOutside                    // the tree has figures, but not this one
)

// isArtifactMark reports whether mark or one around it is an artifact.
func (s *sheet) isArtifactMark(mark int32) bool {
	for n := 0; mark >= 0 && int(mark) < len(s.Marks) && n < maxTagDepth; n++ {
		if s.Marks[mark].Artifact || s.isArtifactElement(int(mark)) {
			return true
		}
		mark = s.Marks[mark].Parent
	}
	return false
}

// hasFewSamples reports whether f is one image with hardly any samples one way.
func hasFewSamples(f *layout.Figure) bool {
	return len(f.Parts) == 1 && min(f.Parts[0].Width, f.Parts[0].Height) <= flatSamples
}

// isGround reports whether a picture is the background of text: more text stands on it than
// labels and a title. A picture of a whole page is a background even if only a few words stand on
// it, if other pages have one like it and the words were not recognised in it:
//
//	+-------------+    +-------------+    +-------------+
//	| ~~~~ ~~ ~~~ |    |   /\  o     |    | Our year    |
//	| ~~ ~~~~ ~~  |    |  /  \/\     |    |          /// |
//	| ~~~ ~~~ ~~~ |    | Plate IV    |    | ///     ////|
//	+-------------+    +-------------+    +-------------+
//	 background         a picture          background of each page
func (d *draft) isGround(s *sheet, f *layout.Figure) bool {
	bytes, recognised := 0, true
	for i := range s.Lines {
		if l := &s.Lines[i]; inside(&l.Box, &f.Box) {
			bytes += int(l.End - l.Start)
			recognised = recognised && l.OCR
		}
	}
	if !s.isPage(&f.Box) {
		return bytes > groundBytes
	}
	return bytes > coverBytes || bytes > 0 && !recognised && d.repeated[keyOfPicture(f)].repeats()
}

// isPage reports whether a picture covers the page.
func (s *sheet) isPage(box *layout.Rect) bool {
	return box.Width()*box.Height() >= groundPage*s.Width*s.Height
}

// pictureKey is equal for pictures of one size at one place. It does not ask whether the file
// stores them once: some producers write a logo anew for each page.
type pictureKey struct {
	width, height  int   // samples
	x0, y0, x1, y1 int32 // its place, in steps of placeStep
}

func keyOfPicture(f *layout.Figure) pictureKey {
	step := func(v float32) int32 { return int32(v / placeStep) }
	k := pictureKey{x0: step(f.Box.X0), y0: step(f.Box.Y0), x1: step(f.Box.X1), y1: step(f.Box.Y1)}
	for i := range f.Parts {
		k.width, k.height = k.width+f.Parts[i].Width, k.height+f.Parts[i].Height
	}
	return k
}

// pictureUse counts the pages that have a picture at the same place.
type pictureUse struct {
	first int32 // the first page that has it, in draft.sheets
	pages int
}

func (u pictureUse) repeats() bool { return u.pages >= repeatedPages }

// mayBeLogo reports whether the first copy of a picture that repeats may say whose
// document it is, as a logo or a running head that is drawn.
func (u pictureUse) mayBeLogo(s *sheet, f *layout.Figure) bool {
	w, h := f.Box.Width(), f.Box.Height()
	return (min(w, h) >= figureSidePoints || isDrawnWord(f)) && w*h <= logoPage*s.Width*s.Height
}

// isDrawnWord reports whether a figure is a word or a formula that is drawn as outlines:
// package layout makes no other drawing that small.
func isDrawnWord(f *layout.Figure) bool {
	return f.Vector && min(f.Box.Width(), f.Box.Height()) < drawnSide
}

// findRepeatedPictures counts the pages on which a picture has the same place.
func (d *draft) findRepeatedPictures() {
	d.repeated = map[pictureKey]pictureUse{}
	for i := range d.sheets {
		s := &d.sheets[i]
		for k := range s.Figures {
			key := keyOfPicture(&s.Figures[k])
			use, seen := d.repeated[key]
			if !seen {
				use.first = s.index
			}
			use.pages++
			d.repeated[key] = use
		}
	}
}

package infer

import (
	"context"
	"strings"

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
// What the document describes is content whatever it looks like. What its structure tree
// leaves out or marks as an artifact is none, unless a reader plainly sees it (isPlain).
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

// alt is the alternative text of the picture that p is.
func (d *draft) alt(p *part) string {
	s := d.sheetOf(p)
	return alternative(s.Figures[s.Blocks[p.block].Figure].Alt)
}

// alternative is what a document gives as the alternative of a picture, unless that is
// the name of its file: programs put it there when their user gives none, with the
// folders of that user.
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

// decoration is the reason why the picture p of s is no content; "": it is.
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
	// ruleSide is the shorter side of an image that is a rule; one that is wider is a
	// strip below stripSide when it is stripShape times as long: bars below headings
	// are, and lines of text that are images are shorter or higher.
	ruleSide   = 3
	stripSide  = 12
	stripShape = 25
	// iconSide is the longer side of the smallest image that shows anything: bullets
	// and dots are smaller, signs of 9 points and more are letters of their own.
	iconSide = 9
	// flatSamples is how many samples one way a run of colours has, or a plain surface.
	flatSamples = 2
	// groundPage is the share of the page from which an image is its ground, or the page
	// itself as it was scanned; groundBytes is how much text makes a smaller one the
	// ground of what stands on it: titles and labels of pictures have less. Of one that is
	// the page coverBytes do: a title and who wrote it.
	groundPage  = 0.75
	groundBytes = 240
	coverBytes  = 120
	// shownPart is the share of a page that an image takes at least which is shown although its tags
	// call it decoration. Two charts that were tagged so take .074 of their pages. Of 941 documents 8 show
	// something more by this rule.
	shownPart = 0.03
	// drawnSide is the shorter side of the smallest drawing that is no word, as in layout.
	drawnSide = 36
	// groundTargets is of how many pictures of a page that is asked.
	groundTargets = 256
	// repeatedPages is on how many pages an image has the same place, within placeStep,
	// that belongs to the pages and not to what they say. The first copy of one that
	// takes less than logoPage of its page stays: it may say whose document it is.
	repeatedPages = 3
	placeStep     = 4
	logoPage      = 0.1
)

// isPlain reports whether a picture is one for all who look at the page, whatever its tags say:
// an image that takes shownPart of the page, has no words on it, and is not the page. Programs
// mark images as artifacts whose author gave no alternative, charts as well as flowers.
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

// ornament is the reason why the picture p of s says nothing, whatever the document
// says of it; "": it may say something.
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

// standing is what the structure tree says of the picture that p is.
func (d *draft) standing(s *sheet, p *part, mark int32) tagStanding {
	if d.tree == nil || int(p.block) >= len(s.places) {
		return unheld
	}
	if place := s.places[p.block]; place.chunk >= 0 && !place.loose {
		return isFigure
	}
	if mark >= 0 && int(mark) < len(s.content) && s.content[mark] >= 0 {
		return unheld // it is content of some element that is no figure
	}
	if d.tree.knows&figureTags != 0 {
		return isOutside
	}
	return unheld
}

// tagStanding is how a picture stands to the structure tree.
type tagStanding uint8

const (
	unheld    tagStanding = iota // nothing is known
	isFigure                     // an element says that it is one
	isOutside                    // the tree has figures, and it is none of them
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

// isGround reports whether text stands on a picture: more than labels and a title. The
// picture of a page is ground where a few words stand on it, too, if other pages have one
// like it, unless they were recognised in it:
//
//	+-------------+    +-------------+    +-------------+
//	| ~~~~ ~~ ~~~ |    |   /\  o     |    | Our year    |
//	| ~~ ~~~~ ~~  |    |  /  \/\     |    |          /// |
//	| ~~~ ~~~ ~~~ |    | Plate IV    |    | ///     ////|
//	+-------------+    +-------------+    +-------------+
//	 ground             a picture          ground, of each page
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

// pictureKey tells pictures apart that are placed alike, whether or not the file has
// them once: some producers write a logo anew for each page.
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

// pictureUse is how often a picture is placed alike.
type pictureUse struct {
	first int32 // the page that has it first, in draft.sheets
	pages int
}

func (u pictureUse) repeats() bool { return u.pages >= repeatedPages }

// mayBeLogo reports whether the first copy of a picture that repeats may say whose
// document it is: a running head that is drawn does.
func (u pictureUse) mayBeLogo(s *sheet, f *layout.Figure) bool {
	w, h := f.Box.Width(), f.Box.Height()
	return (min(w, h) >= figureSidePoints || isDrawnWord(f)) && w*h <= logoPage*s.Width*s.Height
}

// isDrawnWord reports whether a figure is a word or a formula that is drawn as outlines:
// layout makes no other drawing as low.
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

package quality

import (
	"regexp"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// picture are words that say that there is a picture, ofPictures those that say what kind of one beside
// them. An alternative of nothing else says nothing: "Figure 2", "Flow chart", "Embedded Image". The
// latter alone may be what is shown: "Map", "Pie".
var (
	picture = set(`
	image images img picture pictures pic photo photos photograph figure figures fig graphic graphics graph chart charts
	diagram drawing illustration illustrations icon logo screenshot clipart flowchart placeholder alt alternative
	bild abbildung abb grafik foto diagramm zeichnung skizze
	imagen figura gráfico grafico fotografía dibujo
	photographie schéma dessin
	immagine disegno grafica`)
	ofPictures = set(`
	plot map scan shape object table formula equation panel bar pie line flow scatter column embedded inline linked untitled
	text description decorative tabelle
	a an the of this is no number nr here`)
)

// fileName is an alternative that is the name of a file, with the folders it stands in.
var fileName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\S.{0,200}\.(png|jpe?g|gif|tiff?|bmp|eps|svg|emf|wmf|pdf|psd|webp|jp2)$`)
})

// alternatives judges what stands for each figure. A tagged one without any is for the rules of PDF/UA.
func (c *checker) alternatives() {
	if c.Structure == nil {
		c.untaggedPictures()
		return
	}
	pages := c.byNumber()
	shown := map[int]string{} // the words of pages between spaces
	searched := 0
	for i := range c.Structure.Elements {
		if c.over() {
			return
		}
		e := &c.Structure.Elements[i]
		if e.Role != "Figure" {
			continue
		}
		alt := alternativeOf(e)
		if alt == "" {
			continue
		}
		_, page := c.textOf(int32(i))
		at := Finding{Page: page, Text: alt}
		words := wordsOf(alt)
		var sure bool
		if at.Message, sure = saysNothing(alt, words); at.Message != "" {
			if sure {
				c.breaks(&alternativeSays, at)
			} else {
				c.doubts(&alternativeSays, at)
			}
			continue
		}
		c.holds(&alternativeSays)
		if _, read := shown[page]; !read && pages[page] != nil {
			shown[page] = " " + strings.Join(wordsOf(pages[page].Text), " ") + " "
		}
		if searched += len(shown[page]); searched > limits.CaptionSearch {
			at.Message = "the alternative was not compared with the page: the document has too many pictures"
			c.doubts(&alternativeTitle, at)
			continue
		}
		switch where := repeated(shown[page], words); {
		case where == nowhere || where == inText && len(words) <= nameWords:
			c.holds(&alternativeTitle) // a name is what it is, wherever it stands on the page
		case where == inCaption && len(words) <= titleWords:
			at.Message = "the alternative is no more than the title of the caption"
			c.breaks(&alternativeTitle, at)
		default:
			at.Message = "the alternative repeats text of the page; does it say what the picture shows?"
			c.doubts(&alternativeTitle, at)
		}
	}
}

// untaggedPictures names the pictures of a document without tags, which have no alternative: even
// decoration had to be marked as such.
func (c *checker) untaggedPictures() {
	if c.Seen == nil {
		return
	}
	for n := range c.Seen.Root.All() {
		if c.over() {
			return
		}
		if n.Role != semantic.Figure || n.Attr == nil || n.Attr.Figure == nil {
			continue
		}
		c.breaks(&alternativeSays, Finding{Page: int(n.Page), Box: n.Attr.Figure.Box, Message: "the picture has no alternative: the document is not tagged"})
	}
}

// saysNothing is why an alternative of these words says nothing, or "", and whether that is sure.
func saysNothing(alt string, words []string) (why string, sure bool) {
	if fileName().MatchString(alt) {
		// "Choose Export and save report.pdf" is a sentence; "scan of page 2.png" may be either.
		if n := len(strings.Fields(alt)); n == 1 {
			return "the alternative is the name of a file", true
		} else if n <= fileWords {
			return "the alternative may be the name of a file", false
		}
	}
	kinds := 0
	for _, w := range words {
		switch {
		case picture[w]:
			kinds++
		case !ofPictures[w] && strings.ContainsFunc(w, func(r rune) bool { return r < '0' || r > '9' }) && len(w) > 1:
			return "", true
		}
	}
	switch {
	case kinds > 0:
		return "the alternative says that there is a picture, and not what it shows", true
	case len(words) == 0:
		return "the alternative has no words", true
	}
	return "does the alternative say what the picture shows?", false
}

// repetition is where words of an alternative stand on a page, too.
type repetition uint8

const (
	nowhere repetition = iota
	inText
	inCaption // behind the label of a caption, such as "Figure 3", or with it
)

// repeated is where words stand among those of a page.
func repeated(page string, words []string) repetition {
	where := nowhere
	for sought, from := " "+strings.Join(words, " ")+" ", 0; ; {
		at := strings.Index(page[from:], sought)
		if at < 0 {
			return where
		}
		where = inText
		before := page[max(0, from+at-maxLabel) : from+at]
		if isLabel(strings.Fields(before)) || len(words) > 1 && isLabel(words[:2]) {
			return inCaption
		}
		from += at + len(sought) - 1
	}
}

// maxLabel is how many bytes before a text the label of a caption may begin: "illustrations 12.34b".
const maxLabel = 24

// isLabel reports whether words end with the label of a caption.
func isLabel(words []string) bool {
	for i := len(words) - 1; i > 0 && isCount(words[i]); i-- { // "figure 3 2"
		if w := words[i-1]; picture[w] || ofPictures[w] {
			return true
		}
	}
	return false
}

// isCount reports whether a word numbers something: "3", "2a", "b", "iv".
func isCount(w string) bool {
	return len(w) == 1 || strings.ContainsAny(w, "0123456789") || strings.Trim(w, "ivx") == ""
}

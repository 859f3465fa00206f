package quality

import (
	"regexp"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// picture has words that say that there is a picture. ofPictures has words that may stand beside them and
// say what kind of picture it is. An alternative that has only words of both says nothing: "Figure 2", "Flow
// chart", "Embedded Image". A word of ofPictures alone may be what the picture shows: "Map", "Pie".
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

// fileName matches an alternative that is the name of a file, with or without its folders.
var fileName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\S.{0,200}\.(png|jpe?g|gif|tiff?|bmp|eps|svg|emf|wmf|pdf|psd|webp|jp2)$`)
})

// alternatives judges the alternative of each figure. It skips tagged figures without an alternative, because
// the rules of PDF/UA report those.
func (c *checker) alternatives() {
	if c.Structure == nil {
		c.untaggedPictures()
		return
	}
	pages := c.byNumber()
	shown := map[int]string{} // the words of each page, with a space around each word
	searched := 0
	for i := range c.Structure.Elements {
		if c.ended() {
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
			at.Message = "the alternative was not compared with the page, because the document has too many pictures; check that it says more than the caption"
			c.doubts(&alternativeTitle, at)
			continue
		}
		switch where := repeated(shown[page], words); {
		case where == nowhere || where == inText && len(words) <= nameWords:
			c.holds(&alternativeTitle) // a short text is a name, which may stand on the page, too
		case where == inCaption && len(words) <= titleWords:
			at.Message = "the alternative only repeats the title in the caption; say what the picture shows"
			c.breaks(&alternativeTitle, at)
		default:
			at.Message = "the alternative repeats text of the page; check that it says what the picture shows"
			c.doubts(&alternativeTitle, at)
		}
	}
}

// untaggedPictures reports each picture of a document without tags. Without tags no picture has an
// alternative, and none is marked as decoration.
func (c *checker) untaggedPictures() {
	if c.Seen == nil {
		return
	}
	for n := range c.Seen.Root.All() {
		if c.ended() {
			return
		}
		if n.Role != semantic.Figure || n.Attr == nil || n.Attr.Figure == nil {
			continue
		}
		c.breaks(&alternativeSays, Finding{Page: int(n.Page), Box: n.Attr.Figure.Box, Message: "the picture has no alternative, because the document has no tags; tag the document and describe the picture, or mark it as decoration"})
	}
}

// saysNothing returns why the alternative alt says nothing, or "". words are the words of alt. sure reports
// whether no person has to look.
func saysNothing(alt string, words []string) (why string, sure bool) {
	if fileName().MatchString(alt) {
		// "Choose Export and save report.pdf" is a sentence. "scan of page 2.png" may be a sentence or a name.
		if n := len(strings.Fields(alt)); n == 1 {
			return "the alternative is the name of a file; say what the picture shows", true
		} else if n <= fileWords {
			return "the alternative may be the name of a file; check that it says what the picture shows", false
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
		return "the alternative says that there is a picture, but not what the picture shows; describe it", true
	case len(words) == 0:
		return "the alternative has no words; say what the picture shows", true
	}
	return "the alternative may say too little; check that it says what the picture shows", false
}

// repetition says where on the page the words of an alternative stand again.
type repetition uint8

const (
	nowhere repetition = iota
	inText
	inCaption // behind the label of a caption, such as "Figure 3", or together with the label
)

// repeated returns where the words stand in the text of a page, which has a space around each word.
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

// maxLabel is how many bytes in front of a text are searched for the label of a caption. "illustrations
// 12.34b" is a long label.
const maxLabel = 24

// isLabel reports whether the words end with the label of a caption: a word for a picture and numbers.
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

package quality

import (
	"regexp"
	"strings"
)

// kindsOfPictures are words that name a kind of picture, or say that there is one. An alternative of
// nothing else says nothing: "Figure 2", "Flow chart", "Embedded Image".
var kindsOfPictures = set(`
	image images img picture pictures pic photo photos photograph figure figures fig graphic graphics graph chart charts
	diagram drawing illustration illustrations icon logo plot map screenshot scan shape object clipart table formula equation panel
	bar pie line flow flowchart scatter column embedded inline linked untitled placeholder alt alternative text description decorative
	a an the of this is no number nr here
	bild abbildung abb grafik foto diagramm zeichnung skizze tabelle
	imagen figura gráfico grafico fotografía dibujo
	figurine photographie schéma dessin
	immagine disegno grafica`)

// fileName is an alternative that is the name of a file, with the folders it stands in.
var fileName = regexp.MustCompile(`(?i)^\S.{0,200}\.(png|jpe?g|gif|tiff?|bmp|eps|svg|emf|wmf|pdf|psd|ai|webp|jp2)$`)

// titleWords is how many words a title of a caption has at most: longer ones say something, even if
// they stand on the page, too.
const titleWords = 12

// alternatives judges what stands for each figure. One without any is for the rules of PDF/UA.
func (c *checker) alternatives() {
	if c.Structure == nil {
		return
	}
	shown := map[int]string{} // the words of each page between spaces
	for _, p := range c.Pages {
		shown[p.Number] = " " + strings.Join(wordsOf(p.Text), " ") + " "
	}
	for i := range c.Structure.Elements {
		e := &c.Structure.Elements[i]
		alt := alternativeOf(e)
		if e.Role != "Figure" || alt == "" {
			continue
		}
		_, page := c.textOf(int32(i))
		at := Finding{Page: page, Text: alt}
		if at.Message = saysNothing(alt); at.Message != "" {
			c.breaks(&alternativeSays, at)
			continue
		}
		c.holds(&alternativeSays)
		words := wordsOf(alt)
		switch repeats := strings.Contains(shown[page], " "+strings.Join(words, " ")+" "); {
		case !repeats:
			c.holds(&alternativeTitle)
		case len(words) <= titleWords:
			at.Message = "the alternative is no more than a title that stands on the page already"
			c.breaks(&alternativeTitle, at)
		default:
			at.Message = "the alternative repeats text of the page; does it say what the picture shows?"
			c.doubts(&alternativeTitle, at)
		}
	}
}

// saysNothing is why an alternative says nothing, or "".
func saysNothing(alt string) string {
	if fileName.MatchString(strings.TrimSpace(alt)) {
		return "the alternative is the name of a file"
	}
	said := 0
	for _, w := range wordsOf(alt) {
		if !kindsOfPictures[w] && strings.ContainsFunc(w, func(r rune) bool { return r < '0' || r > '9' }) && len(w) > 1 {
			said++
		}
	}
	if said == 0 {
		return "the alternative says that there is a picture, and not what it shows"
	}
	return ""
}

// Command gen makes docs/gallery: documents of this repository, and what pagelift makes of each on a
// screen, in the dark, on a phone, on paper and as a facsimile. It needs pdftoppm (Poppler) and chromium.
//
//	go run ./docs/gallery/gen [-fonts FOLDER] [NAME ...]
//
// Pictures show the fonts of the machine. With -fonts they show Noto Serif and Noto Sans of that folder
// in the place of Georgia and the font of the system.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shown is one document of the gallery.
type shown struct {
	name     string // of its pictures
	document string // its file, from the root of the repository
	title    string
	words    string // what to look at
}

// gallery are the documents in their order. All are of our own making: internal/regress/corpus says how.
var gallery = []shown{
	{"paper", "internal/regress/corpus/paper-tex.pdf", "A paper in two columns", "One column, words that a hyphen cut whole again, headings, figures with their captions, references."},
	{"form", "examples/form.pdf", "A form", "Each control has the label that stands beside it on the page, in a grid, on a phone below each other."},
	{"statement", "internal/regress/corpus/invoice-sans.pdf", "A statement", "Amounts stand at the right in figures of one width; on a phone the table has smaller type before it scrolls."},
	{"timetable", "internal/regress/corpus/timetable-plain.pdf", "A timetable", "Wide tables scroll in their own box, their first column in sight; on paper nothing is cut off."},
	{"brochure", "internal/regress/corpus/brochure.pdf", "A folded brochure", "Panels in the order in which they are read, a photograph with its caption."},
	{"report", "internal/regress/corpus/report-corporate.pdf", "A report", "Sections, a table with its caption, notes, the numbers of the pages in the margin."},
	{"slides", "internal/regress/corpus/slides.pdf", "Slides", "One text: headings, lists in lists, a drawing that stays sharp."},
	{"japanese", "internal/regress/corpus/ja.pdf", "Japanese", "Lines end where readers expect it, with more room between them."},
	{"arabic", "internal/regress/corpus/ar.pdf", "Arabic", "From right to left, margins and tables, too."},
}

const folder = "docs/gallery"

func main() {
	log.SetFlags(0)
	fonts := flag.String("fonts", "", "a folder with Noto Serif and Noto Sans")
	flag.Parse()
	if err := run(*fonts, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// run makes the pictures of the documents of these names, of all without any, and the page with them.
func run(fonts string, names []string) error {
	dir, err := os.MkdirTemp("", "gallery")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if fonts != "" {
		config, err := preferFonts(dir, fonts)
		if err != nil {
			return err
		}
		if err := os.Setenv("FONTCONFIG_FILE", config); err != nil {
			return err
		}
	}
	for _, s := range gallery {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		v := &viewer{shown: s, dir: filepath.Join(dir, s.name)}
		if err := v.draw(); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return os.WriteFile(filepath.Join(folder, "README.md"), []byte(readme()), 0o644)
}

// readme is the page with the pictures.
func readme() string {
	var b strings.Builder
	b.WriteString("# Gallery\n\nDocuments of this repository and what pagelift makes of them. The first picture of each has the first page of the PDF on the left and the HTML\n" +
		"on the right; the second has the HTML in a dark scheme, on a phone, printed, and the facsimile (`--preserve-formatting`).\n\n" +
		"`go run ./docs/gallery/gen` makes the pictures and this page. Fonts are those of the machine that made them: a reader sees those of his own.\n")
	for _, s := range gallery {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", s.title, s.words)
		fmt.Fprintf(&b, "![%s: the first page beside its HTML](%s)\n\n", s.title, s.files()[0])
		fmt.Fprintf(&b, "![%s: dark, on a phone, printed, as a facsimile](%s)\n\n", s.title, s.files()[1])
		fmt.Fprintf(&b, "    pagelift convert %s -o %s.html\n", s.document, s.name)
	}
	return b.String()
}

// files are the names of its pictures.
func (s *shown) files() [2]string { return [2]string{s.name + ".png", s.name + "-more.png"} }

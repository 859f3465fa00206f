package convert

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"

	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pipeline"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
	"github.com/pagelift/pagelift/ocr/tesseract"
	"github.com/pagelift/pagelift/semantic"
)

// Options selects what Convert does. The zero value is valid: all switches off,
// limits at their defaults. DefaultOptions has what most callers want.
type Options struct {
	// SemanticHTML writes the HTML5 vocabulary on top of the structure that is
	// always found: landmarks, sections, figures, notes. Off: a flat document of
	// headings, paragraphs, lists and tables.
	SemanticHTML bool

	// ExtractImages makes raster images and drawings assets of the result, as the pages
	// show them. Decoration is left out. Off: they keep their place as text
	// alternatives.
	ExtractImages bool

	// AccessibilityCheck checks the HTML that is returned, and what the document lacks,
	// and fills Result.Accessibility and Metadata.AccessibilityScore.
	AccessibilityCheck bool

	// PreserveFormatting reproduces the look of the pages: each is there as it is, with its
	// text where it stands, in its fonts, over its graphics. The elements are those of
	// SemanticHTML, or of the flat document without it; what only a page has, such as
	// running heads, is there too.
	PreserveFormatting bool

	// Math is how formulas are written that the document has no MathML of. "": MathML.
	Math Math

	// Theme is what the document looks like. "": ThemeReader.
	Theme Theme

	// Stylesheet is CSS that is added behind that of the theme, or stands in its place with
	// ThemeNone: docs/styling.md has the custom properties and classes that it can use. It has 256 KiB
	// at most, is complete, and fetches nothing: no @import, and url() with data or a part of
	// the document only. Anything else is InvalidOption.
	Stylesheet string

	// OCREnabled recognises pages without usable text: those that are pictures, and
	// those whose text says nothing. Off: a warning ocr_recommended names them.
	OCREnabled bool

	// OCRImages recognises the images of pages with text as well: screenshots, pasted
	// scans, charts. The words of one that shows nothing but text are content in its
	// place; those of any other describe it. Images that the document describes, and
	// photographs, are left alone. Only with OCREnabled.
	OCRImages bool

	// OCRLanguages are BCP 47 tags of the languages that recognised pages may be
	// written in, the likeliest first; each costs time. None: the language that the
	// document names, or Language, or what is found by the look of the script.
	OCRLanguages []string

	// OCREngine recognises. nil: the installed program tesseract; when it, or one of
	// OCRLanguages, is missing and a page asks for it, Convert answers
	// UnsupportedFeature.
	OCREngine ocr.Engine

	// Describer describes the pictures of which the document says nothing: it is given each
	// with its caption and the text before it. What it says is marked as machine-made
	// (data-alt-source="model") and named in a warning picture_described; it never takes the
	// place of what the author wrote. 200 pictures, 64 MiB and 30 minutes for a document at most,
	// and 7 minutes for one picture; then its context is done. Only with ExtractImages. nil: nobody
	// describes.
	Describer describe.Engine

	// Corrections is what a person has judged of the document: the content of a file corrections.yaml, which
	// docs/accessibility.md describes. What no longer finds its place is named in a warning correction_missing and never applied
	// elsewhere. A file that contradicts itself, or has what it may not have, is InvalidOption with the line. Empty: nothing.
	Corrections []byte

	// Minify drops white space and other bytes that change nothing.
	Minify bool

	// KeepUnseen keeps text that a reader of the page does not see: hidden,
	// clipped, covered, off the page. Off: it is left out with a warning.
	KeepUnseen bool

	// KeepFurniture keeps running heads and feet and page numbers: in one hidden
	// element behind the content, page by page as they are printed. Off: they are
	// left out. They are never part of the content.
	KeepFurniture bool

	// Boxes says in the HTML where blocks, cells and figures stand: id, data-page, and
	// data-box with left, top, right and bottom in points from the upper left corner of the
	// page as it is shown. What goes on elsewhere has further boxes behind semicolons, those on another
	// page with its number and a colon before them. The ids are those of JSON and chunks.
	Boxes bool

	// Formats are the forms in which the result can be written besides HTML, each by a
	// method of Result; FS and WriteZip have their files, too. The result keeps the structure
	// of the document for that: about as much memory as HTML and text together. None: HTML
	// alone.
	Formats []Format

	// FormatOptions are how these are written.
	FormatOptions FormatOptions

	// Password opens an encrypted document, as user or as owner.
	Password string

	// Pages are the pages to convert. Empty: all. The order of the ranges does not
	// matter, and they may overlap: pages come in the order of the document, each
	// once, under their own numbers. A range that ends behind the last page is cut;
	// one that begins there is InvalidOption.
	Pages []PageRange

	// MaxPages fails documents with more pages (PageLimitExceeded), before
	// Pages is applied. 0: 50,000.
	MaxPages int

	// MaxBytes fails larger inputs (FileTooLarge). 0: 1 GiB.
	MaxBytes int64

	// Language is a BCP 47 tag used where the document names no language. It comes before
	// what the text itself tells.
	Language string

	// Name is what the document is called where it names itself nowhere, neither in
	// its metadata nor by a heading: the name of its file, say. It becomes the title
	// of the HTML. Metadata.Title stays what the document says.
	Name string

	// Workers is how many pages are read at the same time. 0: GOMAXPROCS.
	Workers int

	// CacheDir is a folder that keeps what later calls can use: the machine code of the
	// program that draws pages, which takes 3 s to make. It is made when it is missing;
	// nobody else may be able to write there. "": nothing is kept beyond the process.
	CacheDir string

	// Progress is called after each page with the number of pages done and in
	// all, from one goroutine at a time. nil: nobody listens.
	Progress func(done, total int)

	// Trace sees what each stage made. nil: nobody looks.
	Trace *Trace

	_ struct{} // callers must name the fields, so that fields can be added
}

// Math is how formulas are written. Those whose reading is in doubt are images in any case, or
// their text without ExtractImages; a warning formula_as_image names their pages.
type Math string

const (
	// MathML is MathML Core, with the TeX of each formula as its annotation. It is the default.
	MathML Math = "mathml"
	// MathTeX is LaTeX as text: between \( and \) in lines, between \[ and \] where a formula
	// stands by itself.
	MathTeX Math = "tex"
	// MathImage is an image of each formula as it looks, with its text as the alternative.
	// Without ExtractImages it is MathML.
	MathImage Math = "image"
)

// mathForms are the values of Options.Math.
var mathForms = map[Math]htmlout.Math{"": htmlout.MathML, MathML: htmlout.MathML, MathTeX: htmlout.MathTeX, MathImage: htmlout.MathImage}

// Theme is a stylesheet that pagelift has. All of them work in light and dark, on paper, and with
// colours that the reader forces.
type Theme string

const (
	// ThemeReader is a page to read: a font with serifs on a calm ground. It is the default.
	ThemeReader Theme = "reader"
	// ThemePlain has the font of the system, black on white.
	ThemePlain Theme = "plain"
	// ThemeNone has only what the classes of the HTML mean: labels of lists, formulas, texts of
	// pictures that only screen readers are to find.
	ThemeNone Theme = "none"
)

// themes are the values of Options.Theme.
var themes = map[Theme]htmlout.Theme{"": htmlout.Reader, ThemeReader: htmlout.Reader, ThemePlain: htmlout.Plain, ThemeNone: htmlout.NoTheme}

// PageRange is a range of pages, 1-based, both ends included. Last 0 means the
// last page of the document.
type PageRange struct {
	First, Last int
}

// Trace is a set of hooks, called as each stage completes. Any hook may be nil.
// Content and Layout are called from several goroutines at once, in any order of
// pages, for one page one after the other. The Content and the HTML are valid
// during the call only; a Page and a Document may be kept. Nothing may be changed.
type Trace struct {
	Content  func(*layout.Content)
	Layout   func(*layout.Page)
	Semantic func(*semantic.Document)
	HTML     func([]byte)
}

// DefaultOptions is what most callers want: SemanticHTML, ExtractImages,
// AccessibilityCheck, Minify and KeepFurniture on, everything else at its zero
// value.
func DefaultOptions() Options {
	return Options{SemanticHTML: true, ExtractImages: true, AccessibilityCheck: true, Minify: true, KeepFurniture: true}
}

// config is the only place where defaults are filled in and options checked.
func (o *Options) config() (pipeline.Config, error) {
	if err := o.check(); err != nil {
		return pipeline.Config{}, err
	}
	cfg := pipeline.Config{
		Semantic: o.SemanticHTML, Facsimile: o.PreserveFormatting, Minify: o.Minify, Math: mathForms[o.Math],
		Theme: themes[o.Theme], Stylesheet: o.Stylesheet,
		KeepUnseen: o.KeepUnseen, KeepFurniture: o.KeepFurniture,
		ExtractImages: o.ExtractImages, Accessibility: o.AccessibilityCheck,
		Describer: o.Describer,
		Password:  o.Password, Language: o.Language, Name: o.Name,
		MaxPages: cmp.Or(o.MaxPages, limits.Pages),
		MaxBytes: cmp.Or(o.MaxBytes, limits.FileBytes),
		Workers:  cmp.Or(o.Workers, runtime.GOMAXPROCS(0)),
		Progress: o.Progress,
		CacheDir: o.CacheDir,
	}
	if o.OCREnabled {
		cfg.Engine, cfg.OCRLanguages, cfg.OCRImages = o.OCREngine, o.OCRLanguages, o.OCRImages
		if cfg.Engine == nil {
			cfg.Engine = &tesseract.Program{}
		}
	}
	for _, r := range o.Pages {
		cfg.Pages = append(cfg.Pages, pipeline.PageRange(r))
	}
	if len(o.Corrections) > 0 {
		judged, err := corrections.Parse(o.Corrections)
		if err != nil {
			return pipeline.Config{}, &Error{Code: InvalidOption, Detail: err.Error()}
		}
		cfg.Corrections = judged
	}
	cfg.KeepTree, cfg.Boxes = len(o.Formats) > 0, o.needsBoxes()
	cfg.HTMLBoxes = o.Boxes
	if o.Trace != nil {
		cfg.Trace = pipeline.Trace(*o.Trace)
	}
	return cfg, nil
}

// check finds the first field that means nothing or asks for what cannot be done.
func (o *Options) check() error {
	invalid := func(format string, args ...any) error {
		return &Error{Code: InvalidOption, Detail: fmt.Sprintf(format, args...)}
	}
	switch {
	case o.OCRImages && !o.OCREnabled:
		return invalid("OCRImages without OCREnabled")
	case o.Describer != nil && !o.ExtractImages:
		return invalid("Describer without ExtractImages")
	case !isMath(o.Math):
		return invalid("Math is %q, and not mathml, tex or image", o.Math)
	case !isTheme(o.Theme):
		return invalid("Theme is %q, and not reader, plain or none", o.Theme)
	case o.MaxPages < 0:
		return invalid("MaxPages is negative")
	case o.MaxBytes < 0:
		return invalid("MaxBytes is negative")
	case o.Workers < 0:
		return invalid("Workers is negative")
	case o.Language != "" && !isLanguageTag(o.Language):
		return invalid("Language %q is not a BCP 47 tag", o.Language)
	}
	if err := htmlout.CheckStylesheet(o.Stylesheet); err != nil {
		return invalid("Stylesheet: %v", err)
	}
	if err := o.checkFormats(); err != nil {
		return err
	}
	for _, tag := range o.OCRLanguages {
		if !isLanguageTag(tag) {
			return invalid("OCRLanguages: %q is not a BCP 47 tag", tag)
		}
	}
	for _, r := range o.Pages {
		if r.First < 1 {
			return invalid("Pages: a range begins with page %d; the first page is 1", r.First)
		}
		if r.Last < 0 || r.Last > 0 && r.Last < r.First {
			return invalid("Pages: range %d to %d ends before it begins", r.First, r.Last)
		}
	}
	return nil
}

func isMath(m Math) bool {
	_, known := mathForms[m]
	return known
}

func isTheme(t Theme) bool {
	_, known := themes[t]
	return known
}

// Shape of a BCP 47 tag (RFC 5646 section 2.1).
const (
	maxTag    = 100 // longer than any registered combination
	maxSubtag = 8
)

// isLanguageTag reports whether tag has the shape of a BCP 47 tag; whether its
// subtags are registered is not looked up.
func isLanguageTag(tag string) bool {
	if len(tag) > maxTag {
		return false
	}
	for i, subtag := range strings.Split(tag, "-") {
		if subtag == "" || len(subtag) > maxSubtag {
			return false
		}
		for _, c := range []byte(subtag) {
			letter := 'a' <= c|0x20 && c|0x20 <= 'z'
			digit := '0' <= c && c <= '9'
			if !letter && (!digit || i == 0) {
				return false
			}
		}
	}
	return true
}

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

// Options selects what Convert does. The zero value is valid: all switches are off, and limits have their
// defaults. DefaultOptions has what most callers want.
type Options struct {
	// SemanticHTML writes the HTML5 vocabulary for the structure that is always found: landmarks, sections,
	// figures, notes. Off: a flat document of headings, paragraphs, lists and tables.
	SemanticHTML bool

	// ExtractImages makes raster images and drawings assets of the result, as the pages show them. Decoration is
	// left out. Off: text alternatives stand in their places.
	ExtractImages bool

	// AccessibilityCheck checks the returned HTML, and what the document lacks. It fills Result.Accessibility and
	// Metadata.AccessibilityScore.
	AccessibilityCheck bool

	// PreserveFormatting reproduces the look of the pages. Each page is shown as it is: its text at its position
	// and in its fonts, over its graphics. The elements are those of SemanticHTML or, without it, of the flat
	// document. What exists only on pages, such as running heads, is shown too.
	PreserveFormatting bool

	// Math says how formulas are written for which the document has no MathML. "": MathML.
	Math Math

	// Theme is the look of the document. "": ThemeReader.
	Theme Theme

	// Stylesheet is CSS that is added behind that of the theme, or replaces it with ThemeNone. docs/styling.md
	// lists the custom properties and classes that it can use. It must have at most 256 KiB, be complete, and load
	// nothing: no @import, and url() only with data or a part of the document. Anything else is InvalidOption.
	Stylesheet string

	// OCREnabled recognises pages without usable text: pages that are pictures, and pages whose text has no
	// meaning. Off: a warning ocr_recommended names them.
	OCREnabled bool

	// OCRImages also recognises the images of pages with text: screenshots, pasted scans, charts. If an image
	// shows only text, its words replace it. The words of any other image describe it. Images that the document
	// describes, and photographs, are left alone. It needs OCREnabled.
	OCRImages bool

	// OCRLanguages are BCP 47 tags of the languages that recognised pages may be written in, the likeliest first.
	// Each one costs time. None: the language that the document names, or Language, or the one found from the look
	// of the script.
	OCRLanguages []string

	// OCREngine recognises text. nil: the installed program tesseract. If it is missing, or one of OCRLanguages
	// is, and a page needs it, Convert fails with UnsupportedFeature.
	OCREngine ocr.Engine

	// Describer describes the pictures for which the document has no description. It gets each with its caption
	// and the text before it. Its descriptions are marked as machine-made (data-alt-source="model") and listed in
	// a warning picture_described. They never replace what the author wrote. The limits for a document are 200
	// pictures, 64 MiB and 30 minutes, and 7 minutes for one picture; then its context ends. It needs
	// ExtractImages. nil: nothing is described.
	Describer describe.Engine

	// Corrections are a person's corrections of the document: the content of a file corrections.yaml, which
	// docs/accessibility.md describes. A correction that no longer finds its place is named in a warning
	// correction_missing, and is never applied elsewhere. A file that contradicts itself, or has content that is
	// not allowed, is InvalidOption with the line. Empty: no corrections.
	Corrections []byte

	// Minify removes white space and other bytes that change nothing.
	Minify bool

	// KeepUnseen keeps text that a reader of the page does not see: hidden, clipped, covered, off the page. Off:
	// it is left out, and a warning says so.
	KeepUnseen bool

	// KeepFurniture keeps running heads and feet and page numbers: in one hidden element behind the content, page
	// by page as printed. Off: they are left out. They are never part of the content.
	KeepFurniture bool

	// Boxes says in the HTML where blocks, cells and figures stand. They get id, data-page, and data-box with
	// left, top, right and bottom in points from the upper left corner of the page as it is shown. If one
	// continues elsewhere, further boxes follow behind semicolons; a box on another page has the number of that
	// page and a colon before it. The ids are those of JSON and chunks.
	Boxes bool

	// Formats are the forms besides HTML in which the result can be written. Each has a method of Result; FS and
	// WriteZip contain their files, too. For that, the result keeps the structure of the document, which takes
	// about as much memory as HTML and text together. None: only HTML.
	Formats []Format

	// FormatOptions say how these forms are written.
	FormatOptions FormatOptions

	// Password opens an encrypted document. It may be that of the user or of the owner.
	Password string

	// Pages are the pages to convert. Empty: all. The ranges may be in any order and may overlap: pages are
	// converted in the order of the document, each once, under their own numbers. A range that ends behind the
	// last page is cut. A range that begins there is InvalidOption.
	Pages []PageRange

	// MaxPages rejects documents with more pages (PageLimitExceeded). Pages does not change that. 0: 50,000.
	MaxPages int

	// MaxBytes rejects larger inputs (FileTooLarge). 0: 1 GiB.
	MaxBytes int64

	// Language is a BCP 47 tag that is used if the document names no language. It has priority over what the text
	// tells.
	Language string

	// Name is a name for a document that has none, neither in its metadata nor as a heading: for example that of
	// its file. It becomes the title of the HTML. Metadata.Title is not changed by it.
	Name string

	// Workers is how many pages are read at the same time. 0: GOMAXPROCS.
	Workers int

	// CacheDir is a folder for what later calls can use: the machine code of the program that draws pages, which
	// takes 3 s to make. The folder is made if it is missing. Nobody else may be able to write to it. A process that
	// names several uses the first. "": nothing is kept after the process.
	CacheDir string

	// Progress is called after each page, with the number of pages that are done and of all. It is called from one
	// goroutine at a time. nil: it is not called.
	Progress func(done, total int)

	// Trace sees what each stage has made. nil: nothing is traced.
	Trace *Trace

	_ struct{} // callers must name the fields, so that fields can be added
}

// Math says how formulas are written. A formula whose reading is in doubt is always an image, or its text without
// ExtractImages. A warning formula_as_image names the pages of such formulas.
type Math string

const (
	// MathML is MathML Core, with the TeX of each formula as an annotation. It is the default.
	MathML Math = "mathml"
	// MathTeX is LaTeX as text: between \( and \) in lines, and between \[ and \] for a formula that stands alone.
	MathTeX Math = "tex"
	// MathImage is an image of each formula as the page shows it, with its text as the alternative. Without
	// ExtractImages it is MathML.
	MathImage Math = "image"
)

// mathForms are the values of Options.Math.
var mathForms = map[Math]htmlout.Math{"": htmlout.MathML, MathML: htmlout.MathML, MathTeX: htmlout.MathTeX, MathImage: htmlout.MathImage}

// Theme is a style sheet of pagelift. All themes work in light and dark, on paper, and with colours that the
// reader has forced.
type Theme string

const (
	// ThemeReader is a page to read: a font with serifs on a calm background. It is the default.
	ThemeReader Theme = "reader"
	// ThemePlain uses the font of the system, black on white.
	ThemePlain Theme = "plain"
	// ThemeNone has only what the classes of the HTML mean: labels of lists, formulas, and text of pictures that
	// only screen readers must find.
	ThemeNone Theme = "none"
)

// themes are the values of Options.Theme.
var themes = map[Theme]htmlout.Theme{"": htmlout.Reader, ThemeReader: htmlout.Reader, ThemePlain: htmlout.Plain, ThemeNone: htmlout.NoTheme}

// PageRange is a range of pages, 1-based, with both ends. Last 0 means the last page of the document.
type PageRange struct {
	First, Last int
}

// Trace is a set of hooks that are called when a stage completes. Any hook may be nil. Content and Layout are
// called from several goroutines at once. The pages come in any order, but for one page Content is called before
// Layout. The Content and the HTML are valid only during the call; a Page and a Document may be kept. Hooks must
// change nothing.
type Trace struct {
	Content  func(*layout.Content)
	Layout   func(*layout.Page)
	Semantic func(*semantic.Document)
	HTML     func([]byte)
}

// DefaultOptions returns what most callers want: SemanticHTML, ExtractImages, AccessibilityCheck, Minify and
// KeepFurniture are on, everything else has its zero value.
func DefaultOptions() Options {
	return Options{SemanticHTML: true, ExtractImages: true, AccessibilityCheck: true, Minify: true, KeepFurniture: true}
}

// config checks the options and fills in the defaults. No other function does.
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

// check returns an error for the first field that has no meaning or asks for something impossible.
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

// The form of a BCP 47 tag (RFC 5646 section 2.1).
const (
	maxTag    = 100 // longer than any registered combination
	maxSubtag = 8
)

// isLanguageTag reports whether tag has the form of a BCP 47 tag. It does not check whether the subtags are
// registered.
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

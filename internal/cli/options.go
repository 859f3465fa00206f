package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
)

// optionFlags are the flags that become convert.Options.
type optionFlags struct {
	opts         convert.Options
	pages        string
	maxBytes     string
	passwordFile string
	stylesheet   string
	describe     describeFlags
	corrections  string
	also         []string
}

// defineForms defines the flags for other forms than HTML.
func (o *optionFlags) defineForms(f *pflag.FlagSet) {
	f.StringSliceVar(&o.also, "also", nil, "with a folder or an archive: other forms in it, of md, json, txt, csv, jsonl and epub")
	f.BoolVar(&o.opts.Boxes, "boxes", false, "in HTML: on which page and where blocks, cells and figures stand, as data-page and data-box")
	w := &o.opts.FormatOptions
	f.BoolVar(&w.PageMarks, "page-marks", false, "mark where pages begin: <!-- page 12 --> in Markdown, a form feed in text")
	f.BoolVar(&w.Emphasis, "emphasis", false, "bold, italic, raised and lowered type and code in the lines of Markdown")
	f.BoolVar(&w.Anchors, "anchors", false, "anchors of HTML in Markdown for links to what is no heading and no note")
	f.BoolVar(&w.JSONLines, "json-lines", false, "the boxes of lines in JSON, too")
	f.BoolVar(&w.JSONEvidence, "json-evidence", false, "what rules said of the role of each block in JSON, too")
	f.IntVar(&w.TextWidth, "text-width", 0, "longest line of text in characters (default: a paragraph is one line)")
	f.BoolVar(&w.RepeatSpans, "repeat-spans", false, "in CSV: the text of a cell that spans several places in each of them")
	f.IntVar(&w.Chunks.Size, "chunk-size", 0, "longest chunk in characters (default 2000)")
	f.IntVar(&w.Chunks.Overlap, "chunk-overlap", 0, "characters that a chunk repeats of the one before, in whole sentences")
}

// reading defines the flags that say how a document is read.
func (o *optionFlags) reading(f *pflag.FlagSet) {
	f.StringVar(&o.pages, "pages", "", "pages to read, for example 1-3,7,10- (default all)")
	f.StringVar(&o.opts.Password, "password", "", "password of an encrypted document; other users of the machine may see it")
	f.StringVar(&o.passwordFile, "password-file", "", "file whose first line is the password")
	f.BoolVar(&o.opts.KeepUnseen, "keep-unseen", false, "keep text that a reader does not see: hidden, clipped, covered, off the page")
	o.recognising(f)
	f.BoolVar(&o.opts.OCRImages, "ocr-images", false, "with --ocr: recognise text in the images of other pages too")
	f.StringSliceVar(&o.opts.OCRLanguages, "ocr-language", nil, "languages that --ocr reads, such as en,de (default: the document's, or what is found)")
	f.StringVar(&o.opts.Language, "language", "", "language (BCP 47) of documents that name none")
	f.IntVar(&o.opts.MaxPages, "max-pages", 0, "refuse documents with more pages (default 50000)")
	f.StringVar(&o.maxBytes, "max-bytes", "", "refuse larger files; K, M and G count in 1024 (default 1G)")
	f.IntVar(&o.opts.Workers, "workers", 0, "pages read at the same time (default: one for each processor)")
}

// correcting defines the flag for corrections.
func (o *optionFlags) correcting(f *pflag.FlagSet) {
	f.StringVar(&o.corrections, "corrections", "", "file of what a person has judged (default: NAME"+correctionsSuffix+" beside NAME.pdf, if it is there)")
}

// correctionsSuffix is added to the name of a document for the name of its corrections.
const correctionsSuffix = ".corrections.yaml"

// correctionsOf returns the corrections of an input, from the file that was named or from the one beside the
// input.
func (o *optionFlags) correctionsOf(in string) ([]byte, error) {
	if o.corrections != "" {
		data, err := os.ReadFile(o.corrections)
		if err != nil {
			return nil, failed("--corrections", err)
		}
		return data, nil
	}
	if in == stdio {
		return nil, nil
	}
	data, err := os.ReadFile(strings.TrimSuffix(in, filepath.Ext(in)) + correctionsSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// recognising defines the flag for documents without text.
func (o *optionFlags) recognising(f *pflag.FlagSet) {
	f.BoolVar(&o.opts.OCREnabled, "ocr", false, "recognise pages without usable text")
}

// writing defines the flags that say what is written, with the library's defaults.
func (o *optionFlags) writing(f *pflag.FlagSet) {
	o.making(f)
	d := convert.DefaultOptions()
	f.Var(&choiceFlag[convert.Theme]{&o.opts.Theme, "name", []convert.Theme{convert.ThemeReader, convert.ThemePlain, convert.ThemeNone}}, "theme", "what the document looks like: reader, plain or none")
	f.StringVar(&o.stylesheet, "css", "", "file of CSS to add to that of the theme, or with --theme none to stand in its place")
	toggle(f, &o.opts.Minify, "minify", d.Minify, "leave out bytes that change nothing")
	o.describe.add(f)
	o.correcting(f)
	toggle(f, &o.opts.KeepFurniture, "keep-furniture", d.KeepFurniture, "running heads, feet and page numbers, hidden behind the content")
}

// making defines those output flags that a service supports, too.
func (o *optionFlags) making(f *pflag.FlagSet) {
	d := convert.DefaultOptions()
	toggle(f, &o.opts.SemanticHTML, "semantic-html", d.SemanticHTML, "landmarks, sections, figures and notes of HTML5")
	toggle(f, &o.opts.ExtractImages, "extract-images", d.ExtractImages, "images as files")
	toggle(f, &o.opts.AccessibilityCheck, "accessibility-check", d.AccessibilityCheck, "check the HTML against WCAG")
	toggle(f, &o.opts.PreserveFormatting, "preserve-formatting", d.PreserveFormatting, "reproduce the look of the pages")
	f.Var(&choiceFlag[convert.Math]{&o.opts.Math, "form", []convert.Math{convert.MathML, convert.MathTeX, convert.MathImage}}, "math", "formulas as mathml, tex or image")
}

// choiceFlag is a flag with one of a few values. The first value is the default. The empty value stands for it.
type choiceFlag[T ~string] struct {
	value  *T
	kind   string // what the help calls the value
	values []T
}

func (f *choiceFlag[T]) String() string {
	return string(cmp.Or(*f.value, f.values[0]))
}

// Set accepts one of the values.
func (f *choiceFlag[T]) Set(s string) error {
	if !slices.Contains(f.values, T(s)) {
		return fmt.Errorf("must be %s", listed(f.values))
	}
	*f.value = T(s)
	return nil
}

// Type returns what the help calls the value.
func (f *choiceFlag[T]) Type() string { return f.kind }

// listed returns values as part of a sentence: a, b or c.
func listed[T ~string](values []T) string {
	var b strings.Builder
	for i, v := range values {
		switch {
		case i > 0 && i == len(values)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}

// toggle defines --name and, if it is on by default, --no-name.
func toggle(f *pflag.FlagSet, p *bool, name string, on bool, usage string) {
	if on {
		usage += "; --no-" + name + " turns it off"
	}
	f.BoolVar(p, name, on, usage)
	if on {
		f.BoolFunc("no-"+name, "", func(s string) error {
			off, err := strconv.ParseBool(s)
			*p = !off
			return err
		})
		_ = f.MarkHidden("no-" + name) // the flag is defined on the line above
	}
}

// options returns the options that the flags select.
func (o *optionFlags) options() (convert.Options, error) {
	opts := o.opts
	opts.CacheDir = cacheDir()
	var err error
	for _, name := range o.also {
		f := form(name).format()
		if !slices.Contains(convert.Formats(), f) {
			return opts, fmt.Errorf("--also: %q is none of md, json, txt, csv, jsonl and epub", name)
		}
		opts.Formats = append(opts.Formats, f)
	}
	if opts.Pages, err = parsePages(o.pages); err != nil {
		return opts, err
	}
	if opts.MaxBytes, err = parseBytes(o.maxBytes); err != nil {
		return opts, err
	}
	if opts.Describer, err = o.describe.engine(); err != nil {
		return opts, err
	}
	if o.passwordFile != "" {
		if opts.Password != "" {
			return opts, errors.New("--password and --password-file exclude each other")
		}
		if opts.Password, err = firstLine(o.passwordFile); err != nil {
			return opts, failed("--password-file", err)
		}
	}
	if o.stylesheet != "" {
		if opts.Stylesheet, err = textFile(o.stylesheet, limits.StylesheetBytes); err != nil {
			return opts, failed("--css", err)
		}
	}
	return opts, nil
}

// textFile returns the text of a file. If the file has more than limit bytes, it returns one byte more than limit:
// the code that checks the size refuses that.
func textFile(name string, limit int64) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	return string(data), err
}

// cacheDir returns the folder for files that the program can create anew, among the folders of the user. It
// returns "" if the user has none.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "pagelift")
}

// parsePages reads page ranges: 1-3,7,10-.
func parsePages(s string) ([]convert.PageRange, error) {
	if s == "" {
		return nil, nil
	}
	var ranges []convert.PageRange
	for part := range strings.SplitSeq(s, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		r := convert.PageRange{}
		var err error
		if r.First, err = strconv.Atoi(first); err != nil || r.First < 1 {
			return nil, fmt.Errorf("--pages: %q is not a page or a range like 1-3", part)
		}
		switch {
		case !isRange:
			r.Last = r.First
		case last != "":
			if r.Last, err = strconv.Atoi(last); err != nil || r.Last < r.First {
				return nil, fmt.Errorf("--pages: %q does not end behind its beginning", part)
			}
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

// units are the suffixes of parseBytes as shifts.
var units = map[byte]int{'K': 10, 'M': 20, 'G': 30}

// maxBytesFlag keeps parseBytes from overflowing. No file is that large.
const maxBytesFlag = 1 << 53

// parseBytes reads a count of bytes: 1000, 64K, 50M, 2G.
func parseBytes(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	digits, shift := s, 0
	if n, ok := units[s[len(s)-1]]; ok {
		digits, shift = s[:len(s)-1], n
	}
	v, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || v < 1 || v > maxBytesFlag>>shift {
		return 0, fmt.Errorf("--max-bytes: %q is not a size like 1000, 64K, 50M or 2G", s)
	}
	return v << shift, nil
}

// maxPassword is the longest line that is read as a password. ISO 32000-2 clause 7.6.4.3.3 uses 127 bytes at most.
const maxPassword = 1024

// firstLine returns the first line of the file name, without its end.
func firstLine(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, maxPassword)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

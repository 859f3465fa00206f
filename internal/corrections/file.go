// Package corrections keeps what a person has judged of a document: the alternative of a picture, that a line is
// no heading, that a table has two rows of heads. The judgements are kept in a file beside the document. They
// apply again when a later version converts the document, or when there is a new edition: an entry refers to the
// content of a page, not to numbers of elements.
//
//	File     what the file says, as YAML
//	Parse    reads it, strictly
//	Apply    puts it into the tree of a document
//	Picture  what a picture looks like, in a word
package corrections

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/pagelift/pagelift/internal/limits"
)

// Version is the version of the form of the file.
const Version = 1

// File has what a person has judged of one document.
type File struct {
	Version  int       `yaml:"version" json:"version"`
	By       string    `yaml:"by,omitempty" json:"by,omitempty"` // who, for the reader of the report
	At       string    `yaml:"at,omitempty" json:"at,omitempty"` // when: a date
	Document Document  `yaml:"document,omitempty" json:"document,omitzero"`
	Pictures []Picture `yaml:"pictures,omitempty" json:"pictures,omitempty"`
	Blocks   []Block   `yaml:"blocks,omitempty" json:"blocks,omitempty"`
	Tables   []Table   `yaml:"tables,omitempty" json:"tables,omitempty"`
	Names    []Name    `yaml:"names,omitempty" json:"names,omitempty"`
}

// Document is the title of the document, and its language (BCP 47).
type Document struct {
	Title    string `yaml:"title,omitempty" json:"title,omitempty"`
	Language string `yaml:"language,omitempty" json:"language,omitempty"`
}

// Place is where something stood: the page, and left, top, right and bottom in points from the upper left corner
// of the page. Either may be different by now.
type Place struct {
	Page int       `yaml:"page,omitempty" json:"page,omitempty"`
	Box  []float64 `yaml:"box,omitempty,flow" json:"box,omitempty"`
}

// Picture is what a picture shows.
type Picture struct {
	Place       `yaml:",inline"`
	Looks       string `yaml:"looks,omitempty" json:"looks,omitempty"` // see LooksOf; empty for a drawing, which is found by size and place
	Alternative string `yaml:"alternative,omitempty" json:"alternative,omitempty"`
	Description string `yaml:"description,omitempty" json:"description,omitempty"` // details beyond the alternative, one paragraph a line
	Decorative  bool   `yaml:"decorative,omitempty" json:"decorative,omitempty"`
}

// Block is what a block of text is.
type Block struct {
	Place    `yaml:",inline"`
	Text     string `yaml:"text" json:"text"`                             // its whole text, or the beginning of it
	Role     string `yaml:"role,omitempty" json:"role,omitempty"`         // one of roles
	Level    int    `yaml:"level,omitempty" json:"level,omitempty"`       // of a heading: 1 to 6
	Language string `yaml:"language,omitempty" json:"language,omitempty"` // BCP 47
	After    string `yaml:"after,omitempty" json:"after,omitempty"`       // the text of the block that it is read behind
	Join     bool   `yaml:"join,omitempty" json:"join,omitempty"`         // with the next block
	Split    string `yaml:"split,omitempty" json:"split,omitempty"`       // the words with which a second block begins
}

// Table is how a table is read.
type Table struct {
	Place       `yaml:",inline"`
	Text        string `yaml:"text" json:"text"` // of its first row with text
	HeadRows    *int   `yaml:"head_rows,omitempty" json:"head_rows,omitempty"`
	HeadColumns *int   `yaml:"head_columns,omitempty" json:"head_columns,omitempty"`
	Caption     string `yaml:"caption,omitempty" json:"caption,omitempty"`
	Layout      bool   `yaml:"layout,omitempty" json:"layout,omitempty"` // the cells are text to be read one after the other
}

// Name is the name of a link or of a control of a form.
type Name struct {
	Place `yaml:",inline"`
	Link  string `yaml:"link,omitempty" json:"link,omitempty"`   // its text, or where it leads
	Field string `yaml:"field,omitempty" json:"field,omitempty"` // the name of the control in the document
	Name  string `yaml:"name" json:"name"`
}

// Roles of blocks.
const (
	Heading   = "heading"
	Paragraph = "paragraph"
	Quote     = "quote"
	ListItem  = "list"
	Caption   = "caption"   // of the figure or table beside it
	Furniture = "furniture" // a running head or foot
	Nothing   = "artifact"  // not content
)

var roles = []string{Heading, Paragraph, Quote, ListItem, Caption, Furniture, Nothing}

// Error says why a file of corrections is not valid.
type Error struct {
	Line   int // of the file, from 1; 0: unknown
	Detail string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return "corrections: " + e.Detail
	}
	return fmt.Sprintf("corrections: line %d: %s", e.Line, e.Detail)
}

// surrogates matches escapes that JSON has and YAML does not: those of characters beyond the basic plane. It also
// matches escaped backslashes, so that what follows them is not taken for an escape.
var surrogates = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)
})

// ParseJSON does what Parse does, for JSON with the same members.
func ParseJSON(data []byte) (*File, error) {
	if len(data) <= limits.CorrectionBytes && !json.Valid(data) {
		return nil, notJSON(data)
	}
	return Parse(surrogates().ReplaceAllFunc(data, func(found []byte) []byte {
		if len(found) == len(`\\`) {
			return found
		}
		var sign string
		if json.Unmarshal(slices.Concat([]byte(`"`), found, []byte(`"`)), &sign) != nil {
			return found // the YAML parser reports it
		}
		return []byte(sign)
	}))
}

// notJSON returns the error of text that is not JSON, with the line of the mistake.
func notJSON(data []byte) error {
	var v any
	e := &Error{Line: 1, Detail: "it is no JSON"}
	if broken, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &v)); ok {
		e.Line += bytes.Count(data[:min(int(broken.Offset), len(data))], []byte("\n"))
		e.Detail = broken.Error()
	}
	return e
}

// Parse reads a file. Its errors are *Error: text that is not YAML, unknown members, and contradictions.
func Parse(data []byte) (*File, error) {
	if len(data) > limits.CorrectionBytes {
		return nil, &Error{Detail: fmt.Sprintf("the file is larger than %d bytes", limits.CorrectionBytes)}
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, yamlError(err)
	}
	var f File
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return nil, yamlError(err)
	}
	c := checker{lines: linesOf(&root), seen: map[string]int{}}
	if f.Version != Version {
		return nil, &Error{Line: c.lines.lineOf("version", -1), Detail: fmt.Sprintf("version must be %d", Version)}
	}
	if n := len(f.Pictures) + len(f.Blocks) + len(f.Tables) + len(f.Names); n > limits.Corrections {
		return nil, &Error{Detail: fmt.Sprintf("%d corrections are more than %d", n, limits.Corrections)}
	}
	c.check(&f)
	if c.err != nil {
		return nil, c.err
	}
	return &f, nil
}

// Encode writes a file in the form that Parse reads.
func (f *File) Encode() ([]byte, error) {
	f.Version = Version
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(f); err != nil {
		return nil, err
	}
	err := e.Close()
	return b.Bytes(), err
}

// yamlError returns an error of the YAML parser, whose text begins with the line.
func yamlError(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	text = strings.TrimSpace(strings.TrimPrefix(text, "unmarshal errors:"))
	line := 0
	if _, scanErr := fmt.Sscanf(text, "line %d:", &line); scanErr == nil {
		_, text, _ = strings.Cut(text, ": ")
	}
	text, _, _ = strings.Cut(text, "\n")
	return &Error{Line: line, Detail: text}
}

// lineTable has the lines on which entries of the file begin.
type lineTable map[string][]int

func linesOf(root *yaml.Node) lineTable {
	t := lineTable{}
	if len(root.Content) == 0 || root.Content[0].Kind != yaml.MappingNode {
		return t
	}
	pairs := root.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		lines := []int{pairs[i].Line}
		for _, entry := range pairs[i+1].Content {
			lines = append(lines, entry.Line)
		}
		t[pairs[i].Value] = lines
	}
	return t
}

// lineOf returns the line of entry i of a list; for -1, that of the list itself.
func (t lineTable) lineOf(list string, i int) int {
	if lines := t[list]; i+1 < len(lines) {
		return lines[i+1]
	}
	return 0
}

// checker finds entries that are not valid.
type checker struct {
	lines lineTable
	seen  map[string]int // lines of entries by what they are about
	err   *Error
}

func (c *checker) fail(line int, format string, args ...any) {
	if c.err == nil {
		c.err = &Error{Line: line, Detail: fmt.Sprintf(format, args...)}
	}
}

// refuseSecond refuses a second entry about the same thing.
func (c *checker) refuseSecond(line int, about ...any) {
	key := fmt.Sprint(about...)
	if first, ok := c.seen[key]; ok {
		c.fail(line, "says something of what line %d is about", first)
	}
	c.seen[key] = line
}

func (c *checker) place(line int, p *Place) {
	if p.Page < 0 || p.Box != nil && (len(p.Box) != 4 || p.Box[0] > p.Box[2] || p.Box[1] > p.Box[3]) {
		c.fail(line, "page must be 1 or more, and box left, top, right and bottom")
	}
}

// text refuses a text that is longer than a line or two.
func (c *checker) text(line int, name, s string) {
	if len(s) > limits.AlternativeBytes {
		c.fail(line, "%s has %d bytes at most", name, limits.AlternativeBytes)
	}
}

func (c *checker) language(line int, tag string) {
	if tag != "" && !languageTag().MatchString(tag) {
		c.fail(line, "language %q is no tag of BCP 47", tag)
	}
}

// languageTag is the form of tags (RFC 5646, 2.1), whatever they name.
var languageTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`) })

func (c *checker) check(f *File) {
	c.text(c.lines.lineOf("by", -1), "by", f.By)
	c.text(c.lines.lineOf("at", -1), "at", f.At)
	c.text(c.lines.lineOf("document", -1), "title", f.Document.Title)
	c.language(c.lines.lineOf("document", -1), f.Document.Language)
	for i := range f.Pictures {
		p, line := &f.Pictures[i], c.lines.lineOf("pictures", i)
		c.place(line, &p.Place)
		c.refuseSecond(line, "picture", p.Looks, p.Page, p.Box)
		switch {
		case p.Looks == "" && (p.Page == 0 || p.Box == nil):
			c.fail(line, "a picture has looks, or the page and box of a drawing")
		case p.Looks != "" && !isLooks(p.Looks):
			c.fail(line, "looks must be %d signs from 0 to f, as the program writes them", looksSigns)
		case p.Decorative && (p.Alternative != "" || p.Description != ""):
			c.fail(line, "a picture that is decorative has no alternative and no description")
		case len(p.Alternative) > limits.AlternativeBytes || len(p.Description) > limits.LongDescriptionBytes:
			c.fail(line, "an alternative has %d bytes at most, a description %d", limits.AlternativeBytes, limits.LongDescriptionBytes)
		}
	}
	for i := range f.Blocks {
		b, line := &f.Blocks[i], c.lines.lineOf("blocks", i)
		c.place(line, &b.Place)
		c.refuseSecond(line, "block", keyOf(b.Text), b.Page, b.Box)
		c.language(line, b.Language)
		switch {
		case keyOf(b.Text) == "":
			c.fail(line, "text must have a letter or a digit")
		case b.Role != "" && !slices.Contains(roles, b.Role):
			c.fail(line, "role %q is none of %s", b.Role, strings.Join(roles, ", "))
		case (b.Role == Heading) != (b.Level != 0) || b.Level < 0 || b.Level > 6:
			c.fail(line, "a heading, and nothing else, has a level from 1 to 6")
		case b.Join && b.Split != "":
			c.fail(line, "a block is either joined or split")
		case b.After != "" && keyOf(b.After) == keyOf(b.Text):
			c.fail(line, "a block is not read behind itself")
		}
	}
	for i := range f.Tables {
		t, line := &f.Tables[i], c.lines.lineOf("tables", i)
		c.place(line, &t.Place)
		c.refuseSecond(line, "table", keyOf(t.Text), t.Page, t.Box)
		c.text(line, "caption", t.Caption)
		switch {
		case keyOf(t.Text) == "":
			c.fail(line, "text must have a letter or a digit")
		case t.Layout && (t.HeadRows != nil || t.HeadColumns != nil || t.Caption != ""):
			c.fail(line, "a table that is layout has no heads and no caption")
		case t.HeadRows != nil && *t.HeadRows < 0 || t.HeadColumns != nil && *t.HeadColumns < 0:
			c.fail(line, "head_rows and head_columns are 0 or more")
		}
	}
	for i := range f.Names {
		n, line := &f.Names[i], c.lines.lineOf("names", i)
		c.place(line, &n.Place)
		c.refuseSecond(line, "name", n.Link, n.Field, n.Page, n.Box)
		switch {
		case (n.Link == "") == (n.Field == ""):
			c.fail(line, "names a link or a field")
		case strings.TrimSpace(n.Name) == "" || len(n.Name) > limits.AlternativeBytes:
			c.fail(line, "name must have 1 to %d bytes", limits.AlternativeBytes)
		}
	}
}

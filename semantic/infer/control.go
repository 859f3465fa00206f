package infer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// sheetForms holds the controls of a page and their labels.
type sheetForms struct {
	nodes  []*semantic.Node // one for each of Page.Fields; nil: not built yet
	labels []fieldLabel     // in the order of the text
	lines  []bool           // for each line of the page, whether it has a control or the name of one
}

// fieldLabel is a stretch of the text of a page that names a control.
type fieldLabel struct {
	layout.TextRange
	field int32 // index in Page.Fields
	used  bool  // a Label node has all of it
}

// formsOf returns the controls of s, or nil.
func (s *sheet) formsOf() *sheetForms {
	if s.forms == nil && s.Page != nil && len(s.Fields) > 0 {
		s.forms = s.readForms()
	}
	return s.forms
}

func (s *sheet) readForms() *sheetForms {
	f := &sheetForms{nodes: make([]*semantic.Node, len(s.Fields)), lines: make([]bool, len(s.Lines))}
	for i := range s.Fields {
		at := s.Fields[i].At
		f.mark(s, layout.TextRange{Start: at, End: at + 1})
		if r := s.Fields[i].Label; !r.Empty() {
			f.mark(s, r)
			if s.Fields[i].Part > 0 {
				continue
			}
			f.labels = append(f.labels, fieldLabel{TextRange: r, field: int32(i)})
		}
	}
	slices.SortFunc(f.labels, func(a, b fieldLabel) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.field, b.field))
	})
	return f
}

// mark marks the lines of r.
func (f *sheetForms) mark(s *sheet, r layout.TextRange) {
	i, _ := slices.BinarySearchFunc(s.Lines, r.Start, func(l layout.Line, at int32) int { return cmp.Compare(l.End, at+1) })
	for ; i < len(s.Lines) && s.Lines[i].Start < r.End; i++ {
		f.lines[i] = r.Start >= 0
	}
}

// holdsForm reports whether p holds controls, or the name of one.
func (s *sheet) holdsForm(p *part) bool {
	f := s.formsOf()
	if f == nil {
		return false
	}
	return slices.Contains(f.lines[p.first:p.first+p.count], true)
}

// control makes the node of control i of the page. It has no name yet.
func (s *sheet) control(i int) *semantic.Node {
	f := &s.Fields[i]
	n := &semantic.Node{Role: semantic.Form, Page: int32(s.Number), Block: -1, Attr: &semantic.Attr{ID: s.controlID(i), Box: f.Box, Field: f}}
	s.formsOf().nodes[i] = n
	return n
}

// controlPrefix is the beginning of the IDs of controls.
const controlPrefix = "control-"

// controlID returns the ID of a control: by the number of its object, which no other control has,
// or by its page and its index there.
func (s *sheet) controlID(i int) string {
	if o := s.Fields[i].Object; o > 0 {
		return controlPrefix + strconv.Itoa(o)
	}
	return controlPrefix + strconv.Itoa(s.Number) + "-" + strconv.Itoa(i+1)
}

// labelText returns the text that layout found as the label of control i, or "".
func (s *sheet) labelText(i int) string { return cleanLabel(s.Fields[i].LabelText) }

// cleanLabel returns text as a name: without signs of controls, and without the dots or other signs
// at its end that lead to the control.
func cleanLabel(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == layout.FieldSign {
			return ' '
		}
		return r
	}, text)
	return strings.TrimRightFunc(strings.Join(strings.Fields(text), " "), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(":._…*▶►", r)
	})
}

// Weights of names by their source. nameRule is the rule in their evidence.
const (
	nameRule         = "control"
	nameByAuthor     = 1
	nameByLabel      = 0.8
	nameByFieldName  = 0.2
	nameByFieldKind  = 0.1
	nameByTableHeads = 0.7
)

// name gives control i its name: the one its author gave it, the text of its label, or else the
// best that there is. labelled tells that a Label node has that text.
func (s *sheet) name(i int, labelled bool) {
	f, n := &s.Fields[i], s.forms.nodes[i]
	seen := s.labelText(i)
	claim := func(name string, weight float32, reason string) {
		n.Attr.Alt = name
		if weight < nameByAuthor {
			n.Attr.Confidence = weight
		}
		n.Evidence = append(n.Evidence, becauseIs(n.Role, nameRule, weight, reason))
	}
	title, byLabel := strings.Join(strings.Fields(f.Title), " "), float32(nameByLabel)
	if f.LabelWhy == labelTagged {
		byLabel = nameByAuthor
	}
	switch {
	case f.Part > 0 && seen != "":
		seen = cleanLabel(seen) + ", " + strconv.Itoa(f.Part)
	case f.Kind == layout.RadioButton && seen != "":
		title = "" // the title names the group
	case f.Kind == layout.RadioButton && isSpoken(f.Export):
		seen, title = f.Export, ""
	}
	switch {
	case n.Attr.Alt != "": // the heads of its table have named it
	case f.Kind == layout.PushButton && f.Caption != "":
		claim("", nameByAuthor, "named by its caption")
	case title != "" && seen != "" && says(title, seen):
		claim(title, nameByAuthor, "named by its author as "+f.LabelWhy+" does")
		if labelled && sameName(title, seen) {
			n.Attr.Alt = ""
		}
	case title != "" && labelled:
		claim(cleanLabel(seen)+", "+title, nameByAuthor, f.LabelWhy+" and its author name it")
	case title != "":
		claim(title, nameByAuthor, "named by its author")
	case labelled:
		claim("", byLabel, f.LabelWhy)
	case seen != "":
		claim(seen, byLabel, cmp.Or(f.LabelWhy, "the value it stands for"))
	case spoken(f.Name) != "":
		claim(spoken(f.Name), nameByFieldName, "no text names it: the name of the field")
	default:
		claim(kindNames[f.Kind], nameByFieldKind, "nothing names it: what it is")
	}
}

// isSpoken reports whether the value of a button is a name for people. Most values are made
// by programs.
func isSpoken(value string) bool {
	return strings.IndexFunc(value, unicode.IsLetter) >= 0 && value != "On" && value != "Yes"
}

// says reports whether a name contains the words of a label: users must be able to speak what
// they see (WCAG 2.5.3).
func says(name, label string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(cleanLabel(label)))
}

// kindNames are the names of controls without any other name.
var kindNames = [...]string{
	layout.TextField: "Text", layout.CheckBox: "Check box", layout.RadioButton: "Option", layout.PushButton: "Button",
	layout.ComboBox: "Choice", layout.ListBox: "Choice", layout.Signature: "Signature",
}

// wordLetters is the fewest letters of a word in the name of a field.
const wordLetters = 3

// sameName reports whether two names sound the same.
func sameName(a, b string) bool { return strings.EqualFold(cleanLabel(a), cleanLabel(b)) }

// spoken returns the last part of the name of a field, or "" when it has no words. Such names are
// made by programs and for programs: "form1.page[0].firstName[0]".
func spoken(name string) string {
	part, _, _ := strings.Cut(name[strings.LastIndexByte(name, '.')+1:], "[")
	var words []string
	for _, w := range strings.FieldsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words = append(words, splitCamel(w)...)
	}
	if !slices.ContainsFunc(words, isWord) {
		return ""
	}
	return strings.Join(words, " ")
}

// isWord reports whether s may be a word: programs number fields "f1_06".
func isWord(s string) bool { return countLetters(s) >= wordLetters }

func countLetters(s string) int {
	n := 0
	for _, r := range s {
		n += btoi(unicode.IsLetter(r))
	}
	return n
}

// splitCamel cuts "firstName2" into its words.
func splitCamel(s string) []string {
	var out []string
	start := 0
	for i := 1; i < len(s); i++ {
		if isLowerASCII(s[i-1]) && !isLowerASCII(s[i]) && s[i] < 0x80 {
			out, start = append(out, s[start:i]), i
		}
	}
	return append(out, s[start:])
}

func isLowerASCII(c byte) bool { return 'a' <= c && c <= 'z' }

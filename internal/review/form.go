package review

import (
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/corrections"
)

// Questions lists what a person can judge in a document. The page of `pagelift review` and the dashboard of the
// service both show it.
type Questions struct {
	// All lists everything in a result that can be judged, as the result has it.
	All *corrections.File
	// Sources holds the addresses of the pictures of All; "": the picture cannot be shown.
	Sources []template.URL
	// Corrected says that earlier corrections have been applied to the result.
	Corrected bool
}

// Keep adds entries of file that a corrected result no longer shows as such: a picture that has an alternative by now, a
// line that is not content. It omits entries without a page; they stay in the file.
func (q *Questions) Keep(file *corrections.File) {
	for i := range file.Pictures {
		if p := file.Pictures[i]; p.Page > 0 && !matched(q.All.Pictures, func(a *corrections.Picture) bool { return file.PictureLike(a) == &file.Pictures[i] }) {
			q.All.Pictures = append(q.All.Pictures, p)
		}
	}
	for i := range file.Blocks {
		if b := file.Blocks[i]; b.Page > 0 && !matched(q.All.Blocks, func(a *corrections.Block) bool { return file.BlockLike(a) == &file.Blocks[i] }) {
			b.Level = 0 // what the program found is not known
			q.All.Blocks = append(q.All.Blocks, b)
		}
	}
	for i := range file.Tables {
		if t := file.Tables[i]; t.Page > 0 && !matched(q.All.Tables, func(a *corrections.Table) bool { return file.TableLike(a) == &file.Tables[i] }) {
			q.All.Tables = append(q.All.Tables, t)
		}
	}
}

func matched[T any](list []T, like func(*T) bool) bool {
	for i := range list {
		if like(&list[i]) {
			return true
		}
	}
	return false
}

// Form holds the questions about one page of a document and what is shown beside them.
type Form struct {
	Page, Pages int
	Sheet       *Sheet   // the page of the PDF; nil: it cannot be shown
	Result      string   // address of the result of the conversion
	Wanted      []string // what the report asks a person to look at on the page
	Save        string   // text of the button
	Hint        string   // what the button does

	By, Title, Language string
	Items               []item
	Roles               []choice
}

// Sheet is the picture of a page.
type Sheet struct {
	Source        template.URL
	Width, Height float64 // points
}

// NewSheet returns the sheet of a page whose picture is a PNG or JPEG file.
func NewSheet(mediaType string, data []byte, width, height float64) *Sheet {
	return &Sheet{template.URL("data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(data)), width, height}
}

// Wanted returns what a report on a result, or nil, asks a person to look at on a page.
func Wanted(r *a11y.Report, page int) (list []string) {
	add := func(about string, results []a11y.Result) {
		for _, v := range results {
			places := 0
			for _, n := range v.Nodes {
				if n.Page == page {
					places++
				}
			}
			if places > 0 {
				list = append(list, fmt.Sprintf("%s: %s (%d)", about, v.Help, places))
			}
		}
	}
	if r != nil {
		add("Broken", r.Violations)
		add("To be judged", r.Incomplete)
	}
	return list
}

type choice struct{ Value, Text string }

// item is one question.
type item struct {
	Index       int    // on the page, from 1
	Number      int    // among the items of its kind
	Kind        string // picture, block, table
	Text        string
	Source      template.URL
	Box         *box
	Alternative string
	Description string
	Decorative  bool
	Role        string
	Level       int
	Language    string
	HeadRows    string
	HeadColumns string
	Caption     string
	Layout      bool
	Judged      bool
}

// box is where something stands on its page, in points.
type box struct{ X, Y, Width, Height float64 }

// boxOf returns the box of a place, or nil if it has none.
func boxOf(p corrections.Place) *box {
	if len(p.Box) != 4 {
		return nil
	}
	for _, v := range p.Box {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	}
	return &box{p.Box[0], p.Box[1], max(p.Box[2]-p.Box[0], 0), max(p.Box[3]-p.Box[1], 0)}
}

// roleChoices are the roles of a block that can be chosen. Those of headings include the level.
var roleChoices = []choice{
	{"", "as the program says"}, {"heading 1", "heading of level 1"}, {"heading 2", "heading of level 2"}, {"heading 3", "heading of level 3"}, {"heading 4", "heading of level 4"},
	{"heading 5", "heading of level 5"}, {"heading 6", "heading of level 6"}, {corrections.Paragraph, "paragraph"}, {corrections.Quote, "quote"}, {corrections.ListItem, "item of a list"},
	{corrections.Caption, "caption of the picture or table beside it"}, {corrections.Furniture, "running head or foot"}, {corrections.Nothing, "not content"},
}

// FormTemplates are the templates of a Form: "review" is all of it.
//
//go:embed form.html
var FormTemplates string

//go:embed review.css
var formStyle string

// markedMost is the number of boxes on a page that can be marked while their question has the focus. A page of a
// newspaper has as many paragraphs.
const markedMost = 300

// Stylesheet returns the style sheet of a Form. It marks the box of the question that has the focus, without a
// script.
func Stylesheet() string {
	var b strings.Builder
	b.WriteString(formStyle)
	for i := range markedMost {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "main:has(#q%d:focus-within) #b%[1]d", i+1)
	}
	b.WriteString("{--mark:#a8201a;--thick:3;--ground:rgb(168 32 26 / 15%)}\n")
	return b.String()
}

// PageOf returns the page that a request is about, in a document of so many pages.
func PageOf(r *http.Request, pages int) int {
	n, err := strconv.Atoi(r.FormValue("page"))
	if err != nil {
		return 1
	}
	return min(max(n, 1), max(pages, 1))
}

// Form returns the questions about a page, with the answers that file has.
func (q *Questions) Form(file *corrections.File, page, pages int) *Form {
	return &Form{
		Page: page, Pages: pages, By: file.By, Roles: roleChoices, Items: q.items(file, page), Save: "Save",
		Title: cmp.Or(file.Document.Title, q.All.Document.Title), Language: cmp.Or(file.Document.Language, q.All.Document.Language),
	}
}

// items returns what there is to judge on a page, with the answers that file has.
func (q *Questions) items(file *corrections.File, number int) (list []item) {
	add := func(it item, p corrections.Place) {
		it.Index, it.Box = len(list)+1, boxOf(p)
		list = append(list, it)
	}
	for i := range q.All.Pictures {
		if p := &q.All.Pictures[i]; p.Page == number {
			it := item{Number: i, Kind: "picture"}
			if i < len(q.Sources) {
				it.Source = q.Sources[i]
			}
			if said := file.PictureLike(p); said != nil {
				it.Alternative, it.Description, it.Decorative, it.Judged = said.Alternative, said.Description, said.Decorative, true
			}
			add(it, p.Place)
		}
	}
	for i := range q.All.Tables {
		if t := &q.All.Tables[i]; t.Page == number {
			it := item{Number: i, Kind: "table", Text: t.Text, HeadRows: number0(t.HeadRows)}
			if said := file.TableLike(t); said != nil {
				it.HeadRows, it.HeadColumns, it.Caption, it.Layout, it.Judged = cmp.Or(number0(said.HeadRows), it.HeadRows), number0(said.HeadColumns), said.Caption, said.Layout, true
			}
			add(it, t.Place)
		}
	}
	for i := range q.All.Blocks {
		if b := &q.All.Blocks[i]; b.Page == number {
			it := item{Number: i, Kind: "block", Text: b.Text}
			if b.Role == corrections.Heading {
				it.Level = b.Level
			}
			if said := file.BlockLike(b); said != nil {
				it.Role, it.Language, it.Judged = roleValue(said), said.Language, true
			}
			add(it, b.Place)
		}
	}
	return list
}

func number0(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func roleValue(b *corrections.Block) string {
	if b.Role == corrections.Heading {
		return fmt.Sprintf("%s %d", b.Role, b.Level)
	}
	return b.Role
}

// Put applies the fields of a form to the file.
func (q *Questions) Put(file *corrections.File, fields url.Values) {
	value := func(name string, n int) string {
		return strings.TrimSpace(fields.Get(fmt.Sprintf("%s-%d", name, n)))
	}
	has := func(name string, n int) bool { return fields.Has(fmt.Sprintf("%s-%d", name, n)) }
	file.By = strings.TrimSpace(fields.Get("by"))
	if title := strings.TrimSpace(fields.Get("title")); title != q.All.Document.Title {
		file.Document.Title = title
	}
	if language := strings.TrimSpace(fields.Get("language")); language != q.All.Document.Language {
		file.Document.Language = language
	}
	for i := range q.All.Pictures {
		if has("alternative", i) {
			p := q.All.Pictures[i]
			p.Alternative, p.Description, p.Decorative = value("alternative", i), strings.ReplaceAll(value("description", i), "\r\n", "\n"), has("decorative", i)
			if p.Decorative {
				p.Alternative, p.Description = "", ""
			}
			file.PutPicture(p)
		}
	}
	for i := range q.All.Tables {
		if has("headrows", i) {
			t := q.All.Tables[i]
			said := file.TableLike(&t)
			rows := count(value("headrows", i))
			if judged := q.Corrected && said != nil && said.HeadRows != nil; !judged && rows != nil && t.HeadRows != nil && *rows == *t.HeadRows {
				rows = nil // as the program has found them
			}
			t.HeadRows, t.HeadColumns, t.Caption, t.Layout = rows, count(value("headcolumns", i)), value("caption", i), has("layout", i)
			if t.Layout {
				t.HeadRows, t.HeadColumns, t.Caption = nil, nil, ""
			}
			file.PutTable(t)
		}
	}
	for i := range q.All.Blocks {
		if has("role", i) {
			b := q.All.Blocks[i]
			b.After, b.Join, b.Split = "", false, ""
			if said := file.BlockLike(&b); said != nil {
				b.After, b.Join, b.Split = said.After, said.Join, said.Split // the form does not ask for these
			}
			role, level, _ := strings.Cut(value("role", i), " ")
			b.Role, b.Level, b.Language = role, 0, value("language", i)
			if n := count(level); n != nil {
				b.Level = *n
			}
			file.PutBlock(b)
		}
	}
}

// count parses the number in a field; nil if there is none.
func count(s string) *int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return nil
	}
	return &n
}

// Before returns the number of the page before the one that is shown.
func (f *Form) Before() int { return f.Page - 1 }

// Next returns the number of the page after the one that is shown.
func (f *Form) Next() int { return f.Page + 1 }

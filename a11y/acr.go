package a11y

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
)

// ACR is a draft of an Accessibility Conformance Report on several documents, in the form of the Voluntary Product
// Accessibility Template. For each success criterion of WCAG 2.1 and 2.2 on the levels A and AA it proposes a
// conformance level, with remarks. A person confirms the proposals, and fills in who publishes the report. The
// zero value has no documents.
type ACR struct {
	// Product names the documents as a whole. Date is the date of the report.
	Product, Date string

	// Documents counts the documents that were added, Unchecked those that could not be checked.
	Documents int
	Unchecked []string

	criteria []acrCriterion // in the order of successCriteria
	judged   []string       // people who have judged elements of the documents
	tool     string

	_ struct{} // callers must name the fields, so that fields can be added
}

// acrCriterion has what the reports say of one criterion.
type acrCriterion struct {
	broken, look, held, not acrFiles
	places                  int // that break the criterion
}

// acrFiles lists documents with the same status.
type acrFiles struct {
	count int
	names []string // of the first documents
}

// acrNames is how many documents a remark names. A reader opens a few, and has the report on each of the others.
const acrNames = 10

func (f *acrFiles) add(name string) {
	if f.count++; len(f.names) < acrNames {
		f.names = append(f.names, name)
	}
}

// Add adds a document and the report on it.
func (a *ACR) Add(name string, r *Report) {
	a.Documents++
	a.tool = r.Tool + " " + r.Version
	if a.criteria == nil {
		a.criteria = make([]acrCriterion, len(successCriteria))
	}
	for i, j := range r.judge() {
		c := &a.criteria[i]
		switch j.Status {
		case statusBroken:
			c.broken.add(name)
			for k := range j.Broken {
				c.places += j.Broken[k].Count
			}
		case statusJudge:
			c.look.add(name)
		case statusHolds:
			c.held.add(name)
		default:
			c.not.add(name)
		}
	}
	for i := range r.Judged {
		if who := r.Judged[i].Who(); !slices.Contains(a.judged, who) && len(a.judged) < judgersMost {
			a.judged = append(a.judged, who)
		}
	}
}

// Conformance levels of the template, and one of our own: the report does not claim what a person has to confirm.
const (
	supports      = "Supports"
	toConfirm     = "Supports (to be confirmed)"
	partially     = "Partially Supports"
	doesNot       = "Does Not Support"
	notApplicable = "Not Applicable"
	notEvaluated  = "Not Evaluated"
)

// level returns the conformance level that is proposed.
//
//	broken everywhere where the criterion applies    Does Not Support
//	broken in some documents                         Partially Supports
//	broken in none, and a person must judge some     Supports (to be confirmed)
//	broken in none, and nothing is left to judge     Supports
func (c *acrCriterion) level() string {
	applies := c.broken.count + c.look.count + c.held.count
	switch {
	case applies == 0 && c.not.count == 0:
		return notEvaluated
	case applies == 0:
		return notApplicable
	case c.broken.count == applies:
		return doesNot
	case c.broken.count > 0:
		return partially
	case c.look.count > 0:
		return toConfirm
	}
	return supports
}

//go:embed acr.html.tmpl
var acrSource string

var acrTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("acr").Parse(acrSource)) })

// acrRow is a row of a table of the report.
type acrRow struct {
	Criterion, Versions, Level string
	Remarks                    []string
}

// acrPage is the data of the template.
type acrPage struct {
	*ACR
	Tool   string
	Judged []string
	Tables []acrTable
	Counts []acrCount
}

type acrTable struct {
	Number int
	Level  Level
	Rows   []acrRow
}

type acrCount struct {
	Level, Meaning string
	Count          int
}

// acrLevels lists the levels with their meanings.
var acrLevels = []acrCount{
	{supports, "No document breaks the criterion, and nothing of it is left to a person.", 0},
	{toConfirm, "No document is known to break the criterion. It is supported once a person has judged the documents that the remarks name.", 0},
	{partially, "Some of the documents to which the criterion applies break it.", 0},
	{doesNot, "All documents to which the criterion applies break it.", 0},
	{notApplicable, "No document has anything of what the criterion speaks of.", 0},
}

// WriteHTML writes the draft as an HTML page. The page needs no other file, can be printed, and keeps the rules of
// this package.
func (a *ACR) WriteHTML(w io.Writer) error {
	page := acrPage{ACR: a, Tool: a.tool, Judged: a.judged, Counts: slices.Clone(acrLevels)}
	for i, level := range []Level{A, AA} {
		t := acrTable{Number: i + 1, Level: level}
		for k := range successCriteria {
			s := &successCriteria[k]
			if s.level != level {
				continue
			}
			c := acrCriterion{}
			if a.criteria != nil {
				c = a.criteria[k]
			}
			row := acrRow{s.number + " " + s.name, judgement{successCriterion: *s}.Versions(), c.level(), c.remarks()}
			t.Rows = append(t.Rows, row)
			for n := range page.Counts {
				if page.Counts[n].Level == row.Level {
					page.Counts[n].Count++
				}
			}
		}
		page.Tables = append(page.Tables, t)
	}
	return acrTemplate().Execute(w, page)
}

// remarks returns how many documents have which status, and names the first documents to look at.
func (c *acrCriterion) remarks() []string {
	var list []string
	say := func(f *acrFiles, what string) {
		if f.count == 0 {
			return
		}
		text := fmt.Sprintf("%s in %s", what, documents(f.count))
		if more := f.count - len(f.names); more > 0 {
			text += ": " + strings.Join(f.names, ", ") + fmt.Sprintf(" and %d more", more)
		} else {
			text += ": " + strings.Join(f.names, ", ")
		}
		list = append(list, text+".")
	}
	switch c.places {
	case 0:
		say(&c.broken, "Broken")
	case 1:
		say(&c.broken, "Broken at 1 place")
	default:
		say(&c.broken, fmt.Sprintf("Broken at %d places", c.places))
	}
	say(&c.look, "To be judged by a person")
	if c.held.count > 0 {
		list = append(list, fmt.Sprintf("Holds in %s.", documents(c.held.count)))
	}
	if c.not.count > 0 {
		list = append(list, fmt.Sprintf("Nothing of the kind in %s.", documents(c.not.count)))
	}
	return list
}

func documents(n int) string {
	if n == 1 {
		return "1 document"
	}
	return fmt.Sprintf("%d documents", n)
}

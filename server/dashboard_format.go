package server

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/quota"
)

// pageFuncs are the functions that templates of pages call.
var pageFuncs = template.FuncMap{
	"date":     func(t time.Time) string { return t.UTC().Format("2 Jan 2006 15:04 UTC") },
	"machine":  func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"bytes":    byteText,
	"duration": func(d time.Duration) string { return d.Round(time.Millisecond).String() },
	"percent":  percent,
	"count":    countText,
	"limited":  func(n int64) bool { return n != quota.Unlimited },
	"plural":   plural,
	"places":   placesOf,
	"criteria": criteria,
	"findings": findingsOf,
	"number":   func(n int) int64 { return int64(n) },
}

// placesShown is how many places of a rule a page lists. The report lists all.
const placesShown = 5

// place is a place where a rule found something, as a page shows it.
type place struct {
	Message string
	Jump    string // id of the element in the converted document; "": unknown
	Words   string // text of the link to it
}

// placesOf returns the first places of a rule. Places with the same message on the same page are merged.
func placesOf(r a11y.Result) []place {
	var list []place
	for _, n := range r.Nodes {
		p := place{Message: n.Message, Jump: jump(n), Words: "Show it"}
		if n.Page > 0 {
			p.Words = fmt.Sprintf("Show it on page %d", n.Page)
		}
		if slices.Contains(list, p) {
			continue
		}
		if len(list) == placesShown {
			break
		}
		list = append(list, p)
	}
	return list
}

// findingsOf returns the outcomes of rules that need action.
func findingsOf(r *a11y.Report) []finding {
	return []finding{{"What is violated", r.Violations}, {"What a person has to look at", r.Incomplete}}
}

// finding has the rules of a report that have one outcome.
type finding struct {
	Outcome string
	Rules   []a11y.Result
}

// jump returns the id of an element, or of the page of the PDF that it stands on.
func jump(n a11y.Node) string {
	if id, ok := strings.CutPrefix(n.Target, "#"); ok && !strings.ContainsAny(id, ` \.:#>[]()+~,`) {
		return id
	}
	if n.Page > 0 {
		return fmt.Sprintf("page-%d", n.Page)
	}
	return ""
}

// criteria returns in words the criteria that a rule belongs to.
func criteria(r a11y.Result) string {
	if len(r.WCAG) == 0 {
		return string(r.Level)
	}
	return "WCAG " + strings.Join(r.WCAG, ", ") + ", level " + string(r.Level)
}

// plural returns n followed by a noun in the right number.
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return countText(n) + " " + many
}

// countText returns n with separated thousands.
func countText(n int64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:] // a narrow no-break space, which keeps the number in one line
	}
	return digits
}

// byteText returns a size as text for people.
func byteText(n int64) string {
	const step = 1024
	if n < step {
		return plural(n, "byte", "bytes")
	}
	value, unit := float64(n)/step, 0
	for value >= step && unit < 3 {
		value /= step
		unit++
	}
	return fmt.Sprintf("%.1f %s", value, []string{"KiB", "MiB", "GiB", "TiB"}[unit])
}

// percent returns part as a percentage of whole, at most 100.
func percent(part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	return min(100, 100*part/whole)
}

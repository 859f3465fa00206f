package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/convert"
)

// reporter tells the user about the conversion of one input.
type reporter struct {
	std   Streams
	job   job
	quiet bool
	json  bool
	line  *progressLine
}

// Progress appears for long work only, and not more often than a person can read.
const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

// progress returns a callback that updates a line on the terminal, or nil if there is no such line.
func (r *reporter) progress() func(done, total int) {
	r.line = newProgressLine(r.std, r.quiet)
	if r.line == nil {
		return nil
	}
	next := time.Now().Add(progressAfter)
	return func(done, total int) {
		if now := time.Now(); now.After(next) {
			next = now.Add(progressEvery)
			r.line.show("%s: page %d of %d", r.job.in, done, total)
		}
	}
}

// progressDone removes the line.
func (r *reporter) progressDone() { r.line.done() }

// progressLine is a line on a terminal that shows progress. It is nil where nobody would see it.
type progressLine struct {
	terminal *os.File
	shown    bool
}

func newProgressLine(std Streams, quiet bool) *progressLine {
	f, ok := std.Err.(*os.File)
	if !ok || quiet {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &progressLine{terminal: f}
}

// show replaces the line.
func (l *progressLine) show(format string, args ...any) {
	if l != nil {
		l.shown = true
		fmt.Fprintf(l.terminal, "\r"+format+"\x1b[K", args...)
	}
}

// done removes the line.
func (l *progressLine) done() {
	if l != nil && l.shown {
		fmt.Fprint(l.terminal, "\r\x1b[K")
	}
}

// report writes the warnings and, if it is wanted, the line of JSON.
func (r *reporter) report(result *convert.Result, err error) {
	if r.json {
		r.writeJSON(result, err)
	} else if result != nil && !r.quiet {
		writeWarnings(r.std.Err, r.job.in, result.Warnings)
	}
}

// record is the JSON form of one conversion.
type record struct {
	Input    string            `json:"input"`
	Output   string            `json:"output"`
	Metadata *convert.Metadata `json:"metadata"` // null if the conversion failed
	Warnings []warningJSON     `json:"warnings"`
	Error    *errorJSON        `json:"error"` // null if the conversion succeeded
}

type warningJSON struct {
	Code   string `json:"code"`
	Page   int    `json:"page"` // 0: the whole document
	Detail string `json:"detail"`
}

type errorJSON struct {
	Code    string `json:"code"` // a code of the library or the service; "" for a failure of the program
	Message string `json:"message"`
}

func (r *reporter) writeJSON(result *convert.Result, err error) {
	rec := record{Input: r.job.in, Output: r.job.out.path, Warnings: []warningJSON{}}
	if err != nil {
		rec.Error = &errorJSON{Code: string(codeOf(err)), Message: err.Error()}
	} else {
		rec.Metadata = &result.Metadata
		for _, w := range result.Warnings {
			rec.Warnings = append(rec.Warnings, warningJSON(w))
		}
	}
	w := r.std.Out
	if r.job.out.path == stdio {
		w = r.std.Err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(rec) // fails if the reader has closed the pipe
}

// writeWarnings writes one line for each code, with its pages and first detail.
func writeWarnings(w io.Writer, input string, warnings []convert.Warning) {
	var codes []string
	pages := map[string][]int{}
	detail := map[string]string{}
	for _, v := range warnings {
		if _, seen := detail[v.Code]; !seen {
			codes = append(codes, v.Code)
			detail[v.Code] = v.Detail
		}
		if v.Page > 0 {
			pages[v.Code] = append(pages[v.Code], v.Page)
		}
	}
	for _, code := range codes {
		fmt.Fprintf(w, "%s: warning: %s", input, code)
		if p := pages[code]; len(p) > 0 {
			fmt.Fprintf(w, " (%s)", pageList(p))
		}
		fmt.Fprintf(w, ": %s\n", detail[code])
	}
}

// maxListed is how many ranges of pages a line lists.
const maxListed = 8

// pageList returns ascending pages as text: page 3; pages 1-4, 7.
func pageList(pages []int) string {
	pages = slices.Compact(pages)
	if len(pages) == 1 {
		return fmt.Sprintf("page %d", pages[0])
	}
	var parts []string
	for i := 0; i < len(pages); {
		end := i
		for end+1 < len(pages) && pages[end+1] == pages[end]+1 {
			end++
		}
		if len(parts) == maxListed {
			parts = append(parts, fmt.Sprintf("and %d more", len(pages)-i))
			break
		}
		if end == i {
			parts = append(parts, fmt.Sprint(pages[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", pages[i], pages[end]))
		}
		i = end + 1
	}
	return "pages " + strings.Join(parts, ", ")
}

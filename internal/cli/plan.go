package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/convert"
)

// stdio is the name of standard input and output on the command line.
const stdio = "-"

// form is the form of a result.
type form string

const (
	formHTML form = "html" // one self-contained file
	formDir  form = "dir"  // a folder of files
	formZip  form = "zip"  // an archive of the same files

	formMarkdown form = "md"
	formJSON     form = "json"
	formText     form = "txt"
	formCSV      form = "csv"
	formChunks   form = "jsonl"
	formEPUB     form = "epub"
)

// forms has all forms.
var forms = []form{formHTML, formDir, formZip, formMarkdown, formJSON, formText, formCSV, formChunks, formEPUB}

// format returns the library's format for a form, or "" for HTML and folders.
func (f form) format() convert.Format {
	switch f {
	case formHTML, formDir, formZip:
		return ""
	}
	return convert.Format(f)
}

// formOf returns the form that the suffix of a file names, or "" if it names none.
func formOf(path string) form {
	switch suffix := strings.ToLower(filepath.Ext(path)); suffix {
	case ".html", ".htm", ".xhtml":
		return formHTML
	case ".zip":
		return formZip
	case ".md", ".markdown":
		return formMarkdown
	case ".json", ".txt", ".csv", ".jsonl", ".epub":
		return form(suffix[1:])
	}
	return ""
}

// suffix returns what a result of this form adds to the name of its input.
func (f form) suffix() string {
	if f == formDir {
		return ""
	}
	return "." + string(f)
}

// output is one result to be written.
type output struct {
	form form
	path string // stdio: standard output
}

// job is one input with its output.
type job struct {
	in  string // stdio: standard input
	out output
}

// plan says where the result of each input goes.
func plan(inputs []string, out, format string) ([]job, error) {
	if format != "" && !slices.Contains(forms, form(format)) {
		return nil, fmt.Errorf("--format: %q is none of html, dir, zip, md, json, txt, csv, jsonl and epub", format)
	}
	var jobs []job
	var err error
	switch {
	case out == "":
		jobs = besideInputs(inputs, form(format))
	case len(inputs) > 1 || isFolder(out) && format != "" && format != string(formDir):
		jobs, err = insideFolder(inputs, out, form(format))
	default:
		var o output
		o, err = single(out, form(format))
		jobs = []job{{in: inputs[0], out: o}}
	}
	if err != nil {
		return nil, err
	}
	return jobs, checkJobs(jobs)
}

// besideInputs puts each result beside its input.
func besideInputs(inputs []string, f form) []job {
	if f == "" {
		f = formHTML
	}
	jobs := make([]job, len(inputs))
	for i, in := range inputs {
		jobs[i] = job{in, output{f, stdio}}
		if in != stdio {
			jobs[i].out.path = strings.TrimSuffix(in, filepath.Ext(in)) + f.suffix()
		}
	}
	return jobs
}

// insideFolder puts all results into folder. Their names differ even where the file system ignores case.
func insideFolder(inputs []string, folder string, f form) ([]job, error) {
	if !isFolder(folder) {
		return nil, fmt.Errorf("--output: several inputs need a folder; write %s/", folder)
	}
	if f == "" {
		f = formHTML
	}
	taken := map[string]bool{}
	jobs := make([]job, len(inputs))
	for i, in := range inputs {
		base := cmp.Or(stem(in), "document")
		name := base
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		taken[strings.ToLower(name)] = true
		jobs[i] = job{in, output{f, filepath.Join(folder, name+f.suffix())}}
	}
	return jobs, nil
}

// stem returns the name of a file without folder and extension, or "" for standard input.
func stem(in string) string {
	if in == stdio {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(in), filepath.Ext(in))
}

// single returns the output of the only input.
func single(out string, f form) (output, error) {
	switch {
	case f != "":
	case out == stdio:
		f = formHTML
	case isFolder(out):
		f = formDir
	default:
		if f = formOf(out); f == "" {
			return output{}, fmt.Errorf("--output: %s could be anything; name it .html, .zip, .md, .json, .txt, .csv, .jsonl or .epub, write %s/ for a folder, or give --format", out, out)
		}
	}
	return output{f, out}, nil
}

// isFolder reports whether path is a folder or is written like one.
func isFolder(path string) bool {
	if strings.HasSuffix(path, "/") || os.IsPathSeparator(path[len(path)-1]) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// checkJobs finds mistakes before any work is done.
func checkJobs(jobs []job) error {
	stdin := 0
	for _, j := range jobs {
		if j.in == stdio {
			stdin++
		}
		if j.out.path == stdio && j.out.form == formDir {
			return errors.New("a folder cannot be written to standard output; use --format zip")
		}
		if sameFile(j.in, j.out.path) {
			return fmt.Errorf("the result would replace its input %s; use --output", j.in)
		}
	}
	if stdin > 1 {
		return errors.New("standard input can be read only once")
	}
	return nil
}

func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

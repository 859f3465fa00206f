// Command formulas makes pages with known formulas. They are papers and slides as authors write them with LaTeX,
// with formulas in sentences, lists, notes and tables. See README.md.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed sheets.tsv
var sheetList string

// sheet is one document.
type sheet struct {
	name, engine, class, options, fonts string
	blocks, columns                     int
}

func sheets() []sheet {
	var all []sheet
	for line := range strings.Lines(sheetList) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		s := sheet{name: f[0], engine: f[1], class: f[2], fonts: f[4]}
		if at := strings.LastIndexByte(s.class, ','); at >= 0 {
			s.options, s.class = s.class[:at], s.class[at+1:]
		}
		fmt.Sscan(f[3], &s.blocks, &s.columns)
		all = append(all, s)
	}
	return all
}

// entry is a part of a page's truth: text, or a formula.
type entry struct {
	Kind     string `json:"kind"` // text, inline, display
	Text     string `json:"text,omitempty"`
	LaTeX    string `json:"latex,omitempty"`
	MathML   string `json:"mathml,omitempty"`
	Symbols  int    `json:"symbols,omitempty"`
	Doubtful bool   `json:"doubtful,omitempty"`

	width, height float64 // as set, in columns and in points; 0: not measured, or TeX failed
}

// read returns the formulas of the truth in folder that are certain.
func read(folder string) ([]entry, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []entry
	seen := map[string]bool{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var page []entry
		if err := json.Unmarshal(data, &page); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, e := range page {
			if e.Kind != "text" && !e.Doubtful && !seen[e.LaTeX] {
				seen[e.LaTeX] = true
				e.LaTeX = bare(e.LaTeX)
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// bare returns a formula without the style and the group around all of it: TeX breaks no line inside of a group.
func bare(tex string) string {
	for _, style := range [...]string{`\textstyle`, `\displaystyle`} {
		if t, ok := strings.CutPrefix(tex, "{"+style+" "); ok && closing(t) == len(t)-1 {
			tex = t[:len(t)-1]
		}
		tex = strings.TrimPrefix(tex, style+" ")
	}
	return strings.TrimSpace(tex)
}

// closing returns the index where the group ends that tex begins in, or -1 if it does not end.
func closing(tex string) int {
	depth := 1
	for i := range len(tex) {
		switch {
		case i > 0 && tex[i-1] == '\\':
		case tex[i] == '{':
			depth++
		case tex[i] == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

var (
	lineOfSize = regexp.MustCompile(`(?m)^SIZE (\d+) ([\d.]+)pt ([\d.]+)pt ([\d.]+)pt ([\d.]+)pt`)
	lineOfFail = regexp.MustCompile(`(?m)^(!|.*Missing character|\S+\.tex:\d+:)`)
)

// measure sets each formula by itself with the fonts of s, and keeps those that can be set.
func (s *sheet) measure(folder string, all []entry) ([]entry, error) {
	var t strings.Builder
	t.WriteString(s.preamble() + "\\begin{document}\\tracinglostchars=2\n")
	if s.class == "beamer" {
		t.WriteString("\\begin{frame}\n")
	}
	for i, e := range all {
		style := ""
		if e.Kind == "display" {
			style = `\displaystyle `
		}
		fmt.Fprintf(&t, "\\setbox0\\hbox{$%s%s$}\n\\typeout{^^JSIZE %d \\the\\wd0 \\space\\the\\ht0 \\space\\the\\dp0 \\space\\the\\columnwidth}\n", style, e.LaTeX, i)
	}
	if s.class == "beamer" {
		t.WriteString("\\end{frame}\n")
	}
	t.WriteString("x\\end{document}\n")
	out, err := s.run(folder, "measure", t.String())
	if err != nil {
		return nil, err
	}
	var good []entry
	from := 0
	for _, m := range lineOfSize.FindAllSubmatchIndex(out, -1) {
		failed := lineOfFail.Match(out[from:m[0]])
		from = m[1]
		number := func(k int) float64 {
			v, _ := strconv.ParseFloat(string(out[m[2*k]:m[2*k+1]]), 64)
			return v
		}
		if failed || number(2) == 0 {
			continue
		}
		e := all[int(number(1))]
		e.width, e.height = number(2)/number(5), number(3)+number(4)
		good = append(good, e)
	}
	return good, nil
}

// run sets a document and returns the output of TeX. TeX makes a page even if it reports errors.
func (s *sheet) run(folder, name, tex string) ([]byte, error) {
	if err := os.WriteFile(filepath.Join(folder, name+".tex"), []byte(tex), 0o644); err != nil {
		return nil, err
	}
	c := exec.Command(s.engine, "-interaction=nonstopmode", name+".tex")
	c.Dir = folder
	c.Env = append(os.Environ(), "max_print_line=10000", "SOURCE_DATE_EPOCH=1", "FORCE_SOURCE_DATE=1")
	_, err := c.Output()
	out, missing := os.ReadFile(filepath.Join(folder, name+".log"))
	if missing != nil {
		return nil, fmt.Errorf("%s: %w", s.engine, err)
	}
	return out, nil
}

// build makes the page of s and its truth.
func (s *sheet) build(out string, number int, all []entry, seed uint64) error {
	folder, err := os.MkdirTemp("", "formulas")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	rnd := rand.New(rand.NewPCG(seed, uint64(number)))
	all = append([]entry(nil), all...)
	rnd.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	all, err = s.measure(folder, all[:min(len(all), 60*s.blocks)])
	if err != nil {
		return err
	}
	w := &writer{sheet: s, rnd: rnd, pool: all}
	w.paper()
	name := fmt.Sprintf("%03d", number)
	log1 := []byte(nil)
	for range 2 { // a second time with the numbers of references
		if log1, err = s.run(folder, name, w.tex.String()); err != nil {
			return err
		}
	}
	if bad := lineOfFail.Find(log1); bad != nil {
		log.Printf("%s %s: TeX complains: %s", name, s.name, bytes.TrimSpace(firstLines(log1, bad)))
	}
	pdf, err := os.ReadFile(filepath.Join(folder, name+".pdf"))
	if err != nil {
		return err
	}
	truth, err := json.MarshalIndent(append(w.truth, w.last...), "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "pdfs", name+".pdf"), pdf, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "truth", name+".json"), truth, 0o644)
}

// firstLines returns the first error of TeX, with the line after it.
func firstLines(out, bad []byte) []byte {
	at := bytes.Index(out, bad)
	lines := bufio.NewScanner(bytes.NewReader(out[at:]))
	var two []byte
	for n := 0; n < 2 && lines.Scan(); n++ {
		two = append(append(two, lines.Bytes()...), ' ')
	}
	return two
}

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "another seed makes other pages")
	only := flag.String("only", "", "make only the sheets whose names hold this")
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("usage: formulas [-seed N] [-only NAME] TRUTH OUT")
	}
	out := flag.Arg(1)
	all, err := read(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range [...]string{"pdfs", "truth"} {
		if err := os.MkdirAll(filepath.Join(out, f), 0o755); err != nil {
			log.Fatal(err)
		}
	}
	for i, s := range sheets() {
		if !strings.Contains(s.name, *only) {
			continue
		}
		if err := s.build(out, i+1, all, *seed); err != nil {
			log.Printf("%03d %s: %v", i+1, s.name, err)
		}
	}
}

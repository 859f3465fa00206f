package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// builds are the programs in which thresholds are variables.
type builds struct {
	dir     string
	regress string
	convert string              // pagelift, for larger sets
	tests   map[string]string   // the test program of each package
	folders map[string]string   // the folder in which it runs
	broken  map[*threshold]bool // thresholds that must stay constants for the compiler
}

// build compiles the tests of the packages, and make regress.
func (t *tree) build(ctx context.Context, dir string, drawn []*threshold, larger bool) (*builds, error) {
	b := &builds{dir: dir, tests: map[string]string{}, folders: map[string]string{}, broken: map[*threshold]bool{}}
	overlay := filepath.Join(dir, "overlay.json")
	for {
		lines, err := t.rewrite(dir, overlay, slices.DeleteFunc(slices.Clone(drawn), func(th *threshold) bool { return b.broken[th] }))
		if err != nil {
			return nil, err
		}
		b.regress = filepath.Join(dir, "regress")
		_, err = goCommand(ctx, t.root, "build", "-overlay", overlay, "-o", b.regress, "./internal/regress/cmd")
		if err == nil {
			break
		}
		if n := b.blame(err.Error(), lines); n == 0 {
			return nil, err
		}
	}
	if larger {
		b.convert = filepath.Join(dir, "pagelift")
		if _, err := goCommand(ctx, t.root, "build", "-overlay", overlay, "-o", b.convert, "./cmd/pagelift"); err != nil {
			return nil, err
		}
	}
	for _, th := range drawn {
		p := th.pkg
		if b.tests[p.path] != "" || b.broken[th] {
			continue
		}
		owner, folder, ok := testsOf(p)
		if !ok {
			continue
		}
		out := filepath.Join(dir, strings.ReplaceAll(owner, "/", "_")+".test")
		if _, err := goCommand(ctx, t.root, "test", "-c", "-overlay", overlay, "-o", out, owner); err != nil {
			return nil, err
		}
		b.tests[p.path], b.folders[p.path] = out, folder
	}
	return b, nil
}

// testsOf returns the package whose tests defend the thresholds of p: p itself or, if it has no tests, the package
// around its folder internal.
func testsOf(p *pkg) (path, dir string, ok bool) {
	path, dir = p.path, p.dir
	for {
		if tests, err := filepath.Glob(filepath.Join(dir, "*_test.go")); err == nil && len(tests) > 0 {
			return path, dir, true
		}
		at, in := strings.LastIndex(path, "/internal/"), strings.LastIndex(filepath.ToSlash(dir), "/internal/")
		if at < 0 || in < 0 {
			return "", "", false
		}
		path, dir = path[:at], dir[:in]
	}
}

// place is a line of a file.
type place struct {
	file string
	line int
}

// edit is a part of a file, and its replacement.
type edit struct {
	from, to int
	text     string
}

// rewrite writes the files in which thresholds are variables, and the overlay. It returns the thresholds that each
// line uses, to find the thresholds that an error of the compiler is about.
func (t *tree) rewrite(dir, overlay string, drawn []*threshold) (map[place][]*threshold, error) {
	lines := map[place][]*threshold{}
	inner := map[ast.Expr][]*threshold{} // of each use the thresholds in it
	for _, th := range drawn {
		for _, use := range th.uses {
			if !slices.Contains(inner[use], th) {
				inner[use] = append(inner[use], th)
			}
			at := t.fset.Position(use.Pos())
			lines[place{filepath.Base(at.Filename), at.Line}] = append(lines[place{filepath.Base(at.Filename), at.Line}], th)
		}
	}
	edits := map[string][]edit{}
	for use, ths := range inner {
		from, to := t.fset.Position(use.Pos()), t.fset.Position(use.End())
		src, err := os.ReadFile(from.Filename)
		if err != nil {
			return nil, err
		}
		edits[from.Filename] = append(edits[from.Filename], edit{from.Offset, to.Offset, ths[0].pkg.variable(t, use, ths, string(src))})
	}
	replace := map[string]string{}
	for file, list := range edits {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b edit) int { return b.from - a.from })
		text := string(src)
		for _, e := range list {
			text = text[:e.from] + e.text + text[e.to:]
		}
		if err := put(dir, file, text, replace); err != nil {
			return nil, err
		}
	}
	for _, p := range t.packages {
		var b strings.Builder
		for _, th := range drawn {
			if th.pkg == p {
				fmt.Fprintf(&b, "var %s = mutantValue(%q, %s)\n", th.variable(), th.name, strconv.FormatFloat(th.value, 'g', -1, 64))
			}
		}
		if b.Len() > 0 {
			if err := put(dir, filepath.Join(p.dir, "zz_mutants.go"), "package "+p.name+"\n"+helper+b.String(), replace); err != nil {
				return nil, err
			}
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return lines, os.WriteFile(overlay, list, 0o644)
}

// helper is the code that each rewritten package has besides its variables.
const helper = `
import ("os"; "strconv"; "strings")

func mutantValue(name string, v float64) float64 {
	if s, ok := strings.CutPrefix(os.Getenv("` + mutantEnv + `"), name+"="); ok {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			panic(err)
		}
		return f
	}
	return v
}
`

// mutantEnv is the environment variable that gives a threshold another value: NAME=VALUE.
const mutantEnv = "PAGELIFT_MUTANT"

func put(dir, file, text string, replace map[string]string) error {
	to := filepath.Join(dir, strconv.Itoa(len(replace))+"_"+filepath.Base(file))
	replace[file] = to
	return os.WriteFile(to, []byte(text), 0o644)
}

// variable returns the source of a use with variables in it. It has the type of the whole expression.
func (p *pkg) variable(t *tree, use ast.Expr, ths []*threshold, src string) string {
	typ := types.Default(p.info.Types[use].Type)
	name := types.TypeString(typ, func(other *types.Package) string {
		if other == p.types {
			return ""
		}
		return other.Name()
	})
	base := t.fset.Position(use.Pos()).Offset
	text := src[base:t.fset.Position(use.End()).Offset]
	if !hasIdent(use) {
		return name + "(" + ths[0].variable() + ")"
	}
	var edits []edit
	ast.Inspect(use, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		for _, th := range ths {
			if object := p.info.Uses[id]; object != nil && object.Parent() == p.types.Scope() && strings.HasSuffix(th.name, "."+id.Name) {
				at := t.fset.Position(id.Pos()).Offset - base
				edits = append(edits, edit{at, at + len(id.Name), name + "(" + th.variable() + ")"})
			}
		}
		return true
	})
	for _, e := range slices.Backward(edits) {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return name + "(" + text + ")"
}

// hasIdent reports whether an expression contains a name.
func hasIdent(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.Ident)
		found = found || is
		return true
	})
	return found
}

var compilerLine = regexp.MustCompile(`(?m)([0-9]+_)?([a-z0-9_]+\.go):([0-9]+):[0-9]+: `)

// blame marks the thresholds on the lines that the compiler refuses, and returns how many there are.
func (b *builds) blame(message string, lines map[place][]*threshold) int {
	n := 0
	for _, m := range compilerLine.FindAllStringSubmatch(message, -1) {
		line, err := strconv.Atoi(m[3])
		if err != nil {
			continue
		}
		for _, th := range lines[place{m[2], line}] {
			if !b.broken[th] {
				b.broken[th] = true
				n++
			}
		}
	}
	return n
}

// jury finds out whether a test notices a change.
type jury struct {
	*settings
	build *builds
}

type verdict struct {
	noticed bool
	by      string
}

// ask runs the cases of single pages, the tests of the thresholds' packages, the yardstick and
// the larger sets, until one of them fails.
func (j *jury) ask(ctx context.Context, ths []*threshold, name string, value float64) verdict {
	mutant := ""
	if name != "" {
		mutant = name + "=" + strconv.FormatFloat(value, 'g', -1, 64)
	}
	run := func(dir, program string, args ...string) (string, bool) {
		ctx, cancel := context.WithTimeout(ctx, j.patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), mutantEnv+"="+mutant)
		out, err := cmd.CombinedOutput()
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return "hangs", true
		}
		return string(out), err != nil
	}
	if out, failed := run(".", j.build.regress, "-pages"); failed {
		return verdict{true, "pages: " + first(out, fellLine)}
	}
	seen := map[string]bool{}
	for _, th := range ths {
		test := j.build.tests[th.pkg.path]
		if test == "" || seen[test] {
			continue
		}
		seen[test] = true
		if out, failed := run(j.build.folders[th.pkg.path], test, "-test.short", "-test.failfast"); failed {
			return verdict{true, "tests: " + first(out, failedTest)}
		}
	}
	out, failed := run(".", j.build.regress)
	if failed {
		return verdict{true, "regress: " + first(out, fellLine)}
	}
	moved := first(out, movedCount)
	if j.larger != "" {
		if out, failed := run(".", "sh", "-c", strings.ReplaceAll(j.larger, "{bin}", j.build.convert)); failed {
			return verdict{true, "larger sets: " + last(out)}
		}
	}
	return verdict{false, "nothing, " + moved}
}

var (
	failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	fellLine   = regexp.MustCompile(`(?m)^FELL: (.*)`)
	movedCount = regexp.MustCompile(`[0-9]+ moved`)
)

// first returns the first match of an expression, or the end of the text.
func first(out string, what *regexp.Regexp) string {
	m := what.FindStringSubmatch(out)
	if m == nil {
		return last(out)
	}
	return m[len(m)-1]
}

// last returns the last line of a text.
func last(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return strings.ReplaceAll(lines[len(lines)-1], "\t", " ")
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// tree has the packages of the engine, parsed and type-checked.
type tree struct {
	root     string
	fset     *token.FileSet
	packages []*pkg
}

type pkg struct {
	path, name, dir string
	files           []*ast.File
	info            *types.Info
	types           *types.Package
}

// A threshold is a number with a name in a package: a constant, or a field of a variable of the package.
type threshold struct {
	pkg     *pkg
	name    string // analyze.sameRow
	file    string // layout/analyze/tuning.go:12
	literal string
	value   float64
	whole   bool       // an integer
	uses    []ast.Expr // where it decides; for a field, its literal
}

// row returns the columns of the list about a threshold, without those about who noticed.
func (t *threshold) row() []string { return []string{t.file, t.name, t.literal} }

// times returns the threshold multiplied by f. A whole number stays one, but changes.
func (t *threshold) times(f float64) float64 {
	v := t.value * f
	if !t.whole {
		return v
	}
	v = math.Round(v)
	if v == t.value {
		if f > 1 {
			return v + 1
		}
		return v - 1
	}
	return v
}

// variable returns the name of the threshold in the rewritten package.
func (t *threshold) variable() string {
	return "mutant_" + strings.NewReplacer(".", "_", "#", "_", "/", "_", "-", "_").Replace(t.name)
}

// listed is the output of go list for a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	DepOnly                       bool
}

// goCommand runs the go command in a folder and returns what it prints.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("go %s: %w\n%s", args[0], err, stderr.String())
	}
	return out, nil
}

// load reads the packages of the module in a folder, and the types of all packages that they import.
func load(ctx context.Context, root string, patterns []string) (*tree, error) {
	out, err := goCommand(ctx, root, append([]string{"list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,DepOnly"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var own []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			own = append(own, l)
		}
	}
	t := &tree{root: root, fset: token.NewFileSet()}
	imp := importer.ForCompiler(t.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, l := range own {
		p := &pkg{path: l.ImportPath, name: l.Name, dir: l.Dir, info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		}}
		for _, name := range l.GoFiles {
			f, err := parser.ParseFile(t.fset, filepath.Join(l.Dir, name), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			p.files = append(p.files, f)
		}
		conf := types.Config{Importer: imp}
		if p.types, err = conf.Check(l.ImportPath, t.fset, p.files, p.info); err != nil {
			return nil, err
		}
		t.packages = append(t.packages, p)
	}
	return t, nil
}

// thresholds returns the thresholds that can be variables, by name, and how many cannot.
func (t *tree) thresholds() (list []*threshold, fixed int) {
	for _, p := range t.packages {
		consts := map[types.Object]*threshold{}
		for _, f := range p.files {
			name := t.fset.Position(f.Pos()).Filename
			if strings.HasSuffix(name, "_gen.go") {
				continue
			}
			tuning := filepath.Base(name) == "tuning.go"
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok {
					switch g.Tok {
					case token.CONST:
						t.constants(p, g, tuning || strings.HasPrefix(g.Doc.Text(), "Thresholds"), consts)
					case token.VAR:
						list = append(list, t.fields(p, g)...)
					}
				}
			}
		}
		used, bound := p.uses(consts)
		for object, th := range consts {
			if th.uses = used[object]; bound[object] || len(th.uses) == 0 {
				fixed++
				continue
			}
			list = append(list, th)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	return list, fixed
}

// constants records the constants of a declaration that are numbers. In a declaration of thresholds, such as one
// in a tuning.go or under a comment that begins with that word, these are all numbers. In other declarations only
// numbers with a fraction count, because whole numbers there are mostly sizes, codes and flags.
func (t *tree) constants(p *pkg, g *ast.GenDecl, thresholds bool, consts map[types.Object]*threshold) {
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		for i, name := range spec.Names {
			if i >= len(spec.Values) {
				continue
			}
			lit, value, ok := number(p, spec.Values[i])
			if !ok || lit.Kind == token.INT && !thresholds {
				continue
			}
			th := t.threshold(p, name.Name, lit, value)
			consts[p.info.Defs[name]] = th
		}
	}
}

// number returns the literal if an expression is a literal and nothing else.
func number(p *pkg, e ast.Expr) (*ast.BasicLit, float64, bool) {
	inner := e
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.SUB {
		inner = u.X
	}
	lit, ok := inner.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT && lit.Kind != token.FLOAT {
		return nil, 0, false
	}
	v := p.info.Types[e].Value
	if v == nil {
		return nil, 0, false
	}
	f, _ := constant.Float64Val(constant.ToFloat(v))
	return lit, f, f != 0
}

func (t *tree) threshold(p *pkg, name string, lit *ast.BasicLit, value float64) *threshold {
	at := t.fset.Position(lit.Pos())
	file, err := filepath.Rel(t.root, at.Filename)
	if err != nil {
		file = at.Filename
	}
	dir := filepath.ToSlash(filepath.Dir(file))
	return &threshold{pkg: p, name: dir + "." + name, file: filepath.ToSlash(file) + ":" + strconv.Itoa(at.Line), literal: lit.Value, value: value, whole: lit.Kind == token.INT}
}

// fields records the numbers to which fields of a package's variables are set, if one of them has a fraction:
// these are thresholds in structs.
func (t *tree) fields(p *pkg, g *ast.GenDecl) (list []*threshold) {
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		for i, v := range spec.Values {
			count := map[string]int{}
			ast.Inspect(v, func(n ast.Node) bool {
				if _, ok := n.(*ast.FuncLit); ok {
					return false
				}
				c, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				var here []*threshold
				fraction := false
				for _, e := range c.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok {
						continue
					}
					key, ok := kv.Key.(*ast.Ident)
					if !ok {
						continue
					}
					lit, value, ok := number(p, kv.Value)
					if !ok {
						continue
					}
					fraction = fraction || lit.Kind == token.FLOAT
					name := spec.Names[min(i, len(spec.Names)-1)].Name + "." + key.Name
					if count[name]++; count[name] > 1 {
						name += "#" + strconv.Itoa(count[name])
					}
					th := t.threshold(p, name, lit, value)
					th.uses = []ast.Expr{kv.Value}
					here = append(here, th)
				}
				if fraction {
					list = append(list, here...)
				}
				return true
			})
		}
	}
	return list
}

// uses returns where the constants are used, as the largest expression around each
// that is still a number known at compile time, and which of them must stay constants:
// those in other constants and in sizes of arrays.
func (p *pkg) uses(consts map[types.Object]*threshold) (used map[types.Object][]ast.Expr, bound map[types.Object]bool) {
	used, bound = map[types.Object][]ast.Expr{}, map[types.Object]bool{}
	for _, f := range p.files {
		var stack []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			object := p.info.Uses[id]
			if consts[object] == nil {
				return true
			}
			use := ast.Expr(id)
			for i := len(stack) - 2; i >= 0; i-- {
				switch parent := stack[i].(type) {
				case *ast.ArrayType:
					bound[object] = true
				case *ast.GenDecl:
					if parent.Tok == token.CONST {
						bound[object] = true
					}
				case *ast.CompositeLit:
					if kv, ok := stack[i+1].(*ast.KeyValueExpr); ok && i+2 < len(stack) && kv.Key == stack[i+2] {
						bound[object] = true
					}
				case ast.Expr:
					if stack[i+1] == ast.Node(use) && p.isNumber(parent) {
						use = parent
					}
				}
			}
			used[object] = append(used[object], use)
			return true
		})
	}
	return used, bound
}

// isNumber reports whether an expression is a number known at compile time.
func (p *pkg) isNumber(e ast.Expr) bool {
	tv := p.info.Types[e]
	if tv.Value == nil {
		return false
	}
	basic, ok := tv.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0
}

// Command take makes a case of internal/regress/pages of pages of a PDF file, with other words in
// place of those that the file has:
//
//	go run ./internal/regress/take -pages 3-4 FILE.pdf NAME
//	go test ./internal/regress/pages -update
package main

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pipeline"
	"github.com/pagelift/pagelift/internal/regress/pages"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func main() {
	which := flag.String("pages", "1", "the page, or the first and the last: 3-4")
	seed := flag.Uint64("vary", 0, "moves the page about; each seed otherwise")
	dir := flag.String("dir", filepath.FromSlash("internal/regress/pages/testdata"), "the folder of the cases")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/regress/take [-pages 3-4] [-vary SEED] FILE.pdf NAME")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Arg(0), *which, *seed, filepath.Join(*dir, flag.Arg(1)+".json.gz")); err != nil {
		fmt.Fprintln(os.Stderr, "take:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, path, which string, seed uint64, out string) error {
	first, last, err := pageRange(which)
	if err != nil {
		return err
	}
	known, err := knownWords(".")
	if err != nil {
		return err
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c, err := read(ctx, src, first, last)
	if err != nil {
		return err
	}
	pages.Scramble(c, known)
	if seed > 0 {
		pages.Vary(c, seed)
	}
	packed, err := pages.Encode(c)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d pages, %d bytes\n", out, len(c.Pages), len(packed))
	return os.WriteFile(out, packed, 0o644)
}

// pageRange reads "3" or "3-4".
func pageRange(s string) (first, last int, err error) {
	a, b, more := strings.Cut(s, "-")
	if first, err = strconv.Atoi(a); err != nil {
		return 0, 0, err
	}
	last = first
	if more {
		if last, err = strconv.Atoi(b); err != nil {
			return 0, 0, err
		}
	}
	if first < 1 || last < first {
		return 0, 0, fmt.Errorf("no pages: %s", s)
	}
	return first, last, nil
}

// read reads pages of a PDF file, and what it says about itself.
func read(ctx context.Context, src []byte, first, last int) (*pages.Case, error) {
	doc, err := pdf.Open(ctx, src, pdf.Options{})
	if err != nil {
		return nil, err
	}
	if last > doc.PageCount() {
		return nil, fmt.Errorf("the document has %d pages", doc.PageCount())
	}
	reader := content.NewReader(doc)
	c := &pages.Case{Title: doc.Info().Title, Lang: doc.Info().Lang}
	for n := first; n <= last; n++ {
		page := &layout.Content{}
		if err := reader.Page(ctx, doc.Page(n), page); err != nil {
			return nil, err
		}
		c.Pages = append(c.Pages, page)
	}
	c.Outline = outline(reader, doc.Outline(), first, last)
	if tree := pipeline.Structure(ctx, doc); tree != nil {
		c.Structure = partFor(tree, first, last)
	}
	return c, nil
}

// partFor returns the part of a structure tree that leads to the pages.
func partFor(tree *semantic.Structure, first, last int) *semantic.Structure {
	stays := make([]bool, len(tree.Elements))
	here := func(k *semantic.Kid) bool {
		return k.Element >= 0 && stays[k.Element] || k.Element < 0 && int(k.Page) >= first && int(k.Page) <= last
	}
	for i, e := range slices.Backward(tree.Elements) { // what is inside of an element stands behind it
		stays[i] = slices.ContainsFunc(tree.KidsOf(&e), func(k semantic.Kid) bool { return here(&k) })
	}
	out := &semantic.Structure{Marked: tree.Marked, Suspects: tree.Suspects}
	var add func(i, parent int32) int32
	add = func(i, parent int32) int32 {
		e := tree.Elements[i]
		at := int32(len(out.Elements))
		out.Elements = append(out.Elements, e)
		from := int32(len(out.Kids))
		for _, k := range tree.KidsOf(&e) {
			if here(&k) {
				out.Kids = append(out.Kids, k)
			}
		}
		to := int32(len(out.Kids))
		out.Elements[at].Parent, out.Elements[at].FirstKid, out.Elements[at].KidCount = parent, from, to-from
		for k := from; k < to; k++ {
			if inner := out.Kids[k].Element; inner >= 0 {
				out.Kids[k].Element = add(inner, at)
			}
		}
		return at
	}
	for i, e := range tree.Elements {
		if e.Parent < 0 && stays[i] {
			add(int32(i), -1)
		}
	}
	if len(out.Elements) == 0 {
		return nil
	}
	return out
}

// outline returns the entries that lead to the pages, with those around them.
func outline(r *content.Reader, items []pdf.OutlineItem, first, last int) (list []semantic.OutlineItem) {
	for _, it := range items {
		one := semantic.OutlineItem{Title: it.Title, URI: it.URI, Children: outline(r, it.Children, first, last)}
		if it.Dest.Page > 0 {
			one.Target = r.Target(it.Dest)
		}
		if len(one.Children) > 0 || it.Dest.Page >= first && it.Dest.Page <= last {
			list = append(list, one)
		}
	}
	return list
}

// rooms are the folders whose rules know words.
var rooms = []string{"layout", "semantic", "internal/language", "internal/roman", "internal/script"}

var word = regexp.MustCompile(`\p{L}[\p{L}\p{M}]*`)

// knownWords returns what tells the words that the rules know: those of all strings in their
// sources. They stay on the pages, or the rules would not find what they look for.
func knownWords(root string) (func(string) bool, error) {
	known := map[string]bool{}
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(room)), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "trigrams.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && utf8.ValidString(text) {
						for _, w := range word.FindAllString(strings.ToLower(text), -1) {
							known[w] = true
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return func(w string) bool { return known[w] }, nil
}

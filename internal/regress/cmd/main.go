// Command cmd runs the yardstick of the repository: make regress.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/pagelift/pagelift/internal/regress"
	"github.com/pagelift/pagelift/internal/regress/pages"
)

func main() {
	dir := flag.String("dir", filepath.FromSlash("internal/regress"), "the folder of internal/regress")
	corpus := flag.String("corpus", "", "another folder of NAME.pdf with NAME.html beside it")
	baseline := flag.String("baseline", "", "another baseline; it is made if it does not exist and -accept is given")
	only := flag.String("only", "", "only documents whose name has this in it")
	accept := flag.Bool("accept", false, "write the figures as the new baseline")
	page := flag.String("page", "", "write a page with truth and output side by side")
	all := flag.Bool("all", false, "of all documents, not only of those that moved")
	pagesOnly := flag.Bool("pages", false, "only the pages of internal/regress/pages, not the documents")
	keep := flag.String("keep", "", "a folder for the HTML of each document")
	flag.Parse()
	if *corpus == "" {
		*corpus = filepath.Join(*dir, "corpus")
	}
	if *baseline == "" {
		*baseline = filepath.Join(*dir, "baseline.tsv")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s := settings{*corpus, *baseline, *only, *page, *keep, *accept, *all}
	good, err := true, error(nil)
	if *corpus == filepath.Join(*dir, "corpus") && *only == "" {
		good, err = runPages(ctx, filepath.Join(*dir, "pages", "testdata"), *accept)
	}
	if err == nil && !*pagesOnly {
		var fine bool
		fine, err = run(ctx, s)
		good = good && fine
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "regress:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// runPages reports whether all pages come out as their files say.
func runPages(ctx context.Context, dir string, accept bool) (bool, error) {
	began := time.Now()
	differences, n, err := pages.Compare(ctx, dir, accept)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d cases of single pages in %.1f s, %d come out otherwise\n", n, time.Since(began).Seconds(), len(differences))
	for _, d := range differences {
		fmt.Printf("FELL: the case %s (- was, + is)\n%s\n", d.Name, d.Text)
	}
	return len(differences) == 0, nil
}

type settings struct {
	corpus, baseline, only, page, keep string
	accept, all                        bool
}

// run reports whether nothing fell.
func run(ctx context.Context, s settings) (bool, error) {
	began := time.Now()
	results, err := regress.Run(ctx, s.corpus, s.only)
	if err != nil {
		return false, err
	}
	was, err := regress.ReadBaseline(s.baseline)
	if err != nil {
		return false, err
	}
	is := regress.Of(results)
	c := regress.Compare(was, is)
	if s.only != "" {
		c.Missing = nil
	}
	fmt.Print(c.Table(is))
	fmt.Printf("%d documents in %.1f s, %d moved\n", len(results), time.Since(began).Seconds(), len(c.MovedDocuments()))
	for _, r := range results {
		if r.Err != nil {
			fmt.Printf("%s cannot be converted: %v\n", r.Name, r.Err)
		}
		if s.keep != "" {
			if err := os.MkdirAll(s.keep, 0o755); err != nil {
				return false, err
			}
			if err := os.WriteFile(filepath.Join(s.keep, r.Name+".html"), r.HTML, 0o644); err != nil {
				return false, err
			}
		}
	}
	if s.page != "" {
		if err := regress.WritePage(s.page, s.corpus, results, c, s.all); err != nil {
			return false, err
		}
		fmt.Println("side by side:", s.page)
	}
	if s.accept {
		for name, figures := range was {
			if _, ok := is[name]; !ok && s.only != "" {
				is[name] = figures
			}
		}
		return true, regress.WriteBaseline(s.baseline, is)
	}
	for _, f := range c.Failures {
		fmt.Println("FELL:", f)
	}
	for _, name := range c.Unknown {
		fmt.Println("NEW:", name, "has no baseline")
	}
	for _, name := range c.Missing {
		fmt.Println("GONE:", name)
	}
	good := len(c.Failures)+len(c.Unknown)+len(c.Missing) == 0
	if !good {
		fmt.Println("Look at the page; what is meant to be is accepted by: make regress-accept")
	}
	return good, nil
}

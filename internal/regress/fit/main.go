// Command fit asks whether the weights of a rule are those that its documents ask for: make fit.
//
// A rule that sums up signs is a linear classifier. The command converts documents whose
// truth is known, takes the signs of each candidate from the evidence that the rule leaves,
// labels the candidate by the truth, and fits weights by logistic regression. It compares
// them with the weights that the rule has, on documents of sources that were not fitted on.
// It changes nothing: docs/regress.md says what to do with the answer.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	var s settings
	flag.StringVar(&s.kind, "kind", "heading", "whose weights: "+strings.Join(kindNames(), ", "))
	flag.StringVar(&s.by, "by", "source", "what is held out at a time: source (what stands before the first hyphen of a document's name) or set (a folder)")
	flag.IntVar(&s.folds, "folds", 10, "how many parts the sources are divided into")
	flag.Float64Var(&s.cost.ridge, "ridge", 1, "how much a weight costs, so that rare signs weigh little")
	flag.Float64Var(&s.cost.beta, "beta", 1, "how much a miss costs, where what is wrongly taken costs 1")
	flag.StringVar(&s.out, "out", "", "the candidates, as TSV (default: fit-KIND.tsv)")
	flag.Parse()
	s.sets = flag.Args()
	if len(s.sets) == 0 {
		s.sets = []string{filepath.FromSlash("internal/regress/corpus")}
	}
	if s.out == "" {
		s.out = "fit-" + s.kind + ".tsv"
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

type settings struct {
	kind, by, out string
	folds         int
	cost          price
	sets          []string // folders of NAME.pdf with NAME.html beside it
}

func (s *settings) run(ctx context.Context) error {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == s.kind })
	if at < 0 {
		return fmt.Errorf("no kind %q: %s", s.kind, strings.Join(kindNames(), ", "))
	}
	if s.by != "source" && s.by != "set" {
		return fmt.Errorf("held out is a source or a set, not %q", s.by)
	}
	if s.folds < 2 {
		return fmt.Errorf("%d parts: there must be one to fit on and one to compare on", s.folds)
	}
	if s.cost.ridge <= 0 || s.cost.beta <= 0 {
		return fmt.Errorf("a ridge of %g and a beta of %g: both are above 0", s.cost.ridge, s.cost.beta)
	}
	g := gathering{kind: &kinds[at]}
	for _, dir := range s.sets {
		if err := g.add(ctx, dir); err != nil {
			return err
		}
	}
	if err := g.write(s.out); err != nil {
		return err
	}
	fmt.Print(g.summary())
	d, err := newDesign(g.candidates)
	if err != nil {
		return err
	}
	c, err := d.compare(s.by, s.folds, s.cost)
	if err != nil {
		return err
	}
	fmt.Print(c.table())
	fmt.Println("candidates:", s.out)
	return nil
}

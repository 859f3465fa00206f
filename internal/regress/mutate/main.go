// Command mutate asks which thresholds of the engine nothing defends: make mutate.
//
// It draws thresholds, makes each half as large again and then little more than half
// as large, and looks who notices: the tests of the package, the yardstick of
// internal/regress, and a command for larger sets. docs/regress.md says what to do with
// those that nobody notices.
//
// Nothing is compiled for each change. The drawn thresholds become variables in
// rewritten copies of their files, which the go command takes in place of the files
// (-overlay), and a variable of the environment sets one of them as a program starts.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"
)

// engine lists the packages whose thresholds decide what a document becomes. Packages for scans are left out.
const engine = "./layout/... ./semantic/... ./internal/language ./internal/decipher ./internal/content"

// factors are the factors by which a threshold is multiplied. They are large enough for a measured limit to lie on
// the other side of what it was measured on, and small enough that not everything breaks.
var factors = []float64{1.5, 0.6}

func main() {
	var s settings
	flag.IntVar(&s.n, "n", 150, "how many thresholds are drawn")
	flag.Uint64Var(&s.seed, "seed", 0, "what draws them (default: the time); the same seed draws the same ones of the same tree")
	flag.StringVar(&s.packages, "packages", engine, "patterns of the packages whose thresholds are drawn")
	flag.StringVar(&s.only, "only", "", "only thresholds whose name has this in it")
	flag.StringVar(&s.again, "again", "", "only thresholds that survived in this list")
	flag.StringVar(&s.out, "out", "", "the list, as TSV (default: mutants-SEED.tsv); what is in it is not done again")
	flag.StringVar(&s.larger, "larger", "", "a command of the shell that fails when larger sets notice; {bin} is the changed pagelift")
	flag.DurationVar(&s.patience, "patience", 5*time.Minute, "how long tests or a set may take; what hangs is noticed")
	flag.BoolVar(&s.list, "list", false, "only list the thresholds that can be drawn")
	flag.Parse()
	if s.seed == 0 {
		s.seed = uint64(time.Now().Unix())
	}
	if s.out == "" {
		s.out = fmt.Sprintf("mutants-%d.tsv", s.seed)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type settings struct {
	n                                  int
	seed                               uint64
	packages, only, again, out, larger string
	patience                           time.Duration
	list                               bool
}

func (s *settings) run(ctx context.Context) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	tree, err := load(ctx, root, strings.Fields(s.packages))
	if err != nil {
		return err
	}
	all, fixed := tree.thresholds()
	survivors, err := s.survivors()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(t *threshold) bool {
		return !strings.Contains(t.name, s.only) || s.again != "" && !survivors[t.name]
	})
	if s.list {
		for _, t := range all {
			fmt.Printf("%s\t%s\t%s\n", t.file, t.name, t.literal)
		}
		return nil
	}
	fmt.Printf("seed %d: %d of %d thresholds (%d more are parts of constants or sizes of arrays and are left out); list: %s\n",
		s.seed, min(s.n, len(all)), len(all), fixed, s.out)
	rnd := rand.New(rand.NewPCG(s.seed, 1))
	rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	drawn := all[:min(s.n, len(all))]
	done, err := s.done()
	if err != nil {
		return err
	}
	todo := slices.DeleteFunc(slices.Clone(drawn), func(t *threshold) bool { return done[t.name] })
	if len(todo) == 0 {
		return s.summary()
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := tree.build(ctx, dir, todo, s.larger != "")
	if err != nil {
		return err
	}
	j := jury{settings: s, build: b}
	if verdict := j.ask(ctx, todo, "", 0); verdict.noticed {
		return fmt.Errorf("without any change: %s", verdict.by)
	}
	for i, t := range todo {
		if b.broken[t] {
			fmt.Printf("%s cannot be a variable\n", t.name)
			continue
		}
		row := t.row()
		survived := true
		for _, f := range factors {
			v := j.ask(ctx, []*threshold{t}, t.name, t.times(f))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			survived = survived && !v.noticed
			row = append(row, v.by)
		}
		verdict := "noticed"
		if survived {
			verdict = "SURVIVED"
		}
		row = append(row, verdict)
		if err := s.add(row); err != nil {
			return err
		}
		fmt.Printf("%d/%d %s\n", i+1, len(todo), strings.Join(row, "\t"))
	}
	return s.summary()
}

// survivors returns the survivors in the list that is tested again.
func (s *settings) survivors() (map[string]bool, error) {
	out := map[string]bool{}
	if s.again == "" {
		return out, nil
	}
	src, err := os.ReadFile(s.again)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(src)) {
		if fields := strings.Split(line, "\t"); strings.HasSuffix(line, "\tSURVIVED\n") {
			out[fields[1]] = true
		}
	}
	return out, nil
}

// head returns the first line of the list.
func (s *settings) head() string {
	cols := []string{"file", "threshold", "value"}
	for _, f := range factors {
		cols = append(cols, "x"+strconv.FormatFloat(f, 'f', -1, 64)+" noticed by")
	}
	return fmt.Sprintf("# seed %d\n%s\tverdict\n", s.seed, strings.Join(cols, "\t"))
}

// done returns the thresholds that the list has.
func (s *settings) done() (map[string]bool, error) {
	out := map[string]bool{}
	src, err := os.ReadFile(s.out)
	if os.IsNotExist(err) {
		return out, os.WriteFile(s.out, []byte(s.head()), 0o644)
	}
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(string(src), s.head()) {
		return nil, fmt.Errorf("%s is the list of another seed", s.out)
	}
	for line := range strings.Lines(string(src)) {
		if fields := strings.Split(line, "\t"); len(fields) > 1 {
			out[fields[1]] = true
		}
	}
	return out, nil
}

func (s *settings) add(row []string) error {
	f, err := os.OpenFile(s.out, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(strings.Join(row, "\t") + "\n"); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// summary counts what the list has.
func (s *settings) summary() error {
	src, err := os.ReadFile(s.out)
	if err != nil {
		return err
	}
	survived, all := 0, -2 // the head
	for line := range strings.Lines(string(src)) {
		all++
		if strings.HasSuffix(line, "\tSURVIVED\n") {
			survived++
		}
	}
	fmt.Printf("seed %d: nothing noticed %d of %d (%s)\n", s.seed, survived, all, s.out)
	return nil
}

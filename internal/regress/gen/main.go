// Command gen renders the corpus of internal/regress: documents of our own making,
// set by four typesetters in many styles, or scanned, each with the HTML that it should become.
//
//	cd internal/regress && go run ./gen [NAME...]
//
// Each line of sources/corpus.tsv is a document: its name, source, engine, style and
// options. It needs, of Debian 12: chromium groff texlive-latex-extra
// texlive-fonts-recommended texlive-pictures texlive-lang-german texlive-lang-french
// lmodern libreoffice-writer-nogui poppler-utils fonts-liberation fonts-ebgaramond
// fonts-open-sans fonts-roboto-unhinted fonts-lato fonts-linuxlibertine
// fonts-noto-core fonts-hosny-amiri fonts-droid-fallback fonts-ipafont-mincho
// fonts-nanum texlive-fonts-extra texlive-plain-generic pandoc tesseract-ocr. Documents that exist are left as they are unless named.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// recipe is a line of corpus.tsv.
type recipe struct {
	name, source, engine, style string
	options                     map[string]string
}

// furniture returns what stands at the six places of a page, "#" for its number:
// "tl" top left to "br" bottom right.
func (r recipe) furniture() map[string]string {
	out := map[string]string{}
	for _, at := range []string{"tl", "tc", "tr", "bl", "bc", "br"} {
		if text := r.options[at]; text != "" {
			out[at] = text
		}
	}
	return out
}

func main() {
	log.SetFlags(0)
	root := flag.String("root", ".", "the folder of internal/regress")
	flag.Parse()
	if err := run(*root, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(root string, only []string) error {
	recipes, err := readRecipes(filepath.Join(root, "sources", "corpus.tsv"))
	if err != nil {
		return err
	}
	ctx := context.Background()
	var failures []error
	for _, r := range recipes {
		pdf := filepath.Join(root, "corpus", r.name+".pdf")
		_, err := os.Stat(pdf)
		if named := slices.Contains(only, r.name) || slices.Contains(only, r.source); len(only) > 0 && !named || len(only) == 0 && err == nil {
			continue
		}
		if err := r.render(ctx, root, pdf); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", r.name, err))
			continue
		}
		log.Print(r.name)
	}
	return errors.Join(failures...)
}

func readRecipes(path string) ([]recipe, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []recipe
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") || lines.Text() == "" {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 4 {
			return nil, fmt.Errorf("%s: %q has no four fields", path, lines.Text())
		}
		r := recipe{fields[0], fields[1], fields[2], fields[3], map[string]string{}}
		if len(fields) > 4 {
			for o := range strings.SplitSeq(fields[4], ";") {
				k, v, _ := strings.Cut(o, "=")
				r.options[strings.TrimSpace(k)] = v
			}
		}
		list = append(list, r)
	}
	return list, lines.Err()
}

// render makes the PDF and its truth.
func (r recipe) render(ctx context.Context, root, pdf string) error {
	if r.engine == "scan" {
		return r.scan(ctx, root, pdf)
	}
	src, err := os.ReadFile(filepath.Join(root, "sources", r.source+".html"))
	if err != nil {
		return err
	}
	doc, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		return err
	}
	if err := r.expand(doc, filepath.Join(root, "sources")); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	engine := map[string]func(context.Context, *html.Node, string, string) error{
		"chromium": r.chromium, "latex": r.latex, "groff": r.groff, "office": r.office,
	}[r.engine]
	if engine == nil {
		return fmt.Errorf("no engine %q", r.engine)
	}
	out := filepath.Join(dir, "out.pdf")
	if err := engine(ctx, doc, filepath.Join(root, "sources"), dir); err != nil {
		keep := filepath.Join(os.TempDir(), "corpus-failed")
		_ = os.RemoveAll(keep)
		_ = os.Rename(dir, keep)
		return fmt.Errorf("%w (see %s)", err, keep)
	}
	pages, err := countPages(ctx, out)
	if err != nil {
		return err
	}
	file, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	if err := os.WriteFile(pdf, file, 0o644); err != nil {
		return err
	}
	return os.WriteFile(strings.TrimSuffix(pdf, ".pdf")+".html", r.truth(doc, pages), 0o644)
}

// command runs a program in a folder.
func command(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	// The time of documents of LaTeX and LibreOffice does not matter, and should not change.
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000", "FORCE_SOURCE_DATE=1", "HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out[max(0, len(out)-3000):])
	}
	return nil
}

func countPages(ctx context.Context, pdf string) (int, error) {
	out, err := exec.CommandContext(ctx, "pdfinfo", pdf).Output()
	if err != nil {
		return 0, fmt.Errorf("pdfinfo: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		if v, ok := strings.CutPrefix(line, "Pages:"); ok {
			return strconv.Atoi(strings.TrimSpace(v))
		}
	}
	return 0, fmt.Errorf("pdfinfo names no pages")
}

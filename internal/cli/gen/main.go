// Command gen writes the manual pages of the program and its completions for shells.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/pagelift/pagelift/internal/cli"
)

func main() {
	log.SetFlags(0)
	out := flag.String("o", "manual", "the folder to write man1 and completions into")
	version := flag.String("version", "", "the version that the pages name")
	date := flag.String("date", "", "the day that the pages name, as 2006-01-02")
	flag.Parse()
	day, err := time.Parse(time.DateOnly, *date)
	if err == nil {
		err = write(*out, *version, day)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func write(folder, version string, day time.Time) error {
	root := cli.Command(cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	completions := filepath.Join(folder, "completions")
	if err := os.MkdirAll(completions, 0o755); err != nil {
		return err
	}
	for name, generate := range map[string]func(w io.Writer) error{
		"pagelift.bash": func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"_pagelift":     root.GenZshCompletion,
		"pagelift.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"pagelift.ps1":  root.GenPowerShellCompletionWithDesc,
	} {
		var b bytes.Buffer
		if err := generate(&b); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(completions, name), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	pages := filepath.Join(folder, "man1")
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	prepare(root)
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "pagelift " + version, Manual: "pagelift", Date: &day}, pages)
}

// prepare formats the help of a command and of its sub-commands as Markdown.
func prepare(c *cobra.Command) {
	c.Long = markdown(c.Long)
	for _, sub := range c.Commands() {
		prepare(sub)
	}
}

// set matches a line in which spaces matter: it is indented, or has columns.
var set = regexp.MustCompile(`^ |\S {2,}\S`)

// markdown keeps lines of s in which spaces matter as they are. It makes them a code block, which in Markdown has
// empty lines around it and is indented by four spaces.
func markdown(s string) string {
	var out []string
	was := false
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\n")
		is := set.MatchString(line)
		if is != was {
			out = append(out, "")
		}
		if is {
			line = "    " + line
		}
		out, was = append(out, line), is
	}
	return strings.Join(out, "\n")
}

// Command gen writes the licences of all modules that the program is linked with on any of its
// systems, and of Go itself.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/licence"
)

const program = "github.com/pagelift/pagelift/cmd/pagelift"

// systems are those that releases are built for.
var systems = []string{"linux", "darwin", "windows"}

// notice matches the names of files that must go with a program: licences, and
// notices as the Apache licence asks for them.
var notice = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)`)

// emblem is a licence of a picture, which no program holds.
const emblem = "LICENSE-LOGO"

type module struct{ Path, Version, Dir string }

// text is a licence and the modules that bring it, word for word.
type text struct {
	body string
	of   []string
}

func main() {
	log.SetFlags(0)
	out := flag.String("o", "third_party.txt", "the file to write")
	flag.Parse()
	page, err := write()
	if err == nil {
		err = os.WriteFile(*out, page, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// write makes the page: a line for each module, then each text once.
func write() ([]byte, error) {
	modules, err := linked()
	if err != nil {
		return nil, err
	}
	var list bytes.Buffer
	var texts []text
	for _, m := range modules {
		kind, err := gather(&texts, m)
		if err != nil {
			return nil, err
		}
		name := m.Path + " " + m.Version
		fmt.Fprintf(&list, "    %-64s %s\n", strings.TrimSpace(name), kind)
	}
	var page bytes.Buffer
	page.WriteString("pagelift is under the Apache License 2.0. The program is linked with these, unchanged; the source of\neach is where its path says, and in the module proxies of Go:\n\n")
	page.Write(list.Bytes())
	for _, t := range texts {
		fmt.Fprintf(&page, "\n%s\n%s:\n\n%s\n", strings.Repeat("-", 80), strings.Join(t.of, ",\n"), t.body)
	}
	return page.Bytes(), nil
}

// gather adds the texts of m and returns the kind of its main licence.
func gather(texts *[]text, m module) (kind string, err error) {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.IsDir() || !notice.MatchString(e.Name()) || e.Name() == emblem {
			continue
		}
		data, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
		if err != nil {
			return "", err
		}
		body := tidy(string(data))
		if kind == licence.Unknown {
			kind = licence.Kind(body)
		}
		i := slices.IndexFunc(*texts, func(t text) bool { return t.body == body })
		if i < 0 {
			*texts, i = append(*texts, text{body: body}), len(*texts)
		}
		(*texts)[i].of = append((*texts)[i].of, m.Path+" ("+e.Name()+")")
	}
	if kind == licence.Unknown {
		return "", fmt.Errorf("%s %s: no licence that is known", m.Path, m.Version)
	}
	return kind, nil
}

// tidy takes away what differs between copies of one text and means nothing.
func tidy(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// linked lists the modules of all packages of the program, on all systems, by path; Go comes first.
func linked() ([]module, error) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	all := []module{{Path: "the standard library of Go", Dir: strings.TrimSpace(string(goroot))}}
	seen := map[string]bool{}
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", program)
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		packages := json.NewDecoder(bytes.NewReader(out))
		for {
			var p struct {
				Module *struct {
					module
					Main bool
				}
			}
			if err := packages.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module != nil && !p.Module.Main && !seen[p.Module.Path] {
				seen[p.Module.Path] = true
				all = append(all, p.Module.module)
			}
		}
	}
	slices.SortFunc(all[1:], func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

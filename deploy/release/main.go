// Command release makes everything that a version is published as: programs for each system in
// archives, Debian and RPM packages, an OCI image, a bill of materials and checksums. The same
// commit and the same Go give the same bytes.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// targets are the systems that releases are built for.
const targets = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	log.SetFlags(0)
	source := flag.String("source", "../..", "the clone to build from, which must have no local changes")
	out := flag.String("o", "../../dist", "the folder to write into; what is in it is deleted")
	only := flag.String("targets", targets, "the systems to build for")
	flag.Parse()
	if err := run(*source, *out, strings.Split(*only, ",")); err != nil {
		log.Fatal("release: ", err)
	}
}

// run writes the release of the commit that source has checked out into the folder out.
func run(source, out string, targets []string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "pagelift-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	var builds []*build
	for _, t := range targets {
		for _, p := range products {
			b, err := compile(source, work, t, p)
			if err != nil {
				return err
			}
			log.Printf("%-16s %-14s %s, %.1f MB", p.name, t, b.version, float64(b.size)/1e6)
			builds = append(builds, b)
		}
	}
	manual, err := writeManual(source, work, builds[0])
	if err != nil {
		return err
	}
	common, err := papers(source)
	if err != nil {
		return err
	}
	var linux []*build
	for _, b := range builds {
		if err := writeArchive(out, b, common, manual); err != nil {
			return err
		}
		if err := writeMaterials(out, b, common); err != nil {
			return err
		}
		if b.system != "linux" || b.product != products[0] {
			continue
		}
		linux = append(linux, b)
		if err := writePackages(out, b, common, manual); err != nil {
			return err
		}
	}
	if len(linux) > 0 {
		if err := writeImage(out, linux, common); err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	return writeSums(out)
}

// papers are the files that go with every copy of the program.
func papers(source string) ([]file, error) {
	var all []file
	for _, p := range []struct{ name, path string }{
		{"LICENSE", "LICENSE"},
		{"NOTICE", "NOTICE"},
		{"THIRD_PARTY.txt", "internal/licence/third_party.txt"},
	} {
		data, err := os.ReadFile(filepath.Join(source, p.path))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name: p.name, data: data, mode: 0o644})
	}
	return all, nil
}

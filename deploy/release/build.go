package main

import (
	"debug/buildinfo"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// product is one of the programs of a release.
type product struct {
	name, tags string
}

// products are the whole program, and the one of those who only convert, without the service.
var products = [...]product{{name: "pagelift"}, {name: "pagelift-convert", tags: "noserver"}}

// build is a program for one system.
type build struct {
	product      product
	system, arch string // as GOOS and GOARCH
	path         string
	size         int64
	version      string    // v0.9.0, or the pseudo-version of a commit without a tag
	date         time.Time // of the commit, UTC
	info         *buildinfo.BuildInfo
}

// name is that of a file of the release.
func (b *build) name(suffix string) string {
	return fmt.Sprintf("%s_%s_%s_%s%s", b.product.name, strings.TrimPrefix(b.version, "v"), b.system, b.arch, suffix)
}

// program is the name of the executable file.
func (b *build) program() string {
	if b.system == "windows" {
		return "pagelift.exe"
	}
	return "pagelift"
}

// errModified is for a tree whose program nobody else could build.
var errModified = errors.New("the clone has local changes, or go does not see its commit")

// goVersion names the Go that releases are built with, for GOTOOLCHAIN: the compiler and the standard library are part
// of the bytes. go fetches it if it is another one itself. make supply says which vulnerabilities are known of it.
//
//go:embed goversion.txt
var goVersion string

// toolchain is the setting of the environment for goVersion.
func toolchain() string { return "GOTOOLCHAIN=" + strings.TrimSpace(goVersion) }

// compile builds a program for a target like linux/amd64 in a folder below work.
func compile(source, work, target string, p product) (*build, error) {
	system, arch, ok := strings.Cut(target, "/")
	if !ok {
		return nil, fmt.Errorf("%q has not the form system/architecture", target)
	}
	b := &build{product: p, system: system, arch: arch}
	folder, err := filepath.Abs(filepath.Join(work, p.name+"_"+system+"_"+arch))
	if err != nil {
		return nil, err
	}
	b.path = filepath.Join(folder, b.program())
	// Without an ABI level of the environment, and with the commit: both are part of the bytes.
	env := []string{toolchain(), "GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="}
	if err := goCommand(source, env, "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-tags="+p.tags, "-o", b.path, "./cmd/pagelift"); err != nil {
		return nil, err
	}
	stat, err := os.Stat(b.path)
	if err != nil {
		return nil, err
	}
	b.size = stat.Size()
	if b.info, err = buildinfo.ReadFile(b.path); err != nil {
		return nil, err
	}
	return b, b.read()
}

// read takes the version and the date from what go has stamped into the program.
func (b *build) read() error {
	b.version = b.info.Main.Version
	modified := "true"
	for _, s := range b.info.Settings {
		switch s.Key {
		case "vcs.modified":
			modified = s.Value
		case "vcs.time":
			t, err := time.Parse(time.RFC3339, s.Value)
			if err != nil {
				return err
			}
			b.date = t.UTC()
		}
	}
	if modified != "false" || b.date.IsZero() {
		return errModified
	}
	return nil
}

// writeManual has the program's own generator write manual pages and completions, and returns
// them by their paths: man1/pagelift.1, completions/_pagelift.
func writeManual(source, work string, b *build) ([]file, error) {
	folder, err := filepath.Abs(filepath.Join(work, "manual"))
	if err != nil {
		return nil, err
	}
	env := []string{toolchain(), "CGO_ENABLED=0", "GOFLAGS="}
	if err := goCommand(source, env, "run", "./internal/cli/gen", "-o", folder, "-version", b.version, "-date", b.date.Format(time.DateOnly)); err != nil {
		return nil, err
	}
	var all []file
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		all = append(all, file{name: filepath.ToSlash(name), data: data, mode: 0o644})
		return err
	})
	return all, err
}

// goCommand runs go in a folder, under an environment that has env, too.
func goCommand(folder string, env []string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env, cmd.Stderr = folder, append(os.Environ(), env...), os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s: %w", args[0], err)
	}
	return nil
}

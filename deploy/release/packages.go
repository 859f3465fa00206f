package main

import (
	"bytes"
	"embed"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	contents "github.com/goreleaser/nfpm/v2/files"
	"github.com/goreleaser/nfpm/v2/rpm"
)

//go:embed files
var installed embed.FS

// places are where the files of a package go, by the first part of their path.
var places = map[string]string{
	"man1":                      "/usr/share/man/man1/",
	"completions/pagelift.bash": "/usr/share/bash-completion/completions/pagelift",
	"completions/_pagelift":     "/usr/share/zsh/vendor-completions/_pagelift",
	"completions/pagelift.fish": "/usr/share/fish/vendor_completions.d/pagelift.fish",
	"completions/pagelift.ps1":  "/usr/share/pagelift/pagelift.ps1", // PowerShell looks nowhere by itself
}

// place is where a file of the manual is installed.
func place(name string) string {
	if to, ok := places[name]; ok {
		return to
	}
	return places[path.Dir(name)] + path.Base(name)
}

// writePackages writes the Debian and the RPM package of a program for Linux.
func writePackages(out string, b *build, common, manual []file) error {
	work, err := os.MkdirTemp("", "pagelift-package-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var all contents.Contents
	// The library reads what it packs from files.
	add := func(to, kind string, data []byte, mode fs.FileMode) error {
		from := filepath.Join(work, strings.ReplaceAll(strings.TrimPrefix(to, "/"), "/", "_"))
		all = append(all, &contents.Content{
			Source: from, Destination: to, Type: kind,
			FileInfo: &contents.ContentFileInfo{Owner: "root", Group: "root", Mode: mode, MTime: b.date},
		})
		return os.WriteFile(from, data, 0o644)
	}
	program, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	if err := add("/usr/bin/pagelift", contents.TypeFile, program, 0o755); err != nil {
		return err
	}
	for _, f := range common {
		if err := add("/usr/share/doc/pagelift/"+documentName(f.name), contents.TypeFile, f.data, 0o644); err != nil {
			return err
		}
	}
	for _, f := range manual {
		if err := add(place(f.name), contents.TypeFile, f.data, 0o644); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"pagelift.service": "/usr/lib/systemd/system/pagelift.service", "pagelift.env": "/etc/pagelift/pagelift.env"} {
		data, err := installed.ReadFile("files/" + name)
		if err != nil {
			return err
		}
		kind, mode := contents.TypeFile, fs.FileMode(0o644)
		if strings.HasSuffix(name, ".env") {
			kind, mode = contents.TypeConfigNoReplace, 0o600 // it may hold secrets
		}
		if err := add(to, kind, data, mode); err != nil {
			return err
		}
	}
	scripts := map[string]string{}
	for _, name := range []string{"postinstall.sh", "preremove.sh", "postremove.sh"} {
		data, err := installed.ReadFile("files/" + name)
		if err != nil {
			return err
		}
		scripts[name] = filepath.Join(work, name)
		if err := os.WriteFile(scripts[name], data, 0o755); err != nil {
			return err
		}
	}
	for suffix, packager := range map[string]nfpm.Packager{".deb": deb.Default, ".rpm": rpm.DefaultRPM} {
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "pagelift", Arch: b.arch, Platform: "linux", Version: b.version, Release: "1", MTime: b.date,
			Section: "text", Priority: "optional", Maintainer: "The pagelift authors <pagelift@users.noreply.github.com>",
			Homepage: "https://github.com/pagelift/pagelift", License: "Apache-2.0", DisableGlobbing: true,
			Description: "PDF documents to semantic, accessible HTML\npagelift turns PDF documents into semantic, accessible HTML, as a program and\nas a service with a REST interface.",
			Overridables: nfpm.Overridables{
				Contents: all,
				Suggests: []string{"tesseract-ocr"},
				Scripts:  nfpm.Scripts{PostInstall: scripts["postinstall.sh"], PreRemove: scripts["preremove.sh"], PostRemove: scripts["postremove.sh"]},
				RPM:      nfpm.RPM{BuildHost: "localhost", Summary: "PDF documents to semantic, accessible HTML"},
			},
		})
		if err := writeFile(out, b.name(suffix), func(w *bytes.Buffer) error { return packager.Package(info, w) }); err != nil {
			return err
		}
	}
	return nil
}

// documentName is what a paper is called in the folder of documents: Debian calls the licence copyright.
func documentName(name string) string {
	if name == "LICENSE" {
		return "copyright"
	}
	return name
}

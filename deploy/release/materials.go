package main

import (
	"bytes"
	"fmt"
	"regexp"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// listed matches a line of THIRD_PARTY.txt: a module, its version and its licence.
var listed = regexp.MustCompile(`(?m)^    (\S+) (v\S+) +(\S+)$`)

// writeMaterials writes the software bill of materials of a program, as CycloneDX 1.6: each module
// that go says is in it, with its licence. A module without a known licence is an error.
func writeMaterials(out string, b *build, common []file) error {
	licences := map[string]string{}
	for _, f := range common {
		if f.name == "THIRD_PARTY.txt" {
			for _, m := range listed.FindAllStringSubmatch(string(f.data), -1) {
				licences[m[1]+" "+m[2]] = m[3]
			}
		}
	}
	components := []cdx.Component{component("std", b.info.GoVersion, "BSD-3-Clause")}
	for _, d := range b.info.Deps {
		kind, ok := licences[d.Path+" "+d.Version]
		if !ok {
			return fmt.Errorf("%s: no licence of %s %s is known; make generate", b.name(""), d.Path, d.Version)
		}
		c := component(d.Path, d.Version, kind)
		c.Properties = &[]cdx.Property{{Name: "go:sum", Value: d.Sum}}
		components = append(components, c)
	}
	program := component(b.info.Main.Path, b.version, "Apache-2.0")
	program.Type = cdx.ComponentTypeApplication
	var all []string
	for _, c := range components {
		all = append(all, c.BOMRef)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: b.date.Format(time.RFC3339), Component: &program}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &all}}
	return writeFile(out, b.name(".cdx.json"), func(w *bytes.Buffer) error {
		return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
	})
}

// component is a module under a licence, named by its package URL.
func component(path, version, kind string) cdx.Component {
	url := "pkg:golang/" + path + "@" + version
	return cdx.Component{
		BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: path, Version: version, PackageURL: url,
		Licenses: &cdx.Licenses{{License: &cdx.License{ID: kind}}},
	}
}

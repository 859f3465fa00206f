package server

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
)

// The documents of the repository are pages below /docs. docs/site/gen makes these pages, their lists and the
// index for searching. The pages of the interface and of its errors are made here, and added to the lists and the
// index.

//go:embed assets/site
var siteFiles embed.FS

//go:embed assets/docs_layout.html
var docsLayout string

//go:embed assets/docs.js
var docsJS []byte

// sitePage is an entry in the list of all pages.
type sitePage struct {
	Path  string     `json:"path"`
	Name  string     `json:"name"`
	Below []sitePage `json:"below"`
}

// siteView is what the layout of a page shows.
type siteView struct {
	Title    string
	Here     string
	Pages    []sitePage
	Contents []siteHeading
	Body     template.HTML
	Before   *sitePage
	Behind   *sitePage
}

// siteHeading is an entry in the contents of a page.
type siteHeading struct{ ID, Text string }

// siteSection is an entry of the index for searching: a section of a page.
type siteSection struct{ address, page, heading, words string }

// MarshalJSON writes the section in the form that docs/site/gen writes.
func (s siteSection) MarshalJSON() ([]byte, error) {
	return json.Marshal([]string{s.address, s.page, s.heading, s.words})
}

// sitePages returns all pages in order, without those below others.
func sitePages() ([]sitePage, error) {
	data, err := siteFiles.ReadFile(siteFolder + "/pages.json")
	if err != nil {
		return nil, fmt.Errorf("server: the pages of the documentation: %w", err)
	}
	var pages []sitePage
	if err := json.Unmarshal(data, &pages); err != nil {
		return nil, fmt.Errorf("server: the pages of the documentation: %w", err)
	}
	return pages, nil
}

// show returns a page of the site whose body is made here.
func show(pages []sitePage, view siteView) ([]byte, error) {
	view.Pages = pages
	var all []sitePage
	for _, p := range pages {
		all = append(append(all, p), p.Below...)
	}
	for i, p := range all {
		switch {
		case p.Path != view.Here:
		case i == 0 || i == len(all)-1:
			return nil, fmt.Errorf("server: page %s is the first or the last of the documentation", p.Path)
		default:
			view.Before, view.Behind = &all[i-1], &all[i+1]
		}
	}
	return render("layout", docsLayout, view)
}

// siteFolder is the folder of what docs/site/gen has made.
const siteFolder = "assets/site"

// readSite returns the files of siteFolder by the paths at which they are served. It adds the sections of the
// pages that are made here to the index for searching.
func readSite(made []siteSection) (map[string]static, error) {
	index, err := siteFiles.ReadFile(siteFolder + "/search.json")
	if err != nil {
		return nil, fmt.Errorf("server: the index of the documentation: %w", err)
	}
	if index, err = withSections(index, made); err != nil {
		return nil, fmt.Errorf("server: the index of the documentation: %w", err)
	}
	site := map[string]static{}
	err = fs.WalkDir(siteFiles, siteFolder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := siteFiles.ReadFile(name)
		if err != nil {
			return err
		}
		at := "/docs" + strings.TrimPrefix(name, siteFolder)
		if page, ok := strings.CutSuffix(at, ".html"); ok {
			site[page] = newStatic("text/html; charset=utf-8", data)
		} else {
			site[at] = newStatic("application/json", data)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("server: the pages of the documentation: %w", err)
	}
	delete(site, "/docs/pages.json") // the pages contain the lists of pages already
	site["/docs/search.json"] = newStatic("application/json", index)
	site["/docs/script.js"] = newStatic("text/javascript; charset=utf-8", docsJS)
	return site, nil
}

// withSections returns an index with more sections.
func withSections(index []byte, more []siteSection) ([]byte, error) {
	var all []any
	if err := json.Unmarshal(index, &all); err != nil {
		return nil, err
	}
	for _, s := range more {
		all = append(all, s)
	}
	return json.Marshal(all)
}

// sections returns the sections of the description for the index.
func (d description) sections() []siteSection {
	const page, name = "/docs", "API"
	list := []siteSection{{page + "#start", name, "Five minutes", "first program curl Go Python JavaScript"}}
	for _, tag := range d.Tags {
		list = append(list, siteSection{page + "#" + anchor(tag.Name), name, tag.Name, tag.Description})
		for _, e := range d.Endpoints(tag.Name) {
			words := []string{e.Summary, e.Description}
			for _, p := range e.All {
				words = append(words, p.Name, p.Description)
			}
			list = append(list, siteSection{page + "#" + e.ID, name, strings.ToUpper(e.Method) + " " + e.Path, strings.Join(words, " ")})
		}
	}
	for _, s := range d.Components.Schemas {
		words := []string{s.Value.Description}
		for _, f := range s.Value.Fields() {
			words = append(words, f.Key, f.Value.Description)
		}
		list = append(list, siteSection{page + "#schema-" + s.Key, name, s.Key, strings.Join(words, " ")})
	}
	return list
}

// contents returns the headings on the page of the description.
func (d description) contents() []siteHeading {
	list := []siteHeading{{"start", "Five minutes"}}
	for _, tag := range d.Tags {
		list = append(list, siteHeading{anchor(tag.Name), tag.Name})
	}
	return append(list, siteHeading{"schemas", "Objects"})
}

// errorSections returns the sections of the page of errors for the index.
func errorSections(list []errorDoc) []siteSection {
	var out []siteSection
	for _, e := range list {
		out = append(out, siteSection{"/docs/errors#" + string(e.Code), "Errors", string(e.Code), fmt.Sprint(e.Status, " ", e.Text, " ", e.Meaning)})
	}
	return out
}

package pipeline

import (
	"maps"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// codeCorrection is the code of the warning about corrections that do not find their place any more.
const codeCorrection = "correction_missing"

// correct applies the corrections of text, tables and names to the tree.
func correct(doc *semantic.Document, info *Info, cfg *Config, warn *warnings) {
	if cfg.Corrections == nil {
		return
	}
	report(warn, cfg.Corrections.Apply(&tree.Source{Document: doc, Title: htmlout.Title(doc, cfg.Name)}))
	if title := cfg.Corrections.Document.Title; title != "" {
		info.Title = title
	}
}

// correctPictures applies the corrections of pictures to the tree. It runs before an engine describes the pictures
// that have no description.
func correctPictures(doc *semantic.Document, shown *assets, cfg *Config, warn *warnings) {
	if cfg.Corrections == nil || len(cfg.Corrections.Pictures) == 0 {
		return
	}
	files := make(map[string]*Asset, len(shown.files))
	for i := range shown.files {
		files[strings.TrimPrefix(shown.files[i].Name, htmlout.AssetFolder+"/")] = &shown.files[i]
	}
	report(warn, cfg.Corrections.ApplyPictures(&tree.Source{Document: doc, Title: htmlout.Title(doc, cfg.Name)}, func(n *semantic.Node) (looks string, shows bool) {
		p, ok := shown.picture(n.Attr.Figure)
		if !ok || files[p.Name] == nil {
			return "", false
		}
		return corrections.LooksOf(files[p.Name].Data), true
	}))
}

// report warns of the corrections that do not find their place, in one warning for each page.
func report(warn *warnings, missing []corrections.Finding) {
	details := map[int][]string{}
	for _, m := range missing {
		details[m.Page] = append(details[m.Page], m.Detail)
	}
	for _, page := range slices.Sorted(maps.Keys(details)) {
		warn.add(layout.Warning{Code: codeCorrection, Page: page, Detail: oneLine(strings.Join(details[page], "; "), missingBytes)})
	}
}

// missingBytes bounds the text of the warning for one page.
const missingBytes = 2000

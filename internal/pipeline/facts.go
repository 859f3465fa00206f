package pipeline

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/layout"
)

// pageFacts are the facts of a page that the accessibility report needs and that the structure does not show.
type pageFacts struct {
	glyphs, unreadable int
	links              int
	bare               []linkTarget // targets of links without text on the page
	pictures           int
	columns            bool // text stands in columns side by side
	text               bool
	fields             bool
	recognised         recognise.Result
}

// factsOf collects the facts of a page, before the parts that no later stage reads are released.
func factsOf(c *layout.Content, p *layout.Page) pageFacts {
	f := pageFacts{
		glyphs: len(c.Glyphs), unreadable: unreadable(c),
		columns: slices.ContainsFunc(p.Blocks, standsBeside),
		text:    strings.TrimSpace(p.Text) != "",
		fields:  len(p.Fields) > 0,
	}
	for i := range p.Figures {
		if len(p.Figures[i].Images) > 0 {
			f.pictures++
		}
	}
	f.countLinks(p)
	return f
}

// columnLines is how many lines a block beside others must have before the page counts as one with columns.
// Shorter blocks are notes in the margin and labels.
const columnLines = 3

func standsBeside(b layout.Block) bool {
	return b.Column > 0 && b.Kind == layout.Paragraph && b.LineCount >= columnLines
}

// unreadable counts the glyphs without a known character, or with a private one, which tells a screen reader
// nothing.
func unreadable(c *layout.Content) int {
	count := 0
	for i := range c.Runs {
		run := &c.Runs[i]
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			switch r := g.Char; {
			case r < 0:
				if run.Flags&layout.Unmapped != 0 && c.Strings[^r] == "" {
					count++
				}
			case r >= 0xE000 && (r <= 0xF8FF || r == 0xFFFD || r >= 0xF0000):
				count++
			}
		}
	}
	return count
}

// countLinks counts the links that lead somewhere, and notes the targets of those that no text of the page
// carries, mostly links on pictures. A link is not noted if another one with the same target has text.
func (f *pageFacts) countLinks(p *layout.Page) {
	if len(p.Links) == 0 {
		return
	}
	borne := make([]bool, len(p.Links))
	for i := range p.Spans {
		if link := p.Spans[i].Link; link >= 0 && int(link) < len(borne) {
			borne[link] = true
		}
	}
	var kept map[linkTarget]bool // made when a link has no text; few pages have one
	for i := range p.Links {
		target, leads := targetOf(&p.Links[i])
		if !leads {
			continue
		}
		f.links++
		if borne[i] {
			continue
		}
		if kept == nil {
			kept = keptTargets(p.Links, borne)
		}
		if !kept[target] {
			f.bare = append(f.bare, target)
		}
	}
}

// linkTarget is where a link leads.
type linkTarget struct {
	uri  string
	page int
	at   layout.Point
}

// targetOf returns the target of l. leads is false if l has no target, or one that HTML must not link to.
func targetOf(l *layout.Link) (target linkTarget, leads bool) {
	if l.URI != "" {
		scheme, _, _ := strings.Cut(l.URI, ":")
		return linkTarget{uri: l.URI}, slices.Contains(keptSchemes, strings.ToLower(strings.TrimSpace(scheme)))
	}
	if l.Target != nil && l.Target.Page > 0 {
		return linkTarget{page: l.Target.Page, at: l.Target.At}, true
	}
	return linkTarget{}, false
}

// keptSchemes are the URL schemes that links of the HTML may have; see semantic.
var keptSchemes = []string{"http", "https", "mailto", "tel", "ftp"}

// keptTargets returns the targets of the links that text carries.
func keptTargets(links []layout.Link, borne []bool) map[linkTarget]bool {
	kept := make(map[linkTarget]bool)
	for i := range links {
		if target, leads := targetOf(&links[i]); leads && borne[i] {
			kept[target] = true
		}
	}
	return kept
}

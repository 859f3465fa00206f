package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// contents writes the lists of contents of a document, one entry a line.
func contents(doc *semantic.Document) string {
	var b strings.Builder
	for _, n := range doc.Root.Children {
		if n.Role == semantic.TOC {
			title := ""
			if n.Attr != nil {
				title = n.Attr.Title
			}
			b.WriteString("toc " + title + "\n")
			writeContents(&b, n, "")
		}
	}
	return b.String()
}

func writeContents(b *strings.Builder, toc *semantic.Node, indent string) {
	for _, entry := range toc.Children {
		b.WriteString(indent + "- ")
		inner := entry.Children
		if last := inner[len(inner)-1]; last.Role == semantic.TOC {
			inner = inner[:len(inner)-1]
			dumpInline(b, inner)
			b.WriteString("\n")
			writeContents(b, last, indent+"  ")
			continue
		}
		dumpInline(b, inner)
		b.WriteString("\n")
	}
}

// chapters returns pages with the headings that lists of contents name.
func chapters(heads ...string) []*pageBuilder {
	var pages []*pageBuilder
	for i, head := range heads {
		pages = append(pages, page(i+2).text().text().block(large, head).text())
	}
	return pages
}

// joined makes the last n blocks one.
func (b *pageBuilder) joined(n int) *pageBuilder {
	first := len(b.Blocks) - n
	for _, k := range b.Blocks[first+1:] {
		b.Blocks[first].LineCount += k.LineCount
		b.Blocks[first].Box = b.Blocks[first].Box.Union(k.Box)
	}
	b.Blocks = b.Blocks[:first+1]
	return b
}

func TestListsOfContents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		toc  *pageBuilder
		want string
	}{
		"leaders, nested by number": {
			page(1).block(large, "Contents").block(body, "1 Foxes . . . . . . . 1", "1.1 Dens . . . . . . . 2", "2 Dogs........ 3"),
			"toc Contents\n- [1 Foxes](#foxes) 1\n  - [1.1 Dens](#dens) 2\n- [2 Dogs](#dogs) 3\n",
		},
		"white space, nested by indent": {
			page(1).block(large, "Inhalt").block(body, "Foxes\t1", "   Dens\t2", "Dogs\t3"),
			"toc Inhalt\n- [Foxes](#foxes) 1\n  - [Dens](#dens) 2\n- [Dogs](#dogs) 3\n",
		},
		"leaders in pieces, since they line up": {
			page(1).block(large, "Contents").
				block(body, "1 Foxes. . .").beside(200, body, ".").beside(220, body, ". .").beside(300, body, "1").
				block(body, "2 Dens . .").beside(200, body, ".").beside(220, body, ". .").beside(300, body, "2").
				block(body, "3 Dogs").beside(200, body, ".").beside(220, body, ". .").beside(300, body, "3").joined(12),
			"toc Contents\n- [1 Foxes](#foxes) 1\n- [2 Dens](#dens) 2\n- [3 Dogs](#dogs) 3\n",
		},
		"an entry of two lines": {
			page(1).block(large, "Contents").block(body, "1 Foxes that jump over the lazy dog and", "over the cat . . . . . . . . . 1", "2 Dens . . . . 2", "3 Dogs . . . . . 3"),
			"toc Contents\n- [1 Foxes that jump over the lazy dog and over the cat](#page-2) 1\n- [2 Dens](#dens) 2\n- [3 Dogs](#dogs) 3\n",
		},
		"leaders without a heading": {
			page(1).text().block(body, "Foxes . . . . . . . 1", "Dens . . . . . . . 2", "Dogs . . . . . . . 3"),
			"toc \n- [Foxes](#foxes) 1\n- [Dens](#dens) 2\n- [Dogs](#dogs) 3\n",
		},
		"chapters without leaders": {
			page(1).text().block(bold, "Foxes\t1").block(body, "  Dens . . . . . . . 2", "  Dogs . . . . . . . 3", "  Cats . . . . . . . 3"),
			"toc \n- [*Foxes*](#foxes) 1\n  - [Dens](#dens) 2\n  - [Dogs](#dogs) 3\n  - [Cats](#page-4) 3\n",
		},
		"links without numbers": {
			page(1).block(large, "Contents").block(body, "{0:Foxes}", "{1:Dens}", "{2:Dogs}").links(2, 3, 4),
			"toc Contents\n- [Foxes](#foxes)\n- [Dens](#dens)\n- [Dogs](#dogs)\n",
		},
		"two entries": {
			page(1).block(large, "Contents").block(body, "Foxes\t1", "Dens\t2").text(),
			"toc Contents\n- [Foxes](#foxes) 1\n- [Dens](#dens) 2\n",
		},
		"pages counted by chapter": {
			page(1).block(large, "Chapter 5 Table of Contents").block(body, "5.0 Foxes ........ 5-1", "  5.1 Dens ....... 5-12", "6.0 Dogs........ 6-1"),
			"toc Chapter 5 Table of Contents\n- [5.0 Foxes](#foxes) 5-1\n- [5.1 Dens](#dens) 5-12\n- [6.0 Dogs](#dogs) 6-1\n",
		},
		"a paragraph with citations behind the list": {
			page(1).block(large, "Contents").block(body, "Foxes . . . . . . . 1", "Dens . . . . . . . 2", "Dogs . . . . . . . 3").
				block(body, "Preface").block(body, "This is about foxes, which others know well {0:[7]}; who", "knows dogs is told about them in what there is of it {0:[9]}.").links(4),
			"toc Contents\n- [Foxes](#foxes) 1\n- [Dens](#dens) 2\n- [Dogs](#dogs) 3\n",
		},
		"the list itself as an entry": {
			page(1).block(large, "Contents").block(body, "Foxes . . . . . . . 1").block(body, "{0:Contents}\t1").block(body, "Dens . . . . . . . 2", "Dogs . . . . . . . 3").links(1),
			"toc Contents\n- [Foxes](#foxes) 1\n- [Contents](#contents) 1\n- [Dens](#dens) 2\n- [Dogs](#dogs) 3\n",
		},
		"numbers that do not ascend": {
			page(1).block(large, "Contents").block(body, "Foxes\t9", "Dens\t2", "Dogs\t7", "Cats\t1", "Mice\t4", "Owls\t3"),
			"",
		},
		"a table": {
			page(1).text().block(body, "Foxes\t1", "Dens\t2", "Dogs\t3"),
			"",
		},
		"a paragraph behind the heading": {
			page(1).block(large, "Contents").text().text(),
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := append([]*pageBuilder{c.toc}, chapters("Foxes", "Dens", "Dogs")...)
			require.Equal(t, c.want, contents(build(t, pages...)))
		})
	}
}

// links adds links to the tops of pages to the page.
func (b *pageBuilder) links(pages ...int) *pageBuilder {
	for _, number := range pages {
		b.Links = append(b.Links, layout.Link{Target: &layout.Target{Page: number, At: layout.Point{X: -1, Y: -1}}})
	}
	return b
}

func TestAListOfContentsGoesOnOverPages(t *testing.T) {
	t.Parallel()
	doc := build(t,
		page(1).block(large, "Contents").block(body, "Foxes . . . . . . . 1", "Dens . . . . . . . 2", "Dogs . . . . . . . 3"),
		page(2).block(body, "Cats . . . . . . . 4", "Owls . . . . . . . . 5").block(large, "Preface").text())
	require.Equal(t, "toc Contents\n- Foxes 1\n- Dens 2\n- Dogs 3\n- <page-2>Cats 4\n- Owls 5\n", contents(doc))
}

func TestPagesAreFoundByTheirNumbers(t *testing.T) {
	t.Parallel()
	toc := page(1).block(large, "Contents").block(body, "Foxes . . . . . . . 1", "Where no heading is . . . . . . . 2", "Dogs . . . . . . . 3")
	doc := build(t, append([]*pageBuilder{toc}, chapters("Foxes", "Dens", "Dogs")...)...)
	require.Equal(t, "toc Contents\n- [Foxes](#foxes) 1\n- [Where no heading is](#page-3) 2\n- [Dogs](#dogs) 3\n", contents(doc))
}

func TestContentsPagesNameHeadings(t *testing.T) {
	t.Parallel()
	toc := page(1).block(large, "Contents").block(body, "Foxes . . . . . . . 1", "   Dens . . . . . . . 1", "Dogs . . . . . . . 2")
	doc := build(t, toc, page(2).text().block(body, "Foxes").text().block(body, "Dens").text(), page(3).text().block(body, "Dogs").text())
	require.Contains(t, dump(doc), "H1: Foxes\nH2: Dens\nH1: Dogs\n")
}

package inspect

import (
	"bufio"
	"fmt"
	"html"
	"io"
)

// IndexPage is a page in the index, with the names of its files by stage.
type IndexPage struct {
	Number        int
	Label         string
	Width, Height float32
	Stages        []StageFiles
}

// StageFiles are the files of one stage of one page.
type StageFiles struct {
	Stage, SVG, JSON string
}

const indexHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
<style>
body { font: 14px sans-serif; margin: 1em; background: #eee }
section { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px }
h2 { margin: 1em 0 .3em }
figure { margin: 0 }
iframe { width: 100%%; border: 1px solid #999; background: #fff }
</style>
</head>
<body>
<h1>%s</h1>
<p>Rest the pointer on a box to see what it is. Numbers are the reading order.</p>
`

// Index writes a page of HTML that shows the stages of all pages side by side.
func Index(w io.Writer, title string, pages []IndexPage) error {
	b := bufio.NewWriter(w)
	title = html.EscapeString(title)
	fmt.Fprintf(b, indexHead, title, title)
	for _, p := range pages {
		fmt.Fprintf(b, `<h2 id="p%d">Page %d`, p.Number, p.Number)
		if p.Label != "" {
			fmt.Fprintf(b, ` (%s)`, html.EscapeString(p.Label))
		}
		b.WriteString("</h2>\n<section>\n")
		for _, s := range p.Stages {
			fmt.Fprintf(b, `<figure><figcaption>%s: <a href="%s">picture</a>, <a href="%s">data</a></figcaption>`+
				`<iframe loading="lazy" title="%s of page %d" src="%s" style="aspect-ratio: %.0f / %.0f"></iframe></figure>`+"\n",
				s.Stage, s.SVG, s.JSON, s.Stage, p.Number, s.SVG, max(p.Width, 1), max(p.Height, 1))
		}
		b.WriteString("</section>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.Flush()
}

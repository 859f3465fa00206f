package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// chromiumLimit is how long a document may take.
const chromiumLimit = 2 * time.Minute

// chromium prints the source with a style sheet. Running heads are margin boxes.
func (r recipe) chromium(ctx context.Context, doc *html.Node, sources, dir string) error {
	css, err := os.ReadFile(filepath.Join(sources, "style", r.style+".css"))
	if err != nil {
		return err
	}
	style := &html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style}
	// What the source says of itself comes last and wins.
	style.AppendChild(&html.Node{Type: html.TextNode, Data: string(css) + r.marginBoxes()})
	head := find(doc, atom.Head)
	head.InsertBefore(style, head.FirstChild)
	set(find(doc, atom.Body), "class", r.options["class"])
	var src bytes.Buffer
	src.WriteString("<!DOCTYPE html>")
	if err := html.Render(&src, doc); err != nil {
		return err
	}
	in := filepath.Join(dir, "in.html")
	if err := os.WriteFile(in, src.Bytes(), 0o644); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, chromiumLimit)
	defer cancel()
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-dev-shm-usage", true))
	ctx, stop := chromedp.NewExecAllocator(ctx, opts...)
	defer stop()
	ctx, closeTab := chromedp.NewContext(ctx)
	defer closeTab()
	_, tagged := r.options["tagged"]
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+in)); err != nil {
		return err
	}
	pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize(), chromedp.PDFPrintBackground(), func(p *page.PrintToPDFParams) {
		p.GenerateTaggedPDF = &tagged
	}))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "out.pdf"), pdf, 0o644)
}

// marginBoxes returns the rules for running heads and feet. With the option mirror left
// pages have theirs the other way round, with bare the first page has none.
func (r recipe) marginBoxes() string {
	names := map[string]string{"tl": "top-left", "tc": "top-center", "tr": "top-right", "bl": "bottom-left", "bc": "bottom-center", "br": "bottom-right"}
	mirrored := map[string]string{"tl": "tr", "tr": "tl", "bl": "br", "br": "bl", "tc": "tc", "bc": "bc"}
	number := "counter(page)"
	if r.options["roman"] != "" {
		number = "counter(page, lower-roman)"
	}
	content := func(s string) string {
		s = strings.ReplaceAll(s, "##", `" counter(pages) "`)
		return `"` + strings.ReplaceAll(s, "#", `" `+number+` "`) + `"`
	}
	var right, left, bare strings.Builder
	for at, s := range r.furniture() {
		box := "@" + names[at] + " { content: " + content(s) + " }\n"
		right.WriteString(box)
		fmt.Fprintf(&left, "@%s { content: %s }\n", names[mirrored[at]], content(s))
		fmt.Fprintf(&bare, "@%s { content: none }\n", names[at])
	}
	_, mirror := r.options["mirror"]
	_, skip := r.options["bare"]
	rules := ""
	if mirror {
		rules = "@page :right {" + right.String() + "}\n@page :left {" + left.String() + "}\n"
	} else {
		rules = "@page {" + right.String() + "}\n"
	}
	if skip {
		rules += "@page :first {" + bare.String() + "}\n"
	}
	if size := r.options["paper"]; size != "" {
		rules += "@page { size: " + size + " }\n"
	}
	return rules
}

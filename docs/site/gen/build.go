package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// builder makes pages.
type builder struct {
	root      fs.FS
	list      []page
	documents []page            // those with a source
	served    map[string]string // addresses by files of the repository
	layout    *template.Template
	index     []*section

	anchors map[string][]string // of each page that is made
	wanted  []fragment          // to be found when all are made
}

// fragment is a link into a page.
type fragment struct{ from, address, id string }

func newBuilder(root fs.FS, list []page) (*builder, error) {
	b := &builder{root: root, list: list, served: map[string]string{}, anchors: map[string][]string{}}
	for _, p := range flat(list) {
		if p.Source != "" {
			b.documents = append(b.documents, p)
			b.served[p.Source] = p.Path
		}
	}
	for _, name := range copied {
		b.served[name] = "/" + name
	}
	text, err := fs.ReadFile(root, layout)
	if err != nil {
		return nil, err
	}
	b.layout, err = template.New("layout").Parse(string(text))
	return b, err
}

// view is what the layout shows.
type view struct {
	Title    string
	Here     string
	Pages    []page
	Contents []heading
	Body     template.HTML
	Before   *page
	Behind   *page
}

// heading is a heading of a page.
type heading struct{ ID, Text string }

// html is the page that a document becomes. What the index and other pages need of it is noted.
func (b *builder) html(p page) ([]byte, error) {
	source, err := fs.ReadFile(b.root, p.Source)
	if err != nil {
		return nil, err
	}
	d := &document{builder: b, page: p, source: source}
	tree := markdown.Parser().Parse(text.NewReader(source))
	if err := d.read(tree); err != nil {
		return nil, err
	}
	var body, html bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, tree); err != nil {
		return nil, err
	}
	v := view{Title: d.title, Here: p.Path, Pages: b.list, Contents: d.contents, Body: template.HTML(body.String())}
	all := flat(b.list)
	at := slices.IndexFunc(all, func(other page) bool { return other.Path == p.Path })
	if at > 0 {
		v.Before = &all[at-1]
	}
	if at < len(all)-1 {
		v.Behind = &all[at+1]
	}
	err = b.layout.Execute(&html, v)
	return html.Bytes(), err
}

// checkFragments looks for the anchors that links lead to. Those of pages that the service makes are
// not known here.
func (b *builder) checkFragments() error {
	var errs []error
	for _, f := range b.wanted {
		if ids, ok := b.anchors[f.address]; ok && !slices.Contains(ids, f.id) {
			errs = append(errs, fmt.Errorf("%s: %s has no anchor #%s", f.from, f.address, f.id))
		}
	}
	return errors.Join(errs...)
}

// address is where a link of the document of p leads on the site.
func (b *builder) address(p page, link string) (string, error) {
	u, err := url.Parse(link)
	if err != nil {
		return "", err
	}
	if u.IsAbs() {
		return link, nil
	}
	address := p.Path
	if u.Path != "" {
		if address, err = b.file(path.Join(path.Dir(p.Source), u.Path)); err != nil {
			return "", fmt.Errorf("link to %s: %w", link, err)
		}
	}
	if u.Fragment == "" {
		return address, nil
	}
	b.wanted = append(b.wanted, fragment{p.Source, address, u.Fragment})
	if address == p.Path {
		return "#" + u.Fragment, nil
	}
	return address + "#" + u.Fragment, nil
}

// file is the address of a file of the repository.
func (b *builder) file(name string) (string, error) {
	if address, ok := b.served[name]; ok {
		return address, nil
	}
	if _, err := fs.Stat(b.root, name); err != nil {
		return "", err
	}
	return repository + name, nil
}

// named is the address of what a document calls by its name, a document of the repository or a page of
// the service, and what to call it on the site.
func (b *builder) named(p page, name string) (address, title string) {
	if slices.Contains(made, name) {
		return name, name
	}
	if !strings.HasSuffix(name, ".md") {
		return "", ""
	}
	for _, at := range []string{name, path.Join(path.Dir(p.Source), name)} {
		for _, other := range b.documents {
			if other.Source == at && other.Path != p.Path {
				return other.Path, other.Name
			}
		}
	}
	if _, err := fs.Stat(b.root, name); err != nil {
		return "", ""
	}
	return repository + name, name
}

// document is one that is read.
type document struct {
	*builder
	page
	source []byte

	title    string
	contents []heading
	section  *section // of the index
}

// read takes the title out of a document, resolves its links, and notes its headings and words.
func (d *document) read(tree ast.Node) error {
	first, ok := tree.FirstChild().(*ast.Heading)
	if !ok || first.Level != 1 {
		return errors.New("it does not begin with a title")
	}
	d.title = d.text(first)
	tree.RemoveChild(tree, first)
	d.begin("", "")
	d.section.add(d.title)
	d.anchors[d.Path] = nil // a page without headings has none
	var nodes []ast.Node
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			nodes = append(nodes, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range nodes {
		err = errors.Join(err, d.see(n))
	}
	return err
}

// see reads one node.
func (d *document) see(n ast.Node) (err error) {
	switch n := n.(type) {
	case *ast.RawHTML, *ast.HTMLBlock:
		return errors.New("it has HTML, which pages do not")
	case *ast.Image:
		return errors.New("it has an image, which pages do not")
	case *ast.Heading:
		d.heading(n)
	case *ast.Link:
		address, err := d.address(d.page, string(n.Destination))
		n.Destination = []byte(address)
		if _, title := d.named(d.page, d.text(n)); title != "" {
			n.RemoveChildren(n)
			n.AppendChild(n, ast.NewString([]byte(title)))
		}
		return err
	case *extast.Table:
		n.SetAttributeString(label, "Table: "+cmp.Or(d.section.heading, d.title))
	case *ast.CodeSpan:
		d.link(n)
	case *ast.Text:
		d.section.add(string(n.Value(d.source)))
		if n.SoftLineBreak() || n.HardLineBreak() {
			d.section.add(" ")
		}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		d.section.add(" " + string(n.Lines().Value(d.source)))
	default:
		if n.Type() == ast.TypeBlock {
			d.section.add(" ")
		}
	}
	return nil
}

// heading notes a heading: a section of the index begins, and the contents have it.
func (d *document) heading(n *ast.Heading) {
	id, _ := n.AttributeString("id")
	name := string(id.([]byte)) // the parser sets it
	d.anchors[d.Path] = append(d.anchors[d.Path], name)
	if n.Level == 2 {
		d.contents = append(d.contents, heading{name, d.text(n)})
	}
	d.begin(name, d.text(n))
}

// link leads from the name of a document to its page, which has a name of its own.
func (d *document) link(n *ast.CodeSpan) {
	for parent := n.Parent(); parent != nil; parent = parent.Parent() {
		switch parent.(type) {
		case *ast.Link, *ast.Heading:
			return
		}
	}
	name := d.text(n)
	address, title := d.named(d.page, name)
	if address == "" {
		return
	}
	link := ast.NewLink()
	link.Destination = []byte(address)
	n.Parent().ReplaceChild(n.Parent(), n, link)
	if title == name {
		link.AppendChild(link, n)
	} else {
		link.AppendChild(link, ast.NewString([]byte(title)))
	}
}

// text is the text of a node without its markup.
func (d *document) text(n ast.Node) string {
	var b strings.Builder
	for child := range children(n) {
		if t, ok := child.(*ast.Text); ok {
			b.Write(t.Value(d.source))
			continue
		}
		b.WriteString(d.text(child))
	}
	return b.String()
}

// children are those of a node.
func children(n ast.Node) func(yield func(ast.Node) bool) {
	return func(yield func(ast.Node) bool) {
		for child := n.FirstChild(); child != nil && yield(child); child = child.NextSibling() {
		}
	}
}

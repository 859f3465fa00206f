package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// expand fills a source: <p fill="4"> becomes a paragraph of four sentences of the
// document's language, <figure chart="bars"> gets a chart. Elements for other engines
// (only="latex office", not="groff") go.
func (r recipe) expand(doc *html.Node, sources string) error {
	lang := get(find(doc, atom.Html), "lang")
	p, err := newPool(filepath.Join(sources, "pool."+lang+".txt"), r.options["seed"]+r.source)
	if err != nil {
		return err
	}
	var gone []*html.Node
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		only, not := get(n, "only"), get(n, "not")
		if only != "" && !r.is(only) || not != "" && r.is(not) {
			gone = append(gone, n)
			continue
		}
		if fill := get(n, "fill"); fill != "" && n.Namespace == "" {
			count, err := strconv.Atoi(fill)
			if err != nil {
				return err
			}
			text, err := html.ParseFragment(strings.NewReader(p.sentences(count)), &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P})
			if err != nil {
				return err
			}
			before := n.FirstChild
			if get(n, "at") == "end" {
				before = nil
			}
			for _, t := range text {
				n.InsertBefore(t, before)
			}
		}
		if n.DataAtom == atom.Figure {
			if err := pictures(n, r.source); err != nil {
				return err
			}
		}
		if rows := get(n, "rows"); rows != "" && n.DataAtom == atom.Tbody {
			count, err := strconv.Atoi(rows)
			if err != nil {
				return err
			}
			p.rows(n, count)
		}
	}
	for _, n := range gone {
		n.Parent.RemoveChild(n)
	}
	return formulas(doc)
}

// is reports whether one of the words is the recipe's engine, its style, or one of its options.
func (r recipe) is(words string) bool {
	for w := range strings.FieldsSeq(words) {
		if _, ok := r.options[w]; ok || w == r.engine || w == r.style || w == r.name {
			return true
		}
	}
	return false
}

// pool returns sentences. It repeats none before all were used.
type pool struct {
	rnd   *rand.Rand
	all   []string
	left  []string
	slots map[string][]string
}

// newPool reads sentences, one a line. A line "place: A|B" says what may stand for {place}.
func newPool(path, seed string) (*pool, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	h := fnv.New64a()
	h.Write([]byte(seed))
	p := &pool{rnd: rand.New(rand.NewPCG(h.Sum64(), 1)), slots: map[string][]string{}}
	slot := regexp.MustCompile(`^([a-z]+): (.*\|.*)$`)
	for line := range strings.Lines(string(src)) {
		line = strings.TrimSpace(line)
		if m := slot.FindStringSubmatch(line); m != nil {
			p.slots[m[1]] = strings.Split(m[2], "|")
		} else if line != "" {
			p.all = append(p.all, line)
		}
	}
	return p, nil
}

var hole = regexp.MustCompile(`\{[a-z]+\}`)

func (p *pool) sentence() string {
	if len(p.left) == 0 {
		for _, i := range p.rnd.Perm(len(p.all)) {
			p.left = append(p.left, p.all[i])
		}
	}
	s := p.left[0]
	p.left = p.left[1:]
	return hole.ReplaceAllStringFunc(s, func(name string) string {
		switch name = strings.Trim(name, "{}"); name {
		case "n":
			return strconv.Itoa(11 + p.rnd.IntN(980))
		case "year":
			return strconv.Itoa(1890 + p.rnd.IntN(130))
		}
		values := p.slots[name]
		if len(values) == 0 {
			panic("no values for {" + name + "}")
		}
		return values[p.rnd.IntN(len(values))]
	})
}

func (p *pool) sentences(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = p.sentence()
	}
	glue := " "
	if last := []rune(list[0]); last[len(last)-1] == '。' {
		glue = ""
	}
	return strings.Join(list, glue)
}

// rows repeats the first row of a table's body with other figures: "0" in a cell becomes a number of as many
// digits, "?" becomes a place.
func (p *pool) rows(body *html.Node, n int) {
	pattern := first(body, atom.Tr)
	for range n {
		row := clone(pattern)
		for t := range row.Descendants() {
			if t.Type == html.TextNode {
				t.Data = p.figures(t.Data)
			}
		}
		body.AppendChild(row)
	}
	body.RemoveChild(pattern)
}

func (p *pool) figures(s string) string {
	var b strings.Builder
	lead := true
	for _, r := range s {
		switch r {
		case '0':
			d := p.rnd.IntN(10)
			if lead {
				d = 1 + p.rnd.IntN(9)
			}
			fmt.Fprint(&b, d)
			lead = false
			continue
		case '?':
			b.WriteString(p.slots["place"][p.rnd.IntN(len(p.slots["place"]))])
		default:
			b.WriteRune(r)
		}
		lead = r != '.' && r != ','
	}
	return b.String()
}

func clone(n *html.Node) *html.Node {
	c := &html.Node{Type: n.Type, Data: n.Data, DataAtom: n.DataAtom, Attr: append([]html.Attribute(nil), n.Attr...)}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		c.AppendChild(clone(k))
	}
	return c
}

func find(n *html.Node, tag atom.Atom) *html.Node {
	for c := range n.Descendants() {
		if c.DataAtom == tag {
			return c
		}
	}
	return nil
}

func first(n *html.Node, tag atom.Atom) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == tag {
			return c
		}
	}
	return nil
}

func get(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func set(n *html.Node, name, value string) {
	n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
}

func hasClass(n *html.Node, class string) bool {
	for c := range strings.FieldsSeq(get(n, "class")) {
		if c == class {
			return true
		}
	}
	return false
}

// text returns all text under a node.
func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

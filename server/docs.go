package server

import (
	_ "embed" // for the description of the interface
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/pagelift/pagelift/client"
)

// openapi/openapi.yaml describes the interface in OpenAPI 3.1. It is written by hand. The service serves it as
// JSON, and as a page made of it that loads nothing from elsewhere.

//go:embed openapi/openapi.yaml
var openapiYAML []byte

//go:embed assets/docs.html
var docsHTML string

//go:embed assets/errors.html
var errorsHTML string

//go:embed assets/docs.css
var docsCSS string

// docs holds the pages for people, and the description for machines.
type docs struct {
	openapi static // JSON
	yaml    static // the YAML source
	page    static
	errors  static
	css     static
	site    map[string]static // other pages and their files, by path
}

// docsOnce makes the documents once: they are the same for every server of a process.
var docsOnce = sync.OnceValues(newDocs)

// newDocs makes the documents.
func newDocs() (*docs, error) {
	var spec any
	if err := yaml.Unmarshal(openapiYAML, &spec); err != nil {
		return nil, fmt.Errorf("server: the description of the interface: %w", err)
	}
	asJSON, err := json.Marshal(spec)
	if err != nil {
		return nil, fmt.Errorf("server: the description of the interface: %w", err)
	}
	var described description
	if err := yaml.Unmarshal(openapiYAML, &described); err != nil {
		return nil, fmt.Errorf("server: the description of the interface: %w", err)
	}
	if described.Start, err = startPrograms(); err != nil {
		return nil, err
	}
	pages, err := sitePages()
	if err != nil {
		return nil, err
	}
	body, err := render("docs", docsHTML, described)
	if err != nil {
		return nil, err
	}
	page, err := show(pages, siteView{Title: described.Info.Title + " API", Here: "/docs", Contents: described.contents(), Body: template.HTML(body)}) // the template has escaped it
	if err != nil {
		return nil, err
	}
	codes := errorDocs()
	if body, err = render("errors", errorsHTML, codes); err != nil {
		return nil, err
	}
	errorsPage, err := show(pages, siteView{Title: "Errors", Here: "/docs/errors", Body: template.HTML(body)})
	if err != nil {
		return nil, err
	}
	site, err := readSite(slices.Concat(described.sections(), errorSections(codes)))
	if err != nil {
		return nil, err
	}
	return &docs{
		openapi: newStatic("application/json", asJSON),
		yaml:    newStatic("application/yaml", openapiYAML), // RFC 9512
		page:    newStatic("text/html; charset=utf-8", page),
		errors:  newStatic("text/html; charset=utf-8", errorsPage),
		css:     newStatic("text/css; charset=utf-8", []byte(docsCSS)),
		site:    site,
	}, nil
}

func render(name, text string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"prose": prose, "anchor": anchor, "upper": strings.ToUpper, "breaks": breaks}).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("server: page %s: %w", name, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("server: page %s: %w", name, err)
	}
	return []byte(b.String()), nil
}

// description is the part of the OpenAPI document that the page shows, in the order of the source.
type description struct {
	Info struct {
		Title, Version, Summary, Description string
	}
	Tags  []struct{ Name, Description string }
	Paths ordered[pathItem]

	Start []startProgram `yaml:"-"`

	Components struct {
		Schemas    ordered[schema]
		Parameters map[string]parameter
		Responses  map[string]struct{ Description string }
	}
}

type pathItem struct {
	Parameters                     []parameter
	Get, Head, Post, Patch, Delete *operation
}

type operation struct {
	ID          string `yaml:"operationId"`
	Tags        []string
	Summary     string
	Description string
	Parameters  []parameter
	RequestBody struct{ Content ordered[content] } `yaml:"requestBody"`
	Responses   ordered[response]
}

type parameter struct {
	Ref         string `yaml:"$ref"`
	Name, In    string
	Description string
	Required    bool
	Schema      schema
}

type content struct{ Schema schema }

type response struct {
	Ref         string `yaml:"$ref"`
	Description string
	Content     ordered[content]
}

type schema struct {
	Ref         string `yaml:"$ref"`
	Type        any
	Format      string
	Enum        []any
	Default     any
	Description string
	Items       *schema
	OneOf       []schema `yaml:"oneOf"`
	AllOf       []schema `yaml:"allOf"`
	Required    []string
	Properties  ordered[schema]
}

// ordered is a mapping of YAML in the order of its source.
type ordered[T any] []entry[T]

type entry[T any] struct {
	Key   string
	Value T
}

// UnmarshalYAML reads the pairs of a mapping in order.
func (o *ordered[T]) UnmarshalYAML(node *yaml.Node) error {
	for i := 0; i+1 < len(node.Content); i += 2 {
		e := entry[T]{Key: node.Content[i].Value}
		if err := node.Content[i+1].Decode(&e.Value); err != nil {
			return err
		}
		*o = append(*o, e)
	}
	return nil
}

// endpointDoc is one operation at one path.
type endpointDoc struct {
	Method, Path string
	*operation
	All []parameter // parameters of the path and of the operation
}

// Endpoints returns the operations with a tag.
func (d description) Endpoints(tag string) []endpointDoc {
	var out []endpointDoc
	for _, p := range d.Paths {
		for _, m := range []struct {
			name string
			op   *operation
		}{{"get", p.Value.Get}, {"head", p.Value.Head}, {"post", p.Value.Post}, {"patch", p.Value.Patch}, {"delete", p.Value.Delete}} {
			if m.op != nil && slices.Contains(m.op.Tags, tag) {
				out = append(out, endpointDoc{m.name, p.Key, m.op, d.resolved(slices.Concat(p.Value.Parameters, m.op.Parameters))})
			}
		}
	}
	return out
}

func (d description) resolved(list []parameter) []parameter {
	out := make([]parameter, len(list))
	for i, p := range list {
		if p.Ref != "" {
			p = d.Components.Parameters[last(p.Ref)]
		}
		out[i] = p
	}
	return out
}

// ResponseText returns the description of a response, which may be a reference to a component.
func (d description) ResponseText(r response) string {
	if r.Ref != "" {
		return d.Components.Responses[last(r.Ref)].Description
	}
	return r.Description
}

// Words returns the type of s in words.
func (s schema) Words() string {
	switch {
	case s.Ref != "":
		return ""
	case len(s.OneOf) > 0:
		return "or null"
	case s.Items != nil:
		return strings.TrimSpace("list of " + s.Items.Words())
	}
	words := fmt.Sprint(s.Type)
	if list, ok := s.Type.([]any); ok {
		var names []string
		for _, t := range list {
			names = append(names, fmt.Sprint(t))
		}
		words = strings.Join(names, " or ")
	}
	if s.Type == nil {
		words = ""
	}
	if s.Format != "" {
		words += " (" + s.Format + ")"
	}
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			values = append(values, fmt.Sprint(v))
		}
		words += ": " + strings.Join(values, ", ")
	}
	return words
}

// Link returns the name of the schema that s, its items or its first alternative refers to.
func (s schema) Link() string {
	switch {
	case s.Ref != "":
		return last(s.Ref)
	case s.Items != nil:
		return s.Items.Link()
	case len(s.OneOf) > 0:
		return s.OneOf[0].Link()
	}
	return ""
}

// Fields returns the properties of s and of all schemas that it combines.
func (s schema) Fields() ordered[schema] {
	out := s.Properties
	for _, part := range s.AllOf {
		out = append(out, part.Properties...)
	}
	return out
}

func last(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

func anchor(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '/' {
			return '-'
		}
		return r
	}, strings.ToLower(s))
}

// breaks returns a code as HTML in which a line may break between two words.
func breaks(code client.Code) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(string(code)), "_", "_<wbr>"))
}

// prose returns text of the description as HTML: paragraphs, and code between backquotes.
func prose(text string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		b.WriteString("<p>")
		for i, piece := range strings.Split(paragraph, "`") {
			if i%2 == 1 {
				b.WriteString("<code>" + template.HTMLEscapeString(piece) + "</code>")
			} else {
				b.WriteString(template.HTMLEscapeString(piece))
			}
		}
		b.WriteString("</p>")
	}
	return template.HTML(b.String())
}

// errorDoc is one row of the page that documentation_url leads to.
type errorDoc struct {
	Code      client.Code
	Status    int
	Text      string
	Meaning   string
	Retryable bool
}

// errorDocs returns all codes, sorted by status.
func errorDocs() []errorDoc {
	var out []errorDoc
	for _, code := range slices.Sorted(maps.Keys(statuses)) {
		out = append(out, errorDoc{code, statuses[code], http.StatusText(statuses[code]), meanings[code], retryable(code)})
	}
	slices.SortStableFunc(out, func(a, b errorDoc) int { return a.Status - b.Status })
	return out
}

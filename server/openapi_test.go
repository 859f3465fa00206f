package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
)

// openAPIFile is the OpenAPI document of the service.
const openAPIFile = "openapi/openapi.yaml"

// TestTheDescriptionKeepsItsRules: loadContract validates the document against OpenAPI itself, and its examples
// against their schemas. This test checks further rules, on which tools for documentation and for generated
// clients rely.
func TestTheDescriptionKeepsItsRules(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(openAPIFile)
	require.NoError(t, err)
	faults, err := descriptionFaults(text)
	require.NoError(t, err)
	require.Empty(t, faults)
}

// TestEachRuleOfTheDescriptionIsKept breaks the document in one place, and checks that the rule is reported.
func TestEachRuleOfTheDescriptionIsKept(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(openAPIFile)
	require.NoError(t, err)
	for name, c := range map[string]struct{ from, to, want string }{
		"a reference to nothing":     {"parameters/RequestID'", "parameters/Nothing'", "Nothing"},
		"a member that is unknown":   {"  title: pagelift\n", "  title: pagelift\n  colour: red\n", "colour"},
		"an id twice":                {"operationId: getConversion\n", "operationId: convertPDFToHTML\n", "convertPDFToHTML"},
		"an id that is no name":      {"operationId: convertPDFToHTML", "operationId: convert PDF", "convert PDF: the id"},
		"no id":                      {"      operationId: convertPDFToHTML\n", "", "the id"},
		"no summary":                 {"      summary: Convert a PDF to HTML.\n", "", "no summary"},
		"a tag of nobody":            {"tags: [Conversions]", "tags: [Others]", "tag Others"},
		"a tag without words":        {"    description: One document, converted.\n", "", "tag Conversions"},
		"a tag for nothing":          {"tags:\n", "tags:\n  - name: Others\n    description: What nobody asks for.\n", "tag Others"},
		"a scheme of nobody":         {"  - apiKey: []", "  - apiKeys: []", "apiKeys"},
		"no security":                {"security:\n  - apiKey: []\n", "", "no security"},
		"a slash after a server":     {"- url: /\n", "- url: https://pdf.example.com/v1/\n", "server"},
		"no licence":                 {"  license:\n    name: Apache-2.0\n    identifier: Apache-2.0\n", "", "no licence"},
		"a slash after a path":       {"  /v1/usage:\n", "  /v1/usage/:\n", "path /v1/usage/"},
		"a query in a path":          {"  /v1/usage:\n", "  /v1/usage?a=b:\n", "path /v1/usage?a=b"},
		"a parameter of no path":     {"  /v1/usage:\n", "  /v1/usage/{id}:\n", "{id}"},
		"two paths for one address":  {"  /v1/usage/daily:\n", "  /v1/{kind}/daily:\n    parameters:\n      - {name: kind, in: path, required: true, schema: {type: string}}\n", "the same address"},
		"a component for nothing":    {"components:\n", "components:\n  links:\n    Unused: {operationId: convertPDFToHTML}\n", "links/Unused"},
		"a value of another type":    {"  schemas:\n", "  schemas:\n    Odd: {type: string, enum: [1]}\n", "enum"},
		"a member that is not there": {"  schemas:\n", "  schemas:\n    Odd: {type: object, required: [a], properties: {b: {type: string}}}\n", "required a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, string(whole), c.from)
			faults, err := descriptionFaults([]byte(strings.Replace(string(whole), c.from, c.to, 1)))
			if err != nil {
				faults = []string{err.Error()}
			}
			require.Contains(t, strings.Join(faults, "\n"), c.want)
		})
	}
}

// descriptionFaults returns the rules that a description breaks. It returns an error if the text is no OpenAPI
// document.
func descriptionFaults(text []byte) ([]string, error) {
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		return nil, err
	}
	d := &description{T: doc, tagged: map[string]bool{}}
	d.checkTop()
	for path, item := range doc.Paths.Map() {
		d.require(path == "/" || !strings.HasSuffix(path, "/") && !strings.Contains(path, "?"), "path %s ends in a slash or has a query", path)
		for other := range doc.Paths.Map() {
			d.require(path >= other || !sameAddress(path, other), "paths %s and %s are the same address for some values", path, other)
		}
		for _, o := range item.Operations() {
			d.checkOperation(o)
		}
	}
	for _, tag := range doc.Tags {
		d.require(tag.Description != "" && d.tagged[tag.Name], "tag %s has no description or no operation", tag.Name)
	}
	d.checkComponents(string(text))
	return d.faults, d.checkSchemas()
}

// description is an OpenAPI document under examination.
type description struct {
	*openapi3.T
	faults []string
	tagged map[string]bool // tags that operations have
}

// require records a fault unless ok.
func (d *description) require(ok bool, format string, args ...any) {
	if !ok {
		d.faults = append(d.faults, fmt.Sprintf(format, args...))
	}
}

func (d *description) checkTop() {
	d.require(d.Info.License != nil, "no licence")
	d.require(len(d.Servers) > 0, "no server")
	for _, s := range d.Servers {
		d.require(s.URL == "/" || !strings.HasSuffix(s.URL, "/"), "server %s ends in a slash", s.URL)
	}
}

// operationName matches an id that needs no escape in an address, and that can become the name of a function.
var operationName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

func (d *description) checkOperation(o *openapi3.Operation) {
	d.require(operationName.MatchString(o.OperationID), "%s: the id is no name", o.OperationID)
	d.require(o.Summary != "", "%s: no summary", o.OperationID)
	d.require(len(o.Tags) > 0, "%s: no tag", o.OperationID)
	for _, tag := range o.Tags {
		d.require(d.Tags.Get(tag) != nil, "%s: tag %s is not declared", o.OperationID, tag)
		d.tagged[tag] = true
	}
	good := slices.ContainsFunc(slices.Collect(maps.Keys(o.Responses.Map())), func(status string) bool { return status[0] == '2' || status[0] == '3' })
	d.require(good, "%s: no answer but failures", o.OperationID)
	security := d.Security
	if o.Security != nil {
		security = *o.Security
	}
	d.require(o.Security != nil || len(security) > 0, "%s: no security", o.OperationID)
	for _, one := range security {
		for scheme := range one {
			d.require(d.Components.SecuritySchemes[scheme] != nil, "%s: security scheme %s is not declared", o.OperationID, scheme)
		}
	}
}

// sameAddress reports whether an address can match both paths, and neither match is the better one: each path has
// a parameter where the other has a word.
func sameAddress(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return false
	}
	var moreInA, moreInB bool
	for i := range as {
		parameterA, parameterB := strings.HasPrefix(as[i], "{"), strings.HasPrefix(bs[i], "{")
		switch {
		case parameterA && !parameterB:
			moreInA = true
		case parameterB && !parameterA:
			moreInB = true
		case !parameterA && as[i] != bs[i]:
			return false
		}
	}
	return moreInA == moreInB
}

// checkComponents finds components that nothing refers to.
func (d *description) checkComponents(text string) {
	for kind, names := range map[string][]string{
		"schemas": namesOf(d.Components.Schemas), "parameters": namesOf(d.Components.Parameters), "headers": namesOf(d.Components.Headers),
		"requestBodies": namesOf(d.Components.RequestBodies), "responses": namesOf(d.Components.Responses),
		"examples": namesOf(d.Components.Examples), "links": namesOf(d.Components.Links), "callbacks": namesOf(d.Components.Callbacks),
	} {
		for _, name := range names {
			d.require(strings.Contains(text, "'#/components/"+kind+"/"+name+"'"), "nothing refers to %s/%s", kind, name)
		}
	}
}

func namesOf[V any](m map[string]V) []string { return slices.Collect(maps.Keys(m)) }

// checkSchemas checks every schema of the document, as JSON.
func (d *description) checkSchemas() error {
	text, err := json.Marshal(d.T)
	if err != nil {
		return err
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	d.walk("", all)
	return nil
}

func (d *description) walk(at string, v any) {
	switch v := v.(type) {
	case []any:
		for _, v := range v {
			d.walk(at, v)
		}
	case map[string]any:
		d.checkSchema(at, v)
		for name, v := range v {
			if name != "example" && name != "examples" {
				d.walk(at+"/"+name, v)
			}
		}
	}
}

// checkSchema checks an object that may be a schema.
func (d *description) checkSchema(at string, s map[string]any) {
	required, isList := s["required"].([]any)
	if properties, ok := s["properties"].(map[string]any); ok && isList {
		for _, name := range required {
			d.require(properties[fmt.Sprint(name)] != nil, "%s: required %s is not described", at, name)
		}
	}
	values, _ := s["enum"].([]any)
	for _, v := range values {
		d.require(s["type"] == nil || strings.Contains(fmt.Sprint(s["type"]), jsonType(v)), "%s: enum has %v, of another type", at, v)
	}
}

// jsonType returns the type of a value, by its name in schemas.
func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "er" // number, integer
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

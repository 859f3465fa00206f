package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// section is what the index has of a part of a page: where it is, and the words in it. The script
// server/assets/docs.js looks for them.
type section struct {
	address, page, heading string

	text strings.Builder
}

// begin begins a section of the index.
func (d *document) begin(id, heading string) {
	address := d.Path
	if id != "" {
		address += "#" + id
	}
	d.section = &section{address: address, page: d.Name, heading: heading}
	d.index = append(d.index, d.section)
}

func (s *section) add(text string) { s.text.WriteString(text) }

// MarshalJSON writes a section as a list: address, page, heading, words.
func (s *section) MarshalJSON() ([]byte, error) {
	return json.Marshal([]string{s.address, s.page, s.heading, words(s.text.String())})
}

// shortWord is the length of words that no search needs: letters. The script leaves them out of a search.
const shortWord = 1

// words are those of a text, each once.
func words(text string) string {
	var out []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !seen[w] && (len(w) > shortWord || strings.ContainsFunc(w, unicode.IsDigit)) {
			seen[w] = true
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// lines is a list as JSON with a line for each element, so that a change of a document changes few lines.
func lines[T any](list []T) ([]byte, error) {
	var b bytes.Buffer
	for i, e := range list {
		data, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		b.Write(data)
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// resource is one of Adobe's CMaps. Its codes are numbers: Unicode scalars if form says so, otherwise the bytes of
// the code, the first byte highest.
type resource struct {
	name, parent, ordering string
	vertical               bool
	form                   form
	spaces                 []space
	cids, notdef           map[uint32]uint32
	text                   map[uint32][]rune // of a CMap that maps CIDs to Unicode
}

type space struct {
	bytes  int
	lo, hi uint32
}

// form is the form in which a CMap has Unicode scalars as codes. The blob holds these numbers, and predefined.go
// reads them.
type form byte

const (
	rawCodes form = iota
	formUTF8
	formUTF16
	formUTF32
)

// orderings are the character collections. The blob holds indexes into this list.
var orderings = []string{"", "Japan1", "GB1", "CNS1", "Korea1", "KR", "Japan2"}

// cmapFiles returns the resources that are kept: those that map to CIDs, and those that map the CIDs of a
// collection to Unicode. Identities need no file, and a PDF reader does not use CMaps between legacy encodings.
func cmapFiles(dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "Adobe-*", "*"))
	check(err)
	return slices.DeleteFunc(files, func(f string) bool {
		name := filepath.Base(f)
		if info, err := os.Stat(f); err != nil || info.IsDir() {
			return true
		}
		if strings.HasPrefix(name, "Adobe-") {
			return !strings.HasSuffix(name, "-UCS2")
		}
		return strings.HasPrefix(name, "UCS2-") || strings.HasSuffix(name, "-UCS2") || strings.HasSuffix(name, "-UCS2C")
	})
}

// cmapBlob packs the CMaps: an index by name, then a deflated chunk for each, so that a reader unpacks only the
// chunk that it needs.
func cmapBlob(files map[string][]byte) []byte {
	all := map[string]*resource{}
	for name, data := range files {
		all[name] = parseResource(name, data)
	}
	// Adobe gives no meaning for the CIDs of Japan2. The reverse of its Unicode CMap does.
	const japan2 = "Adobe-Japan2-UCS2"
	all[japan2] = &resource{name: japan2, text: map[uint32][]rune{}}
	names := slices.Sorted(maps.Keys(all))
	var index, chunks []byte
	index = binary.AppendUvarint(index, uint64(len(names)))
	for _, name := range names {
		r := all[name]
		var chunk []byte
		if r.text != nil {
			chunk = packText(preferPlain(r, all))
		} else {
			chunk = packCodes(derive(r, all))
		}
		chunk = deflate(chunk)
		index = appendString(index, name)
		index = binary.AppendUvarint(index, uint64(len(chunks)))
		index = binary.AppendUvarint(index, uint64(len(chunk)))
		chunks = append(chunks, chunk...)
	}
	head := binary.AppendUvarint(nil, uint64(len(index)))
	return slices.Concat(head, index, chunks)
}

var token = regexp.MustCompile(`<[0-9A-Fa-f]*>|\[|\]|/[^\s/<>\[\]()]+|\([^)]*\)|[^\s/<>\[\]()]+`)

// parseResource reads a CMap in the form in which Adobe writes them. It accepts no other form.
func parseResource(name string, data []byte) *resource {
	r := &resource{name: name, form: formOf(name), cids: map[uint32]uint32{}, notdef: map[uint32]uint32{}}
	_, body, _ := bytes.Cut(data, []byte("begincmap"))
	tokens := token.FindAllString(string(body), -1)
	for i := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case "usecmap":
			r.parent = tokens[i-1][1:]
		case "/Ordering":
			r.ordering = strings.Trim(tokens[i+1], "()")
		case "/WMode":
			r.vertical = tokens[i+1] == "1"
		case "begincodespacerange":
			i = each(tokens, i, 2, func(t []string) {
				r.spaces = append(r.spaces, space{(len(t[0]) - 2) / 2, raw(t[0]), raw(t[1])})
			})
		case "begincidchar":
			i = each(tokens, i, 2, func(t []string) { r.cids[r.code(t[0])] = cid(t[1]) })
		case "begincidrange":
			i = each(tokens, i, 3, func(t []string) { fill(r.cids, r.code(t[0]), r.code(t[1]), cid(t[2]), 1) })
		case "beginnotdefrange":
			i = each(tokens, i, 3, func(t []string) { fill(r.notdef, r.code(t[0]), r.code(t[1]), cid(t[2]), 0) })
		case "beginbfchar", "beginbfrange":
			i = r.parseText(tokens, i)
		}
	}
	return r
}

// each calls f with n tokens at a time up to the end of the section.
func each(tokens []string, i, n int, f func([]string)) int {
	for i++; !strings.HasPrefix(tokens[i], "end"); i += n {
		f(tokens[i : i+n])
	}
	return i
}

// parseText reads a section of bfchar or bfrange.
func (r *resource) parseText(tokens []string, i int) int {
	if r.text == nil {
		r.text = map[uint32][]rune{}
	}
	if tokens[i] == "beginbfchar" {
		return each(tokens, i, 2, func(t []string) { r.text[raw(t[0])] = utf16BE(t[1]) })
	}
	for i++; tokens[i] != "endbfrange"; {
		lo, hi := raw(tokens[i]), raw(tokens[i+1])
		if tokens[i+2] != "[" {
			text := utf16BE(tokens[i+2])
			for c := lo; c <= hi; c++ {
				next := slices.Clone(text)
				next[len(next)-1] += rune(c - lo)
				r.text[c] = next
			}
			i += 3
			continue
		}
		i += 3
		for c := lo; tokens[i] != "]"; c++ {
			r.text[c] = utf16BE(tokens[i])
			i++
		}
		i++
	}
	return i
}

func fill(m map[uint32]uint32, lo, hi, value, step uint32) {
	for c := lo; c <= hi; c++ {
		m[c] = value
		value += step
	}
}

func formOf(name string) form {
	switch {
	case strings.Contains(name, "-UTF8-"):
		return formUTF8
	case strings.Contains(name, "-UTF16-"), strings.HasPrefix(name, "Uni") && strings.Contains(name, "-UCS2-"):
		return formUTF16
	case strings.Contains(name, "-UTF32-"):
		return formUTF32
	}
	return rawCodes
}

// code returns a code in the form in which resource has it.
func (r *resource) code(t string) uint32 {
	switch r.form {
	case formUTF8:
		b, err := hex.DecodeString(t[1 : len(t)-1])
		check(err)
		u, n := utf8.DecodeRune(b)
		if n != len(b) || u == utf8.RuneError {
			log.Fatalf("%s: %s", r.name, t)
		}
		return uint32(u)
	case formUTF16:
		return uint32(utf16BE(t)[0])
	}
	return raw(t)
}

func raw(t string) uint32 {
	n, err := strconv.ParseUint(t[1:len(t)-1], 16, 32)
	check(err)
	return uint32(n)
}

func cid(t string) uint32 {
	n, err := strconv.ParseUint(t, 10, 16)
	check(err)
	return uint32(n)
}

func utf16BE(t string) []rune {
	b, err := hex.DecodeString(t[1 : len(t)-1])
	check(err)
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(b[2*i:])
	}
	return utf16.Decode(units)
}

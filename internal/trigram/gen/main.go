// Command gen makes trigrams.bin, the trigrams by which package trigram tells
// languages that share a script. Their ranks are those of module whatlanggo, read
// from its source: see THIRD_PARTY.txt.
//
// The blob holds the scripts one after another, each as
//
//	script       1 byte: l, c, a or d for Latin, Cyrillic, Arabic, Devanagari
//	languages    1 byte, then 3 bytes each: the BCP 47 subtag, padded with a space
//	trigrams     2 bytes, then 6 bytes each: three UTF-16 units, sorted
//	ends         2 bytes for each trigram: where its ranks end
//	ranks        3 bytes each: number of the language, and the rank in 2 bytes
//
// with numbers in big-endian order.
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/abadojack/whatlanggo"
	bcp47 "golang.org/x/text/language"
)

const module = "github.com/abadojack/whatlanggo"

// profiles are the trigrams of each language of a script by its BCP 47 subtag,
// the most frequent first.
type profiles map[string][]string

// scripts are those with several languages, and their variables in the module.
var scripts = []struct {
	sign     byte
	variable string
}{{'l', "latinLangs"}, {'c', "cyrillicLangs"}, {'a', "arabicLangs"}, {'d', "devanagariLangs"}}

// leftOut is Esperanto: the short texts that are taken for it are in the languages
// that it is made of.
const leftOut = "Epo"

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	variables := readProfiles(filepath.Join(folder(), "lang.go"))
	var blob []byte
	for _, s := range scripts {
		blob = appendScript(append(blob, s.sign), variables[s.variable])
	}
	if err := os.WriteFile(filepath.Join(*out, "trigrams.bin"), blob, 0o644); err != nil {
		log.Fatal(err)
	}
}

// folder is where the module's source lies.
func folder() string {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		log.Fatal(err)
	}
	return strings.TrimSpace(string(dir))
}

// readProfiles reads the variables of a source file that map languages to trigrams.
func readProfiles(name string) map[string]profiles {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	found := map[string]profiles{}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || len(v.Values) != 1 {
			return true
		}
		if lit, ok := v.Values[0].(*ast.CompositeLit); ok {
			found[v.Names[0].Name] = readProfile(lit)
		}
		return false
	})
	return found
}

func readProfile(lit *ast.CompositeLit) profiles {
	p := profiles{}
	for _, e := range lit.Elts {
		pair := e.(*ast.KeyValueExpr)
		list, ok := pair.Value.(*ast.CompositeLit)
		name := pair.Key.(*ast.Ident).Name
		if !ok || name == leftOut {
			continue
		}
		var trigrams []string
		for _, t := range list.Elts {
			s, err := strconv.Unquote(t.(*ast.BasicLit).Value)
			if err != nil {
				log.Fatal(err)
			}
			trigrams = append(trigrams, s)
		}
		p[code(name)] = trigrams
	}
	return p
}

// code is the BCP 47 subtag of a language named by its code of ISO 639-3, three
// letters where there is no shorter one.
func code(name string) string {
	if c := whatlanggo.CodeToLang(strings.ToLower(name)).Iso6391(); len(c) == 2 {
		return c
	}
	t, err := bcp47.All.Parse(strings.ToLower(name)) // also "pes" to "fa"
	if err != nil {
		log.Fatal(err)
	}
	return t.String()
}

// appendScript adds the languages of a script: see the head of this file.
func appendScript(b []byte, p profiles) []byte {
	if len(p) == 0 {
		log.Fatal("a script without languages: has the module changed?")
	}
	languages := slices.Sorted(maps.Keys(p))
	b = append(b, byte(len(languages)))
	ranks := map[string][]byte{}
	for i, lang := range languages {
		b = fmt.Appendf(b, "%-3s", lang)
		for rank, t := range p[lang] {
			ranks[key(t)] = binary.BigEndian.AppendUint16(append(ranks[key(t)], byte(i)), uint16(rank))
		}
	}
	keys := slices.Sorted(maps.Keys(ranks))
	b = binary.BigEndian.AppendUint16(b, uint16(len(keys)))
	for _, k := range keys {
		b = append(b, k...)
	}
	end := 0
	for _, k := range keys {
		end += len(ranks[k]) / 3
		b = binary.BigEndian.AppendUint16(b, uint16(end))
	}
	for _, k := range keys {
		b = append(b, ranks[k]...)
	}
	return b
}

// key is a trigram as three UTF-16 units.
func key(t string) string {
	var k []byte
	for _, r := range t {
		if r > 0xFFFF {
			log.Fatalf("%q is outside the basic plane", t)
		}
		k = binary.BigEndian.AppendUint16(k, uint16(r))
	}
	if len(k) != 6 {
		log.Fatalf("%q is no trigram", t)
	}
	return string(k)
}

package tesseract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/ocr"
)

// scriptLanguages is how many languages a page is read with when only its script is known. Each costs a fifth more
// time (measured with eng, deu, fra).
const scriptLanguages = 3

// scriptFolder is the folder of Tesseract's data for whole scripts.
const scriptFolder = "script/"

// trained has the names of the installed trained data, sorted.
type trained []string

func (t trained) has(code string) bool {
	_, ok := slices.BinarySearch(t, code)
	return ok
}

// language is a language with which an image is read.
type language struct {
	tag  string // BCP 47; und or und-Cyrl if only that much is known
	code string // name of its trained data
}

// names returns the trained data and the tags of languages.
func names(langs []language) (codes, tags []string) {
	for _, l := range langs {
		codes, tags = append(codes, l.code), append(tags, l.tag)
	}
	return codes, tags
}

// choose returns the trained data for the tags, in their order. Without tags it returns that of the Latin script
// or, if none of that is installed, any.
func (t trained) choose(tags []string) ([]language, error) {
	if len(tags) == 0 {
		if langs := t.ofScript("Latin"); len(langs) > 0 {
			return langs, nil
		}
		return []language{{"und", t[0]}}, nil
	}
	var langs []language
	var missing, packages []string
	for _, tag := range tags {
		code := t.code(tag)
		switch {
		case !t.has(code):
			missing = append(missing, tag)
			if name := packageOf(code); !slices.Contains(packages, name) {
				packages = append(packages, name)
			}
		case !slices.ContainsFunc(langs, func(l language) bool { return l.code == code }):
			langs = append(langs, language{tag, code})
		}
	}
	if len(missing) > 0 {
		return nil, &ocr.Error{
			Code:      ocr.LanguageUnavailable,
			Detail:    fmt.Sprintf("no trained data for %q; there is %s", missing, strings.Join(t, ", ")),
			Languages: missing,
			Remedy:    "install it, on Debian and Ubuntu with: apt-get install " + strings.Join(packages, " "),
		}
	}
	return langs, nil
}

// code returns the name of the trained data for a BCP 47 tag: data whose name is the tag itself ("deu",
// "chi_sim"), or else the name in the table.
func (t trained) code(tag string) string {
	if t.has(tag) {
		return tag
	}
	return codeOf(tag)
}

// codeOf returns the name in the table for a tag, or the tag itself.
func codeOf(tag string) string {
	subtags := strings.FieldsFunc(strings.ToLower(tag), func(r rune) bool { return r == '-' || r == '_' })
	if len(subtags) == 0 {
		return tag
	}
	for _, s := range subtags[1:] {
		if code, ok := languages[subtags[0]+"-"+s]; ok {
			return code
		}
	}
	if code, ok := languages[subtags[0]]; ok {
		return code
	}
	return tag
}

// ofScript returns the data for a script that the program has named: data for the script, or that of its commonest
// languages. It is empty if none is installed.
func (t trained) ofScript(name string) []language {
	for _, code := range [...]string{scriptFolder + name, name} {
		if name != "" && t.has(code) {
			return []language{{"und-" + scripts[name].iso, code}}
		}
	}
	var langs []language
	for _, tag := range scripts[name].languages {
		if code := t.code(tag); t.has(code) && len(langs) < scriptLanguages {
			langs = append(langs, language{tag, code})
		}
	}
	return langs
}

// reads reports whether one of the languages is written in a script.
func reads(langs []language, script string) bool {
	return slices.ContainsFunc(langs, func(l language) bool {
		return strings.TrimPrefix(l.code, scriptFolder) == script ||
			slices.ContainsFunc(scripts[script].languages, func(tag string) bool { return codeOf(tag) == l.code })
	})
}

// packageOf returns the Debian package with trained data. A tag may come from a document, so text that cannot be
// the name of a package does not get into a command.
func packageOf(code string) string {
	if name, ok := strings.CutPrefix(code, scriptFolder); ok {
		code = "script-" + scripts[name].iso
	}
	name := strings.ToLower(strings.ReplaceAll(code, "_", "-"))
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return "tesseract-ocr-all"
	}
	return "tesseract-ocr-" + name
}

// parseList reads the output of --list-langs: a heading, then one name a line.
func parseList(out []byte) trained {
	t := trained{}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.ContainsAny(line, " :+") {
			t = append(t, line)
		}
	}
	slices.Sort(t)
	return slices.Compact(t)
}

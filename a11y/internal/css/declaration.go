package css

import (
	"slices"

	syntax "github.com/tdewolff/parse/v2/css"
)

// maxValueTokens bounds the value of one declaration: a gradient with a hundred stops has
// 600 tokens. A longer one is left out.
const maxValueTokens = 4096

// A Declaration is one property of a rule or a style attribute.
type Declaration struct {
	name      string // lower case; custom properties as written
	value     []token
	important bool
}

// ParseDeclarations reads a style attribute.
func ParseDeclarations(src string) declarations {
	toks := tokenize(src)
	var out declarations
	for i := 0; i < len(toks); {
		j, depth := i, 0
		for ; j < len(toks); j++ {
			t := toks[j]
			if depth == 0 && t.kind == syntax.SemicolonToken {
				break
			}
			if t.opens() {
				depth++
			} else if t.closes() && depth > 0 {
				depth--
			}
		}
		out = appendDeclaration(out, toks[i:j])
		i = j + 1
	}
	return out
}

// appendDeclaration reads "name: value !important". It ignores what is no declaration.
func appendDeclaration(out []Declaration, toks []token) []Declaration {
	toks = trimmed(toks)
	colon := slices.IndexFunc(toks, func(t token) bool {
		return !t.space() && t.kind != syntax.IdentToken && t.kind != syntax.CustomPropertyNameToken
	})
	if colon < 1 || toks[colon].kind != syntax.ColonToken {
		return out
	}
	d := Declaration{name: toks[0].name(), value: trimmed(toks[colon+1:])}
	if toks[0].kind == syntax.CustomPropertyNameToken {
		d.name = toks[0].text
	}
	if n := len(d.value); n >= 2 && d.value[n-1].name() == "important" {
		if rest := trimmed(d.value[:n-1]); len(rest) > 0 && rest[len(rest)-1].is('!') {
			d.value, d.important = trimmed(rest[:len(rest)-1]), true
		}
	}
	if len(d.value) > maxValueTokens || len(d.value) == 0 && !isCustom(d.name) {
		return out
	}
	return append(out, d)
}

// declarations are the declarations of one style attribute, in order.
type declarations []Declaration

// Important returns the last important declaration of a property. It wins over the others.
func (list declarations) Important(property string) (d Declaration, ok bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if d := list[i]; d.important && d.name == property {
			return d, true
		}
	}
	return Declaration{}, false
}

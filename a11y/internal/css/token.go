package css

import (
	"strconv"
	"strings"

	input "github.com/tdewolff/parse/v2"
	syntax "github.com/tdewolff/parse/v2/css"
)

// A token is a token of a style sheet; text is a part of the sheet as written.
type token struct {
	kind syntax.TokenType
	text string
}

// tokenize splits a style sheet or a style attribute into tokens, without comments.
func tokenize(src string) []token {
	lexer := syntax.NewLexer(input.NewInputString(src))
	toks := make([]token, 0, len(src)/4+8)
	for at := 0; ; {
		kind, data := lexer.Next()
		if kind == syntax.ErrorToken {
			return toks
		}
		end := min(at+len(data), len(src))
		if kind != syntax.CommentToken {
			toks = append(toks, token{kind, src[at:end]})
		}
		at = end
	}
}

// is reports whether the token is this single character.
func (t token) is(char byte) bool { return len(t.text) == 1 && t.text[0] == char }

// space reports whether the token is white space.
func (t token) space() bool { return t.kind == syntax.WhitespaceToken }

// opens reports whether the token begins a block that a matching token ends.
func (t token) opens() bool {
	switch t.kind {
	case syntax.FunctionToken, syntax.LeftParenthesisToken, syntax.LeftBracketToken, syntax.LeftBraceToken:
		return true
	}
	return false
}

// closes reports whether the token ends a block.
func (t token) closes() bool {
	switch t.kind {
	case syntax.RightParenthesisToken, syntax.RightBracketToken, syntax.RightBraceToken:
		return true
	}
	return false
}

// name returns the identifier of an ident, a function (without its parenthesis), a hash or an at-keyword, in lower
// case and with escapes resolved.
func (t token) name() string {
	s := t.text
	switch t.kind {
	case syntax.FunctionToken:
		s = strings.TrimSuffix(s, "(")
	case syntax.HashToken, syntax.AtKeywordToken:
		s = s[1:]
	}
	return strings.ToLower(unescapeCSS(s))
}

// number returns the value of a number, percentage or dimension, and its unit in lower case ("%" of a percentage).
func (t token) number() (value float64, unit string, ok bool) {
	switch t.kind {
	case syntax.NumberToken, syntax.PercentageToken, syntax.DimensionToken:
	default:
		return 0, "", false
	}
	n := numberLength(t.text)
	value, err := strconv.ParseFloat(t.text[:n], 64)
	return value, strings.ToLower(t.text[n:]), err == nil
}

// numberLength returns the length of the number at the beginning of s (CSS Syntax 3 section 4.3.12).
func numberLength(s string) int {
	digits := func(i int) int {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i
	}
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	i = digits(i)
	if i < len(s) && s[i] == '.' {
		i = digits(i + 1)
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if k := digits(j); k > j {
			i = k
		}
	}
	return i
}

// LeadingNumber returns the number that a text begins with, and whether there is one.
func LeadingNumber(s string) (float64, bool) {
	n := numberLength(s)
	v, _, ok := token{kind: syntax.NumberToken, text: s[:n]}.number()
	return v, ok
}

// stringValue returns the text of a string token or identifier.
func (t token) stringValue() string {
	s := t.text
	if t.kind == syntax.StringToken && len(s) >= 2 {
		s = s[1 : len(s)-1]
	}
	return unescapeCSS(s)
}

// unescapeCSS resolves backslash escapes (CSS Syntax 3 section 4.3.7).
func unescapeCSS(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			i++
			continue
		}
		r, n := escapedRune(s[i+1:])
		out.WriteString(r)
		i += 1 + n
	}
	return out.String()
}

// escapedRune reads what follows a backslash.
func escapedRune(s string) (text string, length int) {
	const maxHexDigits = 6
	n := 0
	for n < len(s) && n < maxHexDigits && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	if n == 0 {
		if s[0] == '\n' {
			return "", 1
		}
		return s[:1], 1
	}
	code, _ := strconv.ParseUint(s[:n], 16, 32)
	if n < len(s) && strings.IndexByte(" \t\n\r\f", s[n]) >= 0 {
		n++
	}
	if code == 0 || code > 0x10FFFF || code >= 0xD800 && code < 0xE000 {
		return "\uFFFD", n
	}
	return string(rune(code)), n
}

// closing returns the index of the token that ends the block opened by toks[at], or len(toks). It does not
// recurse, so nesting costs no stack.
func closing(toks []token, at int) int {
	depth := 0
	for i := at; i < len(toks); i++ {
		if toks[i].opens() {
			depth++
		} else if toks[i].closes() {
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(toks)
}

// splitTop splits toks at a character outside of brackets.
func splitTop(toks []token, char byte) [][]token {
	var out [][]token
	depth, from := 0, 0
	for i, t := range toks {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case depth == 0 && t.is(char):
			out = append(out, toks[from:i])
			from = i + 1
		}
	}
	return append(out, toks[from:])
}

// trimmed returns toks without white space at both ends.
func trimmed(toks []token) []token {
	for len(toks) > 0 && toks[0].space() {
		toks = toks[1:]
	}
	for len(toks) > 0 && toks[len(toks)-1].space() {
		toks = toks[:len(toks)-1]
	}
	return toks
}

// withoutSpaces returns toks without any white space.
func withoutSpaces(toks []token) []token {
	out := make([]token, 0, len(toks))
	for _, t := range toks {
		if !t.space() {
			out = append(out, t)
		}
	}
	return out
}

// keyword returns the only token of a value as an identifier, or "".
func keyword(value []token) string {
	if len(value) == 1 && value[0].kind == syntax.IdentToken {
		return value[0].name()
	}
	return ""
}

// firstKeyword returns the first token of a value as an identifier, or "": overflow and
// display may have two.
func firstKeyword(value []token) string {
	if len(value) == 0 {
		return ""
	}
	return keyword(value[:1])
}

// rawText joins tokens as they were written.
func rawText(toks []token) string {
	var out strings.Builder
	for _, t := range toks {
		out.WriteString(t.text)
	}
	return out.String()
}

// text joins tokens in lower case.
func text(toks []token) string { return strings.ToLower(rawText(toks)) }

// isCustom reports whether a property is a custom one.
func isCustom(name string) bool { return strings.HasPrefix(name, "--") }

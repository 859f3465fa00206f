package htmlout

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"github.com/pagelift/pagelift/internal/limits"
)

// Theme is the look of a document.
type Theme int

// Themes.
const (
	Reader  Theme = iota // a page to read: serifs, a calm background
	Plain                // the font of the system, black on white
	NoTheme              // only the meaning of the classes, for a style sheet of the caller's
)

// fetching are the functions of CSS that name a file (CSS Values 4 section 4.5, CSS Images 4 section 2). Browsers
// know some under other names as well, such as -webkit-image-set(). A lexer and a browser may disagree on whether
// a letter of another script may stand before url(.
var fetching = []string{"url(", "src(", "image(", "image-set(", "cross-fade(", "element("}

// CheckStylesheet returns an error if a foreign style sheet cannot be added to a document. It must not be too
// large, must be text and complete, and must not load anything. Our output loads nothing, and what follows a style
// sheet must not become a part of it.
func CheckStylesheet(sheet string) error {
	switch {
	case len(sheet) > limits.StylesheetBytes:
		return fmt.Errorf("it has more than %d bytes", limits.StylesheetBytes)
	case !utf8.ValidString(sheet) || strings.ContainsRune(sheet, 0):
		return errors.New("it is no UTF-8 text")
	}
	var open []byte         // brackets that are not closed
	var begun css.TokenType // the first token of the current rule; none before a rule
	lexer := css.NewLexer(parse.NewInputString(sheet))
	for {
		token, data := lexer.Next()
		if begun == none && !isBetweenRules(token) {
			begun = token
		}
		switch token {
		case css.ErrorToken:
			if len(open) > 0 {
				return fmt.Errorf("a %c is never closed", open[len(open)-1])
			}
			if begun != none {
				return errors.New("its last rule never ends")
			}
			return nil
		case css.CommentToken:
			if len(data) < len("/**/") || !bytes.HasSuffix(data, []byte("*/")) {
				return errors.New("a comment never ends")
			}
		case css.BadStringToken, css.BadURLToken:
			return fmt.Errorf("it cannot be read at %.40q", data)
		case css.StringToken:
			if len(data) < 2 || data[len(data)-1] != data[0] {
				return errors.New("a string never ends")
			}
		case css.URLToken:
			if !isInside(data) {
				return fmt.Errorf("it fetches something: %.60s", data)
			}
		case css.AtKeywordToken:
			if name := strings.ToLower(string(data)); name == "@import" || strings.Contains(name, `\`) {
				return fmt.Errorf("it has %.40s", data)
			}
		case css.FunctionToken:
			name := strings.ToLower(string(data))
			for _, f := range fetching {
				if strings.HasSuffix(name, f) {
					return fmt.Errorf("it fetches something: %s", name)
				}
			}
			if strings.Contains(name, `\`) { // it could be the name of any of them
				return fmt.Errorf("it has a function with an escaped name: %.40s", data)
			}
			open = append(open, '(')
		case css.LeftParenthesisToken, css.LeftBracketToken, css.LeftBraceToken:
			open = append(open, data[0])
		case css.RightParenthesisToken, css.RightBracketToken, css.RightBraceToken:
			if last := len(open) - 1; last < 0 || closing[open[last]] != data[0] {
				return fmt.Errorf("a %s closes nothing", data)
			} else {
				open = open[:last]
			}
			if len(open) == 0 && token == css.RightBraceToken {
				begun = none
			}
		case css.SemicolonToken:
			if len(open) == 0 && begun == css.AtKeywordToken { // only an at-rule ends there (CSS Syntax 3 section 5.4)
				begun = none
			}
		}
	}
}

// none is not a token. It means that no rule has begun.
const none = css.ErrorToken

// isBetweenRules reports whether a token may stand where no rule has begun.
func isBetweenRules(t css.TokenType) bool {
	return t == css.ErrorToken || t == css.WhitespaceToken || t == css.CommentToken || t == css.CDOToken || t == css.CDCToken
}

// closing maps opening brackets to those that close them.
var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// isInside reports whether a token url(...) is complete and loads nothing: it names data, or a part of the
// document.
func isInside(token []byte) bool {
	inner, whole := strings.CutSuffix(string(token), ")")
	_, inner, found := strings.Cut(inner, "(")
	inner = strings.ToLower(strings.Trim(inner, " \t\n\r\f\"'"))
	return whole && found && !strings.Contains(inner, `\`) && (strings.HasPrefix(inner, "data:") || strings.HasPrefix(inner, "#"))
}

package css

import (
	"slices"
	"strings"

	syntax "github.com/tdewolff/parse/v2/css"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/internal/limits"
)

// Effects are what style sheets do, for any medium, besides setting the look of a page at rest.
type Effects struct {
	Unknown bool     // a style sheet is not available, or too large
	Moves   bool     // an animation runs
	Reveals bool     // something appears or moves where the pointer or the focus is
	Images  []string // addresses of images, each once
}

// Effects returns those of all sheets and style attributes of the document.
func (t *StyledTree) Effects() Effects {
	var e Effects
	bytes := 0
	add := func(src string) {
		if bytes += len(src); bytes > limits.CheckedSheets {
			e.Unknown = true
			return
		}
		e.scan(tokenize(src))
	}
	for _, n := range t.sources {
		if t.Tag(n) == dom.TagStyle {
			add(t.OwnText(n))
			continue
		}
		src, ok := "", false
		if t.stylesheet != nil {
			src, ok = t.stylesheet(t.Value(n, "href"))
		}
		if add(src); !ok {
			e.Unknown = true
		}
	}
	for n := range t.Count() {
		if t.Tag(n) == dom.TagForeign && strings.HasSuffix(strings.ToLower(t.Name(n)), "style") {
			add(t.OwnText(n))
		}
		// Only a style that may have an effect is tokenized: pages have a style attribute on every element.
		if style := t.Value(n, "style"); strings.ContainsAny(style, "\\(") || strings.Contains(strings.ToLower(style), "animation") {
			add(style)
		}
	}
	return e
}

// revealing lists the properties that show or move something.
var revealing = map[string]bool{
	"display": true, "visibility": true, "opacity": true, "content": true, "content-visibility": true, "clip": true, "clip-path": true,
	"position": true, "inset": true, "left": true, "right": true, "top": true, "bottom": true, "inset-inline-start": true, "inset-block-start": true,
	"transform": true, "translate": true, "scale": true, "overflow": true, "text-indent": true,
	"width": true, "height": true, "max-width": true, "max-height": true, "block-size": true, "inline-size": true,
}

// reactive lists the pseudo-classes of elements with the pointer or the focus.
var reactive = map[string]bool{"hover": true, "focus": true, "focus-within": true, "focus-visible": true, "active": true}

// scan reads a style sheet, or the declarations of a style attribute.
//
//	.tip:hover > p { display: block }     a selector with a state, in it or around it, and a property that shows
func (e *Effects) scan(toks []token) {
	var inState []bool // of each open block
	state := false     // the selector since the last block or declaration names a state
	fresh := true      // a declaration or rule may begin
	for i := 0; i < len(toks); i++ {
		switch t := toks[i]; {
		case t.space():
			continue
		case t.kind == syntax.LeftBraceToken:
			inState = append(inState, state || len(inState) > 0 && inState[len(inState)-1])
			state, fresh = false, true
			continue
		case t.kind == syntax.RightBraceToken:
			inState = inState[:max(len(inState)-1, 0)]
			state, fresh = false, true
			continue
		case t.kind == syntax.SemicolonToken:
			state, fresh = false, true
			continue
		case t.kind == syntax.AtKeywordToken && t.name() == "import":
			e.Unknown = true
		case t.kind == syntax.ColonToken && i+1 < len(toks) && toks[i+1].kind == syntax.IdentToken && reactive[toks[i+1].name()]:
			state = true
		case t.kind == syntax.URLToken:
			address := strings.TrimSuffix(t.text[strings.IndexByte(t.text, '(')+1:], ")")
			e.image(strings.Trim(strings.TrimSpace(address), `"'`))
		case t.kind == syntax.StringToken && len(t.text) > 1 && i > 0 && strings.EqualFold(toks[i-1].text, "url("):
			e.image(t.text[1 : len(t.text)-1])
		case fresh && t.kind == syntax.IdentToken:
			e.declaration(t.name(), toks[i+1:], len(inState) > 0 && inState[len(inState)-1])
		}
		fresh = false
	}
}

// declaration handles a declaration, if a colon and a value follow the name.
func (e *Effects) declaration(name string, rest []token, inState bool) {
	for len(rest) > 0 && rest[0].space() {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].kind != syntax.ColonToken {
		return
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "-webkit-"), "-moz-")
	e.Reveals = e.Reveals || inState && revealing[name]
	if name != "animation" && name != "animation-name" {
		return
	}
	for _, t := range rest[1:] {
		switch {
		case t.kind == syntax.SemicolonToken || t.kind == syntax.RightBraceToken:
			return
		case t.kind == syntax.FunctionToken, t.kind == syntax.IdentToken && !atRest[t.name()], t.kind == syntax.StringToken:
			e.Moves = true
		}
	}
}

// atRest are words in the value of an animation that name none.
var atRest = map[string]bool{"none": true, "initial": true, "unset": true, "revert": true, "inherit": true, "important": true}

// image records an address.
func (e *Effects) image(address string) {
	if address = unescapeCSS(address); address != "" && !strings.HasPrefix(address, "#") && !slices.Contains(e.Images, address) && len(e.Images) < limits.SheetImages {
		e.Images = append(e.Images, address)
	}
}

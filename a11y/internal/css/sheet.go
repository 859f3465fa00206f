package css

import (
	"slices"
	"strings"

	syntax "github.com/tdewolff/parse/v2/css"

	"github.com/pagelift/pagelift/internal/limits"
)

// maxRuleDepth is how deep blocks may be nested; style sheets made by tools nest up to eight deep. What is nested
// deeper, and what is beyond limits.CheckedSheets, is not read. The styles of the document then count as unknown,
// so that nothing is reported because a rule is missing.
const maxRuleDepth = 24

// A styleRule is a list of declarations with its selectors.
type styleRule struct {
	decls []Declaration
	// doubtful rules depend on a condition that only a browser can decide.
	doubtful bool
	layer    int // index into sheets.layers; 0 is outside of all layers
}

// sheets are all style sheets of a document in their order, for one medium.
type sheets struct {
	medium    medium
	rules     []styleRule
	selectors selectorSet
	layers    []string
	// incomplete says that a style sheet was not available, or was too large.
	incomplete bool
	// turns says that a rule with a condition on the orientation turns something.
	turns bool
	bytes int
}

// newSheets returns an empty list of style sheets. The first layer is for what is outside of all layers.
func newSheets(m medium) *sheets {
	return &sheets{medium: m, layers: []string{""}, selectors: newSelectorSet()}
}

// add appends a style sheet. media is the condition of the element that links to it, or "".
func (s *sheets) add(src, media string) {
	if s.bytes += len(src); s.bytes > limits.CheckedSheets {
		s.incomplete = true
		return
	}
	where := ruleContext{}
	if media != "" {
		where = s.conditional(where, s.medium.matches(tokenize(media)), media)
	}
	toks := tokenize(src)
	if where.never {
		s.turns = s.turns || where.oriented && mentionsTurn(toks)
		return
	}
	p := sheetParser{sheets: s, toks: toks, ends: blockEnds(toks)}
	p.list(0, len(toks), where)
}

// A ruleContext is what surrounds a rule: conditions, layer, and the rule that it is nested in.
type ruleContext struct {
	never    bool
	doubtful bool
	oriented bool // a condition names the orientation
	layer    int
	nest     *selectorList
	depth    int
}

// conditional returns the context of a block with a condition.
func (s *sheets) conditional(c ruleContext, t Truth, condition string) ruleContext {
	c.depth++
	c.never = c.never || t == No
	c.doubtful = c.doubtful || t == Maybe
	c.oriented = c.oriented || strings.Contains(condition, "orientation")
	return c
}

// sheetParser follows the grammar of CSS Syntax 3 section 5. The ends of blocks are computed beforehand, so that
// each token is read only once a level.
type sheetParser struct {
	*sheets
	toks []token
	ends []int32
}

// blockEnds returns, for every token that opens a block, the index of the token that ends it, or the number of
// tokens.
func blockEnds(toks []token) []int32 {
	ends := make([]int32, len(toks))
	var open []int32
	for i, t := range toks {
		if t.opens() {
			ends[i] = int32(len(toks))
			open = append(open, int32(i))
		} else if n := len(open); n > 0 && t.closes() && endsBlock(toks[open[n-1]].kind, t.kind) {
			ends[open[n-1]] = int32(i)
			open = open[:n-1]
		}
	}
	return ends
}

// endsBlock reports whether the token closed ends the block that opened begins.
func endsBlock(opened, closed syntax.TokenType) bool {
	switch opened {
	case syntax.LeftBraceToken:
		return closed == syntax.RightBraceToken
	case syntax.LeftBracketToken:
		return closed == syntax.RightBracketToken
	}
	return closed == syntax.RightParenthesisToken
}

// list reads rules; inside of a style rule (c.nest is set) it reads declarations
// too and returns them.
func (p *sheetParser) list(from, to int, c ruleContext) []Declaration {
	var decls []Declaration
	for i := from; i < to; {
		t := p.toks[i]
		switch {
		case t.space(), t.kind == syntax.SemicolonToken, t.kind == syntax.CDOToken, t.kind == syntax.CDCToken:
			i++
		case t.kind == syntax.AtKeywordToken:
			var more []Declaration
			more, i = p.atRule(i, to, c)
			decls = append(decls, more...)
		default:
			if c.nest != nil {
				if end := p.declarationEnd(i, to); end > 0 {
					decls = appendDeclaration(decls, p.toks[i:end])
					i = end
					continue
				}
			}
			i = p.qualified(i, to, c)
		}
	}
	return decls
}

// declarationEnd returns the index after the declaration at i. It returns 0 if a nested rule stands there: a block
// in braces comes before the semicolon.
func (p *sheetParser) declarationEnd(i, to int) int {
	custom := p.toks[i].kind == syntax.CustomPropertyNameToken
	for j := i; j < to; j++ {
		switch t := p.toks[j]; {
		case t.kind == syntax.SemicolonToken:
			return j
		case t.kind == syntax.LeftBraceToken && !custom:
			return 0
		case t.opens():
			j = int(p.ends[j])
		}
	}
	return to
}

// prelude returns the index of the brace that ends the prelude at i, or of the semicolon, or to.
func (p *sheetParser) prelude(i, to int) int {
	for ; i < to; i++ {
		switch t := p.toks[i]; {
		case t.kind == syntax.LeftBraceToken, t.kind == syntax.SemicolonToken:
			return i
		case t.opens():
			i = int(p.ends[i])
		}
	}
	return to
}

// qualified reads a style rule and returns the index after it.
func (p *sheetParser) qualified(i, to int, c ruleContext) int {
	brace := p.preludeOfRule(i, to)
	if brace >= to {
		return to
	}
	end := int(p.ends[brace])
	if c.never || c.depth >= maxRuleDepth {
		p.incomplete = p.incomplete || c.depth >= maxRuleDepth
		return end + 1
	}
	if !worthReading(p.toks[brace+1 : min(end, to)]) {
		return end + 1 // nothing needs its selectors either
	}
	list, ok := p.selectors.parse(p.toks[i:brace], c.nest)
	if !ok {
		return end + 1
	}
	inner := c
	inner.nest = &list
	inner.depth++
	decls := p.list(brace+1, min(end, to), inner)
	p.store(decls, list, c)
	return end + 1
}

// worthReading reports whether a block may set a property of interest, or holds rules.
func worthReading(block []token) bool {
	return slices.ContainsFunc(block, func(t token) bool {
		switch t.kind {
		case syntax.IdentToken:
			return isRelevant(t.name())
		case syntax.CustomPropertyNameToken, syntax.LeftBraceToken, syntax.AtKeywordToken:
			return true
		}
		return false
	})
}

// preludeOfRule returns what prelude returns, but for selectors, in which a semicolon at the top level ends
// nothing.
func (p *sheetParser) preludeOfRule(i, to int) int {
	for ; i < to; i++ {
		t := p.toks[i]
		if t.kind == syntax.LeftBraceToken {
			return i
		}
		if t.opens() {
			i = int(p.ends[i])
		}
	}
	return to
}

// store stores the declarations that rules need.
func (p *sheetParser) store(decls []Declaration, list selectorList, c ruleContext) {
	decls = slices.DeleteFunc(decls, func(d Declaration) bool { return !isRelevant(d.name) })
	if len(decls) == 0 {
		return
	}
	for _, d := range decls {
		p.turns = p.turns || c.oriented && turning[d.name]
	}
	p.selectors.bind(list, int32(len(p.rules)))
	p.rules = append(p.rules, styleRule{decls: decls, doubtful: c.doubtful, layer: c.layer})
}

// atRule reads an at-rule: conditional groups and layers. Other at-rules do not style elements.
func (p *sheetParser) atRule(i, to int, c ruleContext) ([]Declaration, int) {
	name := p.toks[i].name()
	stop := p.prelude(i+1, to)
	condition := p.toks[i+1 : stop]
	if stop >= to || p.toks[stop].kind == syntax.SemicolonToken {
		switch name {
		case "import":
			p.incomplete = p.incomplete || !c.never
		case "layer":
			for _, part := range splitTop(condition, ',') {
				p.layer(c, part)
			}
		}
		return nil, stop + 1
	}
	end := int(p.ends[stop])
	inner, known := p.group(name, condition, c)
	if !known || inner.never {
		p.turns = p.turns || inner.oriented && mentionsTurn(p.toks[stop:min(end, to)])
		return nil, end + 1
	}
	if inner.depth >= maxRuleDepth {
		p.incomplete = true
		return nil, end + 1
	}
	decls := p.list(stop+1, min(end, to), inner)
	if inner.nest != nil {
		p.store(decls, *inner.nest, inner)
	}
	return nil, end + 1
}

// mentionsTurn reports whether rules that do not apply on this screen set a property that may turn an element.
func mentionsTurn(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == syntax.IdentToken && turning[t.name()]
	})
}

// turning are the properties that turn an element.
var turning = map[string]bool{"transform": true, "-webkit-transform": true, "rotate": true}

// group returns the context inside of the block of an at-rule that holds rules.
func (p *sheetParser) group(name string, condition []token, c ruleContext) (ruleContext, bool) {
	switch name {
	case "media":
		return p.conditional(c, p.medium.matches(condition), text(condition)), true
	case "supports":
		return p.conditional(c, supported(condition), ""), true
	case "container", "scope", "starting-style":
		return p.conditional(c, Maybe, ""), true
	case "layer":
		c.depth++
		c.layer = p.layer(c, condition)
		return c, true
	}
	return c, false
}

// layer returns the index of a layer, and creates the layer the first time (CSS Cascade 5 section 6.4).
func (p *sheetParser) layer(c ruleContext, name []token) int {
	full := strings.TrimPrefix(p.layers[c.layer]+"."+text(withoutSpaces(name)), ".")
	if i := slices.Index(p.layers, full); i >= 0 && len(withoutSpaces(name)) > 0 {
		return i
	}
	p.layers = append(p.layers, full)
	return len(p.layers) - 1
}

// supported answers @supports for a current browser: it supports what a style sheet asks for.
func supported(condition []token) Truth {
	if w := withoutSpaces(condition); len(w) > 0 && w[0].kind == syntax.IdentToken && w[0].name() == "not" {
		return No
	}
	return Yes
}

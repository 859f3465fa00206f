package css

import (
	"strings"

	syntax "github.com/tdewolff/parse/v2/css"
)

// maxSelectorDepth bounds selectors in brackets within selectors.
const maxSelectorDepth = 6

// parse reads a selector list (Selectors 4). nest is the list of the enclosing rule, which "&" stands for, or nil.
// One invalid selector makes all of them invalid.
func (s *selectorSet) parse(toks []token, nest *selectorList) (selectorList, bool) {
	p := selectorParser{set: s, nest: nest}
	return p.list(toks, 0)
}

type selectorParser struct {
	set  *selectorSet
	nest *selectorList
}

// list reads selectors separated by commas.
func (p *selectorParser) list(toks []token, depth int) (selectorList, bool) {
	var list selectorList
	for _, one := range splitTop(toks, ',') {
		last, ok := p.complex(trimmed(one), depth)
		if !ok || len(p.set.parts) > maxSelectorParts {
			return selectorList{}, false
		}
		list.lasts = append(list.lasts, last)
		list.weight = max(list.weight, p.set.parts[last].weight)
		list.doubtful = list.doubtful || p.set.parts[last].doubtful
	}
	return list, true
}

// complex reads compounds and combinators and returns the index of the last part.
func (p *selectorParser) complex(toks []token, depth int) (int32, bool) {
	left, how := int32(-1), leftmost
	var weight specificity
	doubtful := false
	if p.nest != nil && depth == 0 && !mentionsNest(toks) {
		left, how = p.push(part{derived: []atom{p.set.derive(*p.nest)}, left: -1}), inside
		weight, doubtful = p.nest.weight, p.nest.doubtful
	}
	if len(toks) == 0 {
		return 0, false
	}
	for len(toks) > 0 {
		var sign combinator
		if sign, toks = leadingCombinator(toks); sign > inside {
			if how > inside || left < 0 {
				return 0, false
			}
			how = sign
		}
		next := part{left: left, how: how}
		n, ok := p.compound(&next, toks, depth)
		if !ok {
			return 0, false
		}
		toks = toks[n:]
		weight += next.weight
		doubtful = doubtful || next.doubtful
		next.weight, next.doubtful = weight, doubtful
		left, how = p.push(next), inside
	}
	p.set.parts[left].last = true
	return left, true
}

// push adds a part and returns its index.
func (p *selectorParser) push(n part) int32 {
	n.rule = -1
	p.set.parts = append(p.set.parts, n)
	return int32(len(p.set.parts) - 1)
}

// mentionsNest reports whether a selector has an "&", which stands for the enclosing rule.
func mentionsNest(toks []token) bool {
	for _, t := range toks {
		if t.is('&') {
			return true
		}
	}
	return false
}

// leadingCombinator reads white space and one combinator in it.
func leadingCombinator(toks []token) (combinator, []token) {
	sign := leftmost
	for len(toks) > 0 {
		switch t := toks[0]; {
		case t.space():
			sign = max(sign, inside)
		case t.is('>') && sign <= inside:
			sign = childOf
		case t.is('+') && sign <= inside:
			sign = rightAfter
		case t.is('~') && sign <= inside:
			sign = after
		default:
			return sign, toks
		}
		toks = toks[1:]
	}
	return sign, toks
}

// compound reads simple selectors into out and returns how many tokens they took.
func (p *selectorParser) compound(out *part, toks []token, depth int) (int, bool) {
	i := 0
	for i < len(toks) && !toks[i].space() && !toks[i].is('>') && !toks[i].is('+') && !toks[i].is('~') {
		n, ok := p.simple(out, toks[i:], i == 0, depth)
		if !ok {
			return 0, false
		}
		i += n
	}
	return i, i > 0
}

// simple reads one simple selector.
func (p *selectorParser) simple(out *part, toks []token, first bool, depth int) (int, bool) {
	t := toks[0]
	switch {
	case t.is('*'):
		return 1 + p.afterNamespace(out, toks), first
	case t.is('|'):
		return 1, first
	case t.is('&'):
		if p.nest == nil {
			return 1, true
		}
		out.derived = append(out.derived, p.set.derive(*p.nest))
		out.weight += p.nest.weight
		out.doubtful = out.doubtful || p.nest.doubtful
		return 1, true
	case t.kind == syntax.IdentToken:
		if n := p.afterNamespace(out, toks); n > 0 {
			return 1 + n, first
		}
		out.tag = t.name()
		out.weight += typeWeight
		return 1, first || out.tag == ""
	case t.kind == syntax.HashToken:
		out.atoms = append(out.atoms, p.set.named(p.set.ids, unescapeCSS(t.text[1:])))
		out.weight += idWeight
		return 1, true
	case t.is('.') && len(toks) > 1 && toks[1].kind == syntax.IdentToken:
		out.atoms = append(out.atoms, p.set.named(p.set.classes, unescapeCSS(toks[1].text)))
		out.weight += classWeight
		return 2, true
	case t.kind == syntax.LeftBracketToken:
		return p.attribute(out, toks)
	case t.kind == syntax.ColonToken && len(toks) > 1:
		if toks[1].kind == syntax.ColonToken {
			n, ok := p.pseudoElement(out, toks[2:])
			return 2 + n, ok
		}
		n, ok := p.pseudoClass(out, toks[1:], depth)
		return 1 + n, ok
	}
	return 0, false
}

// afterNamespace returns the length of the "|" after a namespace prefix. The prefix is ignored.
func (p *selectorParser) afterNamespace(_ *part, toks []token) int {
	if len(toks) > 2 && toks[1].is('|') && (toks[2].kind == syntax.IdentToken || toks[2].is('*')) {
		return 1
	}
	return 0
}

// require adds an atom to a part. An atom beyond a bound is never set; then the style sheets count as incomplete.
func (p *selectorParser) require(out *part, a atom, ok bool) {
	p.set.beyond = p.set.beyond || !ok
	out.atoms = append(out.atoms, a)
}

// attribute reads [name], [name=value], [name op "value" i].
func (p *selectorParser) attribute(out *part, toks []token) (int, bool) {
	end := closing(toks, 0)
	w := withoutSpaces(toks[1:min(end, len(toks))])
	if len(w) >= 3 && w[1].is('|') && w[2].kind == syntax.IdentToken {
		w = w[2:]
	}
	if len(w) == 0 || w[0].kind != syntax.IdentToken {
		return 0, false
	}
	name := w[0].name()
	test := attrKey{name: name, op: syntax.ErrorToken}
	if len(w) > 1 {
		if len(w) < 3 {
			return 0, false
		}
		test = attrKey{name: name, op: w[1].kind, value: w[2].stringValue(), fold: name == "type" || name == "dir" || name == "align" || name == "lang"}
		if len(w) > 3 {
			test.fold = w[3].name() == "i"
		}
	}
	a, ok := p.set.attrAtom(test)
	p.require(out, a, ok)
	out.weight += classWeight
	return min(end, len(toks)-1) + 1, true
}

// pseudoElement reads what follows "::". Only pseudo-elements that paint under the text of their element matter.
func (p *selectorParser) pseudoElement(out *part, toks []token) (int, bool) {
	if len(toks) == 0 || toks[0].kind != syntax.IdentToken && toks[0].kind != syntax.FunctionToken {
		return 0, false
	}
	switch toks[0].name() {
	case "before", "after":
		out.pseudo = true
		out.weight += typeWeight
	default:
		out.atoms = append(out.atoms, never)
	}
	if toks[0].kind == syntax.FunctionToken {
		return min(closing(toks, 0), len(toks)-1) + 1, true
	}
	return 1, true
}

// neverStates are pseudo-classes that no element of a page at rest has.
var neverStates = map[string]bool{
	"hover": true, "active": true, "focus": true, "focus-within": true, "focus-visible": true, "visited": true,
	"target": true, "target-within": true, "fullscreen": true, "modal": true, "host": true, "popover-open": true,
	"autofill": true, "playing": true, "user-invalid": true, "user-valid": true, "current": true, "past": true, "future": true,
	"indeterminate": true, "-webkit-autofill": true, "picture-in-picture": true,
}

// pseudoClass reads what follows ":".
func (p *selectorParser) pseudoClass(out *part, toks []token, depth int) (int, bool) {
	name := toks[0].name()
	if toks[0].kind == syntax.FunctionToken {
		end := min(closing(toks, 0), len(toks))
		return min(end, len(toks)-1) + 1, p.functional(out, name, toks[1:end], depth)
	}
	if toks[0].kind != syntax.IdentToken {
		return 0, false
	}
	if name == "before" || name == "after" || name == "first-line" || name == "first-letter" {
		return p.pseudoElement(out, toks)
	}
	out.weight += classWeight
	switch st, known := plainStates[name]; {
	case neverStates[name]:
		out.atoms = append(out.atoms, never)
	case known:
		a, ok := p.set.stateAtom(st)
		p.require(out, a, ok)
	case name == "defined":
	case name == "read-only" || name == "read-write" || name == "valid" || name == "invalid" || name == "in-range" ||
		name == "out-of-range" || name == "default" || name == "placeholder-shown":
		out.doubtful = true
	default:
		return 0, false
	}
	return 1, true
}

// functional reads a pseudo-class with arguments.
func (p *selectorParser) functional(out *part, name string, args []token, depth int) bool {
	if depth >= maxSelectorDepth {
		return false
	}
	switch name {
	case "is", "where", "matches", "-webkit-any", "-moz-any":
		list := p.forgiving(args, depth+1)
		out.derived = append(out.derived, p.set.derive(list))
		out.doubtful = out.doubtful || list.doubtful
		if name != "where" {
			out.weight += list.weight
		}
		return true
	case "not":
		list, ok := p.list(args, depth+1)
		if !ok {
			return false
		}
		out.weight += list.weight
		if list.doubtful {
			out.doubtful = true
			return true
		}
		out.without = append(out.without, p.set.derive(list))
		return true
	case "has", "lang", "dir", "state":
		out.weight += classWeight
		out.doubtful = true
		return true
	case "host", "host-context":
		out.atoms = append(out.atoms, never)
		return true
	}
	return p.nth(out, name, args)
}

// forgiving reads a list and leaves out its invalid selectors.
func (p *selectorParser) forgiving(toks []token, depth int) selectorList {
	var list selectorList
	for _, one := range splitTop(toks, ',') {
		if l, ok := p.list(one, depth); ok {
			list.lasts = append(list.lasts, l.lasts...)
			list.weight = max(list.weight, l.weight)
			list.doubtful = list.doubtful || l.doubtful
		}
	}
	return list
}

// nth reads the An+B of :nth-child() and its like.
func (p *selectorParser) nth(out *part, name string, args []token) bool {
	st := state{kind: stateNth}
	switch name {
	case "nth-child":
	case "nth-last-child":
		st.last = true
	case "nth-of-type":
		st.ofType = true
	case "nth-last-of-type":
		st.ofType, st.last = true, true
	default:
		return false
	}
	written := text(withoutSpaces(args))
	out.weight += classWeight
	if i := strings.Index(written, "of"); i >= 0 && !st.ofType {
		out.doubtful = true // "2n of .class"
		return true
	}
	var valid bool
	st.a, st.b, valid = parseNth(written)
	a, ok := p.set.stateAtom(st)
	p.require(out, a, ok)
	return valid
}

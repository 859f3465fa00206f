package css

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	syntax "github.com/tdewolff/parse/v2/css"
)

// origin orders declarations before their layers and specificity do (CSS Cascade 5
// section 6.1), lowest first.
type origin uint8

const (
	fromHints origin = iota // attributes such as bgcolor
	fromSheets
	fromInline
	importantSheets
	importantInline
)

// ranked is a declaration with its place in the cascade.
type ranked struct {
	*Declaration
	origin   origin
	layer    int
	weight   specificity
	order    int32
	doubtful bool
}

// compareRanked compares the places of two declarations in the cascade; the higher one wins.
func compareRanked(a, b ranked) int {
	return cmp.Or(cmp.Compare(a.origin, b.origin), cmp.Compare(a.layer, b.layer), cmp.Compare(a.weight, b.weight), cmp.Compare(a.order, b.order))
}

// cascaded returns the declarations for an element in rising order.
func (s *sheets) cascaded(rules []candidate, hints, inline []Declaration) []ranked {
	var list []ranked
	for i := range hints {
		list = append(list, ranked{Declaration: &hints[i], origin: fromHints})
	}
	for _, r := range rules {
		rule := &s.rules[r.rule]
		if r.pseudo {
			continue
		}
		for i := range rule.decls {
			d := &rule.decls[i]
			c := ranked{d, fromSheets, s.layerRank(rule.layer, d.important), r.weight, r.rule, r.doubtful || rule.doubtful}
			if d.important {
				c.origin = importantSheets
			}
			list = append(list, c)
		}
	}
	for i := range inline {
		c := ranked{Declaration: &inline[i], origin: fromInline}
		if inline[i].important {
			c.origin = importantInline
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, compareRanked)
	return list
}

// layerRank returns the rank of a layer. What is outside of all layers comes last; among important declarations it
// comes first.
func (s *sheets) layerRank(layer int, important bool) int {
	if layer == 0 {
		layer = len(s.layers)
	}
	if important {
		return -layer
	}
	return layer
}

// paintsPseudo reports whether a rule for ::before or ::after paints a background.
func (s *sheets) paintsPseudo(rules []candidate) bool {
	for _, r := range rules {
		if !r.pseudo {
			continue
		}
		for _, d := range s.rules[r.rule].decls {
			switch d.name {
			case "background", "background-color", "background-image":
				if k := keyword(d.value); k != "none" && k != "transparent" {
					return true
				}
			}
		}
	}
	return false
}

// saysPseudo reports whether a rule for ::before or ::after generates text, which is part of the name of the
// element (accname-1.2 step 2F).
func (s *sheets) saysPseudo(rules []candidate) bool {
	for _, r := range rules {
		if !r.pseudo {
			continue
		}
		for _, d := range s.rules[r.rule].decls {
			if d.name != "content" {
				continue
			}
			for _, t := range d.value {
				if t.kind == syntax.StringToken && strings.ContainsFunc(t.stringValue(), unicode.IsLetter) {
					return true
				}
			}
		}
	}
	return false
}

// apply applies declarations: custom properties first, then the font size, on which lengths depend, then the rest.
func (c *computing) apply(list []ranked) {
	c.defaults = c.values
	c.applyCustom(list)
	for _, pass := range [...]func(name string) bool{
		func(name string) bool { return name == "font-size" || name == "font" || name == "all" },
		func(name string) bool { return name == "color" },
		func(name string) bool {
			return name != "font-size" && name != "font" && name != "all" && name != "color"
		},
	} {
		for _, d := range list {
			if !isCustom(d.name) && pass(d.name) {
				c.applyOne(d)
			}
		}
	}
}

// applyOne applies one declaration if it is valid.
func (c *computing) applyOne(d ranked) {
	if d.name == "all" {
		for p := range PropCount {
			c.applyWideKeyword(keyword(d.value), p)
		}
		return
	}
	known, ok := properties()[d.name]
	if !ok {
		return
	}
	value, substituted, valid := c.substituted(d.value)
	if d.doubtful || known.set == nil || hasDoubt(value) {
		for _, p := range known.longhands {
			c.unknown |= 1 << p
		}
		return
	}
	word := keyword(value)
	if !valid {
		word = "unset"
	}
	for _, p := range known.longhands {
		if !c.applyWideKeyword(word, p) {
			word = ""
			break
		}
	}
	if word != "" {
		return
	}
	before := c.values
	for _, p := range known.longhands {
		c.unknown &^= 1 << p
	}
	if known.set(c, value) {
		return
	}
	c.values = before
	if substituted {
		for _, p := range known.longhands {
			c.applyWideKeyword("unset", p)
		}
	}
}

// applyWideKeyword applies a keyword that every property has, such as inherit. It reports whether the word is one.
func (c *computing) applyWideKeyword(word string, p prop) bool {
	switch word {
	case "inherit":
		c.copyFrom(c.around, p)
	case "initial":
		c.copyFrom(&initial, p)
	case "unset":
		if inheritedProps.has(p) {
			c.copyFrom(c.around, p)
		} else {
			c.copyFrom(&initial, p)
		}
	case "revert", "revert-layer":
		c.copyFrom(&c.defaults, p)
	default:
		return false
	}
	return true
}

// doubt is a token that stands for an unknown value.
var doubt = token{kind: syntax.BadStringToken}

// hasDoubt reports whether a part of a value is unknown.
func hasDoubt(value []token) bool {
	return slices.ContainsFunc(value, func(t token) bool { return t.kind == syntax.BadStringToken })
}

// applyCustom sets the custom properties. Their own var() are resolved here, where they are declared (CSS
// Variables 1 section 3).
func (c *computing) applyCustom(list []ranked) {
	var own map[string][]token
	for _, d := range list {
		if !isCustom(d.name) {
			continue
		}
		if own == nil {
			own = map[string][]token{}
		}
		own[d.name] = d.value
		if d.doubtful {
			own[d.name] = []token{doubt}
		}
	}
	if own == nil {
		return
	}
	e := expansion{own: own, into: &scope{own: make(map[string][]token, len(own)), around: c.vars}, done: map[string]bool{}, work: c.varWork}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		e.resolve(name, 0)
	}
	c.vars = e.into
}

// An expansion resolves custom properties that refer to each other.
type expansion struct {
	own  map[string][]token
	into *scope
	done map[string]bool // false while a property is being resolved
	work *int
}

// maxVarDepth bounds references to references.
const maxVarDepth = 32

// resolve computes one property. The properties of a cycle are invalid.
func (e *expansion) resolve(name string, depth int) {
	if _, begun := e.done[name]; begun {
		return
	}
	e.done[name] = false
	defer func() { e.done[name] = true }()
	value := e.own[name]
	switch keyword(value) {
	case "initial":
		e.into.own[name] = nil
		return
	case "inherit", "unset", "revert", "revert-layer":
		return
	}
	out, changed, ok := substitute(value, func(ref string) ([]token, bool) {
		if _, mine := e.own[ref]; mine {
			e.resolve(ref, depth+1)
			if !e.done[ref] {
				return nil, false
			}
		}
		return e.into.get(ref)
	}, depth)
	*e.work--
	if changed {
		*e.work -= len(out)
	}
	switch {
	case !ok:
		out = nil
	case *e.work < 0:
		out = []token{doubt}
	case out == nil:
		out = []token{}
	}
	e.into.own[name] = out
}

// substituted returns a value with its var() replaced. valid is false if one of them has no value.
func (c *computing) substituted(value []token) (out []token, changed, valid bool) {
	return substitute(value, c.vars.get, 0)
}

// substitute replaces var(--name, fallback) in a value.
func substitute(value []token, lookup func(string) ([]token, bool), depth int) (out []token, changed, valid bool) {
	isVar := func(t token) bool { return t.kind == syntax.FunctionToken && (t.name() == "var" || t.name() == "env") }
	if !slices.ContainsFunc(value, isVar) {
		return value, false, true
	}
	if depth > maxVarDepth {
		return nil, true, false
	}
	for i := 0; i < len(value); i++ {
		if !isVar(value[i]) {
			out = append(out, value[i])
			continue
		}
		end := closing(value, i)
		args := value[i+1 : min(end, len(value))]
		name, fallback, hasFallback := splitVar(args)
		v, ok := lookup(name)
		if !ok && hasFallback {
			v, _, ok = substitute(fallback, lookup, depth+1)
		}
		if !ok || len(out)+len(v) > maxValueTokens {
			return nil, true, false
		}
		out = append(out, v...)
		i = end
	}
	return trimmed(out), true, true
}

// splitVar cuts the arguments of var() at the first comma.
func splitVar(args []token) (name string, fallback []token, hasFallback bool) {
	for i, t := range args {
		if t.kind == syntax.CommaToken {
			return rawText(withoutSpaces(args[:i])), args[i+1:], true
		}
	}
	return rawText(withoutSpaces(args)), nil, false
}

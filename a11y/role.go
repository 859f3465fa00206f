package a11y

import "strings"

// role is a role of WAI-ARIA 1.2, DPUB-ARIA 1.1 or Graphics-ARIA 1.0.
type role struct {
	name string
	traits
	// attributes are the states and properties that the role supports beside the
	// global ones; required those that authors must give.
	attributes, required []string
	// context are the roles one of which must be around it, owned those of which
	// its children must be. A role that may stand between is written "group>option".
	context, owned []string
}

// traits are facts of a role that are yes or no.
type traits uint16

const (
	abstract       traits = 1 << iota // not for authors
	fromContent                       // named by its content
	unnamed                           // naming it is prohibited
	atomic                            // its children are presentational
	widget                            // operated by the user
	formField                         // takes a value
	landmark                          // a region of a page
	deprecatedRole                    // deprecated in WAI-ARIA or DPUB-ARIA
)

func (r *role) is(t traits) bool { return r != nil && r.traits&t != 0 }

// supports reports whether the role has the attribute, the global ones left out.
func (r *role) supports(attribute string) bool {
	if r == nil {
		return false
	}
	for _, list := range [...][]string{r.attributes, r.required} {
		for _, a := range list {
			if a == attribute {
				return true
			}
		}
	}
	return false
}

// allows reports whether name is in a list of roles; "group>option" stands for group.
func allows(list []string, name string) bool {
	for _, l := range list {
		if first, _, _ := strings.Cut(l, ">"); first == name {
			return true
		}
	}
	return false
}

// roles are all roles by name.
var roles = func() map[string]*role {
	m := make(map[string]*role)
	for _, line := range roleTable {
		r := &role{name: line.name, traits: line.traits, context: strings.Fields(line.context), owned: strings.Fields(line.owned)}
		for a := range strings.FieldsSeq(line.attributes) {
			if name, must := strings.CutSuffix(a, "!"); must {
				r.required = append(r.required, "aria-"+name)
			} else {
				r.attributes = append(r.attributes, "aria-"+name)
			}
		}
		m[r.name] = r
	}
	return m
}()

// explicitRole is the first role of a role attribute that is one, or nil.
func (p *page) explicitRole(n node) *role {
	if !p.has(n, hasRole) {
		return nil
	}
	value := p.value(n, "role")
	if r := roles[value]; r != nil && !r.is(abstract) {
		return r
	}
	for token := range strings.FieldsSeq(strings.ToLower(value)) {
		if r := roles[token]; r != nil && !r.is(abstract) {
			return r
		}
	}
	return nil
}

// role is the semantic role of n, nil when it has none. An element that is marked as
// presentational and yet can be focused or has a global ARIA attribute keeps its own
// role (WAI-ARIA 1.2, presentational roles conflict resolution).
func (p *page) role(n node) *role {
	if r := p.explicitRole(n); r != nil {
		if !isPresentational(r) {
			return r
		}
		if !p.presentationConflict(n) {
			return r
		}
	}
	return p.implicitRole(n)
}

// roleName is the name of the semantic role, or "".
func (p *page) roleName(n node) string {
	if r := p.role(n); r != nil {
		return r.name
	}
	return ""
}

func isPresentational(r *role) bool {
	return r != nil && (r.name == "none" || r.name == "presentation")
}

// presentationConflict reports whether something about n makes a presentational role void. A
// global attribute does so by being there: an empty label already makes ACT's rules look.
func (p *page) presentationConflict(n node) bool {
	return p.focusable(n) || p.hasGlobalARIA(n, true)
}

// hasGlobalARIA reports an attribute that every role has, aria-hidden left out; one without a
// value only where empty says so.
func (p *page) hasGlobalARIA(n node, empty bool) bool {
	if !p.has(n, hasARIA) {
		return false
	}
	for name, value := range p.attrs(n) {
		if globalARIA[name] && name != "aria-hidden" && (empty || !isBlank(value)) {
			return true
		}
	}
	return false
}

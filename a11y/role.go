package a11y

import (
	"iter"
	"strings"
)

// role is a role of WAI-ARIA 1.2, DPUB-ARIA 1.1 or Graphics-ARIA 1.0.
type role struct {
	name string
	traits
	// attributes are the states and properties that the role supports beside the
	// global ones, without "aria-"; those that authors must give end in "!".
	attributes wordList
	// context are the roles one of which must be around it, owned those of which
	// its children must be. A role that may stand between is written "group>option".
	context, owned wordList
}

// wordList is words parted by spaces: the tables of roles are read where they lie.
type wordList string

// all are the words in order.
func (w wordList) all() iter.Seq[string] { return strings.FieldsSeq(string(w)) }

func (w wordList) has(word string) bool {
	for v := range w.all() {
		if v == word {
			return true
		}
	}
	return false
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
	bare, ok := strings.CutPrefix(attribute, "aria-")
	for a := range r.attributes.all() {
		if ok && strings.TrimSuffix(a, "!") == bare {
			return true
		}
	}
	return false
}

// required are the attributes that authors must give.
func (r *role) required() []string {
	var list []string
	for a := range r.attributes.all() {
		if name, must := strings.CutSuffix(a, "!"); must {
			list = append(list, "aria-"+name)
		}
	}
	return list
}

// requires reports whether authors must give the attribute; its name comes without "aria-".
func (r *role) requires(attribute string) bool { return r.attributes.has(attribute + "!") }

// allow reports whether name is in a list of roles; "group>option" stands for group.
func (w wordList) allow(name string) bool {
	for v := range w.all() {
		if first, _, _ := strings.Cut(v, ">"); first == name {
			return true
		}
	}
	return false
}

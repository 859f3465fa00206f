package names

import (
	"iter"
	"strings"
)

// Role is a role of WAI-ARIA 1.2, DPUB-ARIA 1.1 or Graphics-ARIA 1.0.
type Role struct {
	Name string
	traits
	// attributes are the states and properties that the role supports besides the global ones, without "aria-".
	// Required ones end in "!".
	attributes wordList
	// Context lists the roles one of which must be around the role. Owned lists the roles of which its children
	// must be. A role that may stand between is written "group>option".
	Context, Owned wordList
}

// wordList is a list of words separated by spaces. The tables of roles are used in this form.
type wordList string

// all returns the words in order.
func (w wordList) all() iter.Seq[string] { return strings.FieldsSeq(string(w)) }

// Has reports whether the word is in the list.
func (w wordList) Has(word string) bool {
	for v := range w.all() {
		if v == word {
			return true
		}
	}
	return false
}

// traits are the properties of a role that are true or false.
type traits uint16

const (
	Abstract       traits = 1 << iota // not for authors
	NamedByContent                    // named by its content
	Unnamed                           // naming it is prohibited
	Atomic                            // its children are presentational
	Widget                            // operated by the user
	FormField                         // takes a value
	Landmark                          // a region of a page
	Deprecated                        // deprecated in WAI-ARIA or DPUB-ARIA
)

// Is reports whether the role has one of the traits. A nil role has none.
func (r *Role) Is(t traits) bool { return r != nil && r.traits&t != 0 }

// Supports reports whether the role supports the attribute, global attributes not included.
func (r *Role) Supports(attribute string) bool {
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

// Required returns the attributes that authors must give.
func (r *Role) Required() []string {
	var list []string
	for a := range r.attributes.all() {
		if name, must := strings.CutSuffix(a, "!"); must {
			list = append(list, "aria-"+name)
		}
	}
	return list
}

// Requires reports whether authors must give the attribute. Its name has no "aria-".
func (r *Role) Requires(attribute string) bool { return r.attributes.Has(attribute + "!") }

// Allow reports whether name is in a list of roles; "group>option" stands for group.
func (w wordList) Allow(name string) bool {
	for v := range w.all() {
		if first, _, _ := strings.Cut(v, ">"); first == name {
			return true
		}
	}
	return false
}

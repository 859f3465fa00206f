package htmlout

import (
	"net/url"
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// plainRoles are roles of ARIA that a tagged document may give to a group. They say what the group is, and are not
// landmarks.
var plainRoles = []string{
	"doc-abstract", "doc-colophon", "doc-credit", "doc-dedication", "doc-epigraph", "doc-example", "doc-notice", "doc-pullquote", "doc-qna", "doc-tip", "group", "note",
}

// landmarkRoles are roles that lead readers through a document. Landmarks need names: several of them without a
// name cannot be told apart.
var landmarkRoles = []string{
	"doc-acknowledgments", "doc-afterword", "doc-appendix", "doc-chapter", "doc-conclusion", "doc-credits", "doc-epilogue", "doc-errata", "doc-foreword",
	"doc-glossary", "doc-index", "doc-introduction", "doc-part", "doc-preface", "doc-prologue", "navigation", "region",
}

// markupOf returns what a tagged document says of n by the attribute with a name, or "".
func markupOf(n *semantic.Node, name string) string {
	if n.Attr != nil && n.Attr.Tag != nil {
		for _, m := range n.Attr.Tag.Markup {
			if m.Name == name {
				return m.Value
			}
		}
	}
	return ""
}

// roleOf returns the role that a document gives to a group, and the name of a landmark. It returns "" for a role
// that is not on the lists above.
func (w *writer) roleOf(n *semantic.Node) (role, name string) {
	role, name = markupOf(n, "role"), markupOf(n, "aria-label")
	switch {
	case !w.semantic:
	case slices.Contains(plainRoles, role):
		return role, ""
	case slices.Contains(landmarkRoles, role) && readable(name):
		return role, name
	}
	return "", ""
}

// openGroup writes the start tag of a group, with the role that the document gives to it.
func (w *writer) openGroup(tag string, n *semantic.Node) {
	w.str("<")
	w.str(tag)
	w.common(n)
	if role, name := w.roleOf(n); role != "" {
		w.attr("role", role)
		if name != "" {
			w.attr("aria-label", w.landmarkName(name))
		}
	}
	w.str(">")
}

// markup writes attributes that any element may have. It does not replace a title that an element has already.
func (w *writer) markup(n *semantic.Node) {
	if v := markupOf(n, "title"); n.Attr.Title == "" && readable(v) {
		w.attr("title", v)
	}
	if v := markupOf(n, "translate"); v == "yes" || v == "no" {
		w.attr("translate", v)
	}
	if n.Role == semantic.BlockQuote || n.Role == semantic.Quote {
		w.attr("cite", sourceAddress(markupOf(n, "cite")))
	}
}

// sourceAddress returns s if it is an address that a quote may come from, else "".
func sourceAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

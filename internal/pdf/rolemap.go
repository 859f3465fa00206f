package pdf

import "slices"

// Namespaces whose types need no role map (clause 14.8.6).
const (
	namespacePDF17  = "http://iso.org/pdf/ssn"
	namespacePDF20  = "http://iso.org/pdf2/ssn"
	namespaceMathML = "http://www.w3.org/1998/Math/MathML"
	namespaceHTML   = "http://www.w3.org/1999/xhtml"
)

// maxRoleChain is the longest chain of mappings of a type. Honest maps need one or two steps.
const maxRoleChain = 32

// roleMapper finds the standard structure types of elements.
type roleMapper struct {
	d          *Document
	roleMap    Dict
	roles      map[Name]Name      // of types without a namespace, as found so far
	namespaces map[Ref]*namespace // by their dictionary
}

type namespace struct {
	uri     string
	roleMap Dict
}

func newRoleMapper(d *Document, root Dict) *roleMapper {
	return &roleMapper{
		d:          d,
		roleMap:    d.Dict(root.Raw("RoleMap")),
		roles:      make(map[Name]Name),
		namespaces: make(map[Ref]*namespace),
	}
}

// role maps the type of an element whose NS is ns. uri is the namespace that ns stands for. role
// and roleURI are the standard type and its namespace, which is "" for PDF 1.7.
func (m *roleMapper) role(typ Name, ns Object) (uri string, role Name, roleURI string) {
	space := m.namespace(ns)
	if space == nil {
		return "", m.plainRole(typ), ""
	}
	uri = space.uri
	for range maxRoleChain {
		switch space.uri {
		case namespacePDF17:
			return uri, typ, ""
		case namespacePDF20, namespaceMathML, namespaceHTML:
			return uri, typ, space.uri
		}
		to := m.d.arrayOrOne(space.roleMap.Raw(typ)) // a name, or an array of a name and its namespace
		if len(to) == 0 || m.d.Name(to[0]) == "" {
			break
		}
		typ = m.d.Name(to[0])
		if len(to) == 1 {
			return uri, m.plainRole(typ), ""
		}
		if space = m.namespace(to[1]); space == nil {
			return uri, m.plainRole(typ), ""
		}
	}
	if role := m.plainRole(typ); IsStandardType(role) { // it is mapped as if it had no namespace
		return uri, role, ""
	}
	return uri, typ, space.uri
}

// namespace returns the namespace dictionary o (clause 14.7.4), or nil when it is none.
func (m *roleMapper) namespace(o Object) *namespace {
	r, isRef := o.(Ref)
	if isRef {
		if ns, ok := m.namespaces[r]; ok {
			return ns
		}
	}
	var ns *namespace
	left := allowance(maxURI)
	dict := m.d.Dict(o)
	if uri := left.text(m.d, dict.Raw("NS")); uri != "" {
		ns = &namespace{uri, m.d.Dict(dict.Raw("RoleMapNS"))}
	}
	if isRef {
		m.namespaces[r] = ns
	}
	return ns
}

// plainRole follows the role map (clause 14.7.3) until it meets a standard type or the map ends. It does not
// map a standard type to another one, in accordance with PDF 2.0. Maps that do so are mistakes of the writer.
func (m *roleMapper) plainRole(typ Name) Name {
	if role, ok := m.roles[typ]; ok {
		return role
	}
	role := typ
	for range maxRoleChain {
		if IsStandardType(role) {
			break
		}
		next := m.d.Name(m.roleMap.Raw(role))
		if next == "" || next == typ {
			break
		}
		role = next
	}
	m.roles[typ] = role
	return role
}

// IsStandardType reports whether typ is a standard structure type of PDF 1.7 or 2.0 (clause
// 14.8.4). Writers use those of 2.0 without naming the namespace.
func IsStandardType(typ Name) bool {
	if len(typ) == 2 && typ[0] == 'H' && typ[1] >= '1' && typ[1] <= '9' {
		return true
	}
	_, found := slices.BinarySearch(standardTypes[:], typ)
	return found
}

// standardTypes are in ascending order. H1 and so on are recognised by their form.
var standardTypes = [...]Name{
	"Annot", "Art", "Artifact", "Aside", "BibEntry", "BlockQuote", "Caption", "Code", "Div",
	"Document", "DocumentFragment", "Em", "FENote", "Figure", "Form", "Formula", "H", "Index", "L",
	"LBody", "LI", "Lbl", "Link", "NonStruct", "Note", "P", "Part", "Private", "Quote", "RB", "RP",
	"RT", "Reference", "Ruby", "Sect", "Span", "Strong", "Sub", "TBody", "TD", "TFoot", "TH",
	"THead", "TOC", "TOCI", "TR", "Table", "Title", "WP", "WT", "Warichu",
}

package semantic

// Structure is the logical structure that a tagged document brings along (ISO 32000-2
// clause 14.7). The maker of a Source copies what the file says, right or wrong. infer.Build
// judges it by the pages.
//
//	Elements                      Kids
//	0 Document  kid 0             0 element 1
//	1 Sect      kids 1, 2         1 element 2
//	2 H1        kid 3             2 element 3
//	3 P         kids 4, 5         3 page 1, MCID 0
//	                              4 page 1, MCID 1
//	                              5 page 2, MCID 0
type Structure struct {
	// Elements are the elements of the tree, depth first: an element stands before all
	// elements inside it, and those stand before its next sibling.
	Elements []Element
	// Kids are what the elements hold. Each element has a range of this slice.
	Kids []Kid
	// Marked and Suspects are what the document says about its own tagging (clause 14.7.1).
	Marked, Suspects bool
}

// Element is one structure element.
type Element struct {
	// Role is the standard structure type that the role maps lead to: "H1", "Table". In
	// the namespaces of MathML and HTML it is the name of the element there. If the maps
	// lead to none of these, it is the last type of their chain.
	Role string
	Type string // as written
	Space
	Parent             int32 // Structure.Elements; -1 at the top
	FirstKid, KidCount int32 // Structure.Kids
	Object             int32 // number of the PDF object of the element, to which others refer; 0: none
	*Properties              // nil: none, as for most elements
}

// Space is the vocabulary that Element.Role belongs to (clause 14.8.6).
type Space uint8

const (
	StandardSpace Space = iota // PDF 1.7 and 2.0
	MathMLSpace
	HTMLSpace
	UnknownSpace // none of these: the role maps do not lead to a type that is known
)

// Properties are what some elements say beside their kids (clauses 14.7.5 and 14.9).
type Properties struct {
	ID            string // unique if the document is sound
	Lang          string // BCP 47; "und": the document says that it is unknown; "": it says nothing
	Alt           string
	ActualText    string
	HasActualText bool   // ActualText was given, perhaps empty
	Expansion     string // of an abbreviation
	// Attributes are in order of precedence: of two with one owner and key the first counts.
	Attributes []Attribute
	Refs       []int32 // objects of the elements that Ref names
	Files      []AssociatedFile
}

// AssociatedFile is a file that replaces the content of an element, or supplements it
// (clause 14.13). A Source needs only files that can be part of the output: MathML, and
// pictures of figures in formats that browsers show.
type AssociatedFile struct {
	Relationship  string // "Alternative" or "Supplement"
	MediaType     string // "application/mathml+xml", "image/png"
	Data          string
	Width, Height float32 // of a picture, points
}

// Attribute is one attribute of an element (clause 14.7.6). Values holds names and strings
// as they are and numbers in decimal; an array gives several values.
type Attribute struct {
	Owner, Key string // "Table", "ColSpan"
	Values     []string
}

// Kid is one of three: an element, marked content, or an object of a page.
type Kid struct {
	Element int32 // Structure.Elements; -1: not an element
	Page    int32 // number of the page of the content or object; 0: unknown; negative: no page of the document
	MCID    int32 // of marked content; -1: none
	Owner   int32 // as layout.Mark.Owner has it
	Object  int32 // number of an annotation or XObject; 0: none
}

// KidsOf returns the kids of element e.
func (s *Structure) KidsOf(e *Element) []Kid { return s.Kids[e.FirstKid : e.FirstKid+e.KidCount] }

// Attribute returns the first value of an attribute, or "" when e does not have it.
func (e *Element) Attribute(owner, key string) string {
	if values := e.AttributeValues(owner, key); len(values) > 0 {
		return values[0]
	}
	return ""
}

// AttributeValues returns the values of an attribute, or nil when e does not have it.
func (e *Element) AttributeValues(owner, key string) []string {
	if e.Properties == nil {
		return nil
	}
	for i := range e.Attributes {
		if a := &e.Attributes[i]; a.Owner == owner && a.Key == key {
			return a.Values
		}
	}
	return nil
}

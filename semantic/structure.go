package semantic

// Structure is the logical structure that a tagged document brings along
// (ISO 32000-2 clause 14.7). Who makes a Source fills it with what the file says, right or
// wrong: infer.Build judges it by the pages.
//
//	Elements                      Kids
//	0 Document  kid 0             0 element 1
//	1 Sect      kids 1, 2         1 element 2
//	2 H1        kid 3             2 element 3
//	3 P         kids 4, 5         3 page 1, MCID 0
//	                              4 page 1, MCID 1
//	                              5 page 2, MCID 0
type Structure struct {
	// Elements are those of the tree, depth first: a parent stands before what is in it,
	// and all of that before the next element.
	Elements []Element
	// Kids is what elements hold. Each element has a range of it.
	Kids []Kid
	// Marked and Suspects are what the document says of its own tagging (clause 14.7.1).
	Marked, Suspects bool
}

// Element is one structure element.
type Element struct {
	// Role is the standard structure type that the role maps lead to: "H1", "Table". In
	// the spaces of MathML and HTML it is the name of the element there. If the maps lead
	// to none of these it is the last type of their chain.
	Role string
	Type string // as written
	Space
	Parent             int32 // Structure.Elements; -1 at the top
	FirstKid, KidCount int32 // Structure.Kids
	Object             int32 // number of its object, to which others refer; 0: none
	*Properties              // nil for the many that have none
}

// Space says which vocabulary Element.Role is of (clause 14.8.6).
type Space uint8

const (
	StandardSpace Space = iota // PDF 1.7 and 2.0, and what no map leads to them
	MathMLSpace
	HTMLSpace
)

// Properties are what some elements have beside their kids (clauses 14.7.5 and 14.9).
type Properties struct {
	ID            string // unique if the document is sound
	Lang          string // BCP 47, "und" when given as unknown; "" says nothing
	Alt           string
	ActualText    string
	HasActualText bool   // ActualText was given, perhaps empty
	Expansion     string // of an abbreviation
	// Attributes are in the order in which they count: of two with one owner and key the first.
	Attributes []Attribute
	Refs       []int32 // objects of the elements that Ref names
	Files      []AssociatedFile
}

// AssociatedFile is a file that stands for the content of an element, or beside it
// (clause 14.13). Only files that can be part of the output are worth filling in:
// MathML, and pictures of figures as browsers may show them.
type AssociatedFile struct {
	Relationship  string // "Alternative" or "Supplement"
	MediaType     string // "application/mathml+xml", "image/png"
	Data          string
	Width, Height float32 // of a picture, points
}

// Attribute is one attribute of an element (clause 14.7.6). Names and strings stand
// in Values as they are, numbers in decimal; an array gives several.
type Attribute struct {
	Owner, Key string // "Table", "ColSpan"
	Values     []string
}

// Kid is one of: an element, marked content, an object of a page.
type Kid struct {
	Element int32 // Structure.Elements; -1: not an element
	Page    int32 // number of the page of content or object; 0: unknown, below: not of the document
	MCID    int32 // of marked content; -1: none
	Owner   int32 // as layout.Mark.Owner has it
	Object  int32 // number of an annotation or XObject; 0: none
}

// KidsOf are the kids of element e.
func (s *Structure) KidsOf(e *Element) []Kid { return s.Kids[e.FirstKid : e.FirstKid+e.KidCount] }

// Attribute is the first value of an attribute, "" when e has none.
func (e *Element) Attribute(owner, key string) string {
	if values := e.AttributeValues(owner, key); len(values) > 0 {
		return values[0]
	}
	return ""
}

// AttributeValues are the values of an attribute; nil when e has none.
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

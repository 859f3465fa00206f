package semantic

// Role says what a node is. The first roles are named as the standard structure types of
// ISO 32000-2 clause 14.8.4. The last ones are roles that HTML has and PDF has not.
type Role uint8

const (
	DocumentRole Role = iota // Document: the root
	Part                     // Part
	Sect                     // Sect
	Div                      // Div
	Art                      // Art
	Aside                    // Aside
	BlockQuote               // BlockQuote
	TOC                      // TOC: a list of contents
	TOCI                     // TOCI: one entry of it
	H                        // H1 to H6: Node.Level says which
	P                        // P
	L                        // L: list
	LI                       // LI: list item
	Lbl                      // Lbl: label of a list item, note or caption
	LBody                    // LBody: body of a list item
	Table                    // Table
	THead                    // THead
	TBody                    // TBody
	TFoot                    // TFoot
	TR                       // TR
	TH                       // TH
	TD                       // TD
	Caption                  // Caption
	Figure                   // Figure
	Formula                  // Formula
	Form                     // Form: one form control: Attr.Field, with an Attr.ID
	FENote                   // FENote: footnote or endnote
	Code                     // Code as a block: line ends and indents kept
	Title                    // Title of the document
	Span                     // Span: a leaf of text
	Link                     // Link
	Reference                // Reference to a note or another place
	Quote                    // Quote inside a line
	Em                       // Em
	Strong                   // Strong
	Sub                      // Sub
	Artifact                 // Artifact: page furniture, not content; Document says where it stands
	PageBreak                // where a page begins: Node.Page, Node.Label
	LineBreak                // a line end that matters
	Ruby                     // Ruby, with RB, RT and RP children
	RB                       // RB: the text that is explained
	RT                       // RT: what is said above or beside it
	RP                       // RP: brackets around RT for readers that cannot show it above RB
	Label                    // text in a line that names a form control: PDF has Lbl for it
	FormGroup                // controls that belong together; a Caption before them or Attr.Alt names the group
	roleCount
)

var roleNames = [roleCount]string{
	"Document", "Part", "Sect", "Div", "Art", "Aside", "BlockQuote", "TOC", "TOCI", "H", "P",
	"L", "LI", "Lbl", "LBody", "Table", "THead", "TBody", "TFoot", "TR", "TH", "TD", "Caption",
	"Figure", "Formula", "Form", "FENote", "Code", "Title", "Span", "Link", "Reference", "Quote",
	"Em", "Strong", "Sub", "Artifact", "PageBreak", "LineBreak", "Ruby", "RB", "RT",
	"RP", "Label", "FormGroup",
}

// String returns the name of the structure type.
func (r Role) String() string {
	if r < roleCount {
		return roleNames[r]
	}
	return "Role?"
}

// MarshalText writes the name, for dumps.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Inline reports whether nodes of this role stand inside a line of text.
func (r Role) Inline() bool {
	switch r {
	case Span, Link, Reference, Quote, Em, Strong, Sub, LineBreak, Ruby, RB, RT, RP, Form, Label:
		return true
	}
	return false
}

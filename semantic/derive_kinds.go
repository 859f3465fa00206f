package semantic

import "strconv"

// tagKind is what derivation does with an element.
type tagKind uint8

const (
	groupTag    tagKind = iota // holds blocks and stays no node of its own: Sect, Div, what nobody knows
	clearTag                   // NonStruct: as if its kids stood in its place
	hiddenTag                  // Private, Artifact: nothing of it is output
	holderTag                  // holds blocks and stays: Art, Aside, BlockQuote, Index
	textTag                    // a block of text: P, H, Title, BibEntry
	listTag                    // L
	itemTag                    // LI
	labelTag                   // Lbl
	bodyTag                    // LBody
	tableTag                   // Table
	rowsTag                    // THead, TBody, TFoot
	rowTag                     // TR
	cellTag                    // TH, TD
	captionTag                 // Caption
	figureTag                  // Figure
	formulaTag                 // Formula, and math without one
	formTag                    // Form
	contentsTag                // TOC
	entryTag                   // TOCI
	noteTag                    // Note, FENote
	codeTag                    // Code: a block or inside a line
	inlineTag                  // stands inside a line: Span, Em, Link
)

// tagType is what a standard structure type is for us.
type tagType struct {
	kind tagKind
	role Role
}

// privateType is the type of what concerns nobody but the program that wrote it.
const privateType = "Private"

// tagTypes are the standard structure types of PDF 1.7 and 2.0 (clause 14.8.4).
// Whatever else there is holds blocks.
var tagTypes = map[string]tagType{
	"Document": {groupTag, Div}, "DocumentFragment": {groupTag, Div}, "Part": {groupTag, Part}, "Sect": {groupTag, Sect}, "Div": {groupTag, Div},
	"NonStruct": {clearTag, Div}, privateType: {hiddenTag, Artifact}, "Artifact": {hiddenTag, Artifact},
	"Art": {holderTag, Art}, "Aside": {holderTag, Aside}, "BlockQuote": {holderTag, BlockQuote}, "Index": {holderTag, Sect},
	"P": {textTag, P}, "H": {textTag, H}, "Title": {textTag, Title}, "BibEntry": {textTag, P},
	"L": {listTag, L}, "LI": {itemTag, LI}, "Lbl": {labelTag, Lbl}, "LBody": {bodyTag, LBody},
	"Table": {tableTag, Table}, "THead": {rowsTag, THead}, "TBody": {rowsTag, TBody}, "TFoot": {rowsTag, TFoot}, "TR": {rowTag, TR}, "TH": {cellTag, TH}, "TD": {cellTag, TD},
	"Caption": {captionTag, Caption}, "Figure": {figureTag, Figure}, "Formula": {formulaTag, Formula}, "Form": {formTag, Form},
	"TOC": {contentsTag, TOC}, "TOCI": {entryTag, TOCI}, "Note": {noteTag, FENote}, "FENote": {noteTag, FENote},
	"Code": {codeTag, Code}, "Span": {inlineTag, Span}, "Em": {inlineTag, Em}, "Strong": {inlineTag, Strong}, "Quote": {inlineTag, Quote}, "Sub": {inlineTag, Sub},
	"Link": {inlineTag, Link}, "Reference": {inlineTag, Reference}, "Annot": {inlineTag, Span},
	"Ruby": {inlineTag, Ruby}, "RB": {inlineTag, RB}, "RT": {inlineTag, RT}, "RP": {inlineTag, RP},
	"Warichu": {inlineTag, Span}, "WT": {inlineTag, Span}, "WP": {inlineTag, Span},
}

// htmlTypes are the elements of HTML that have a structure type. Those that have
// none hold blocks: only their text is of use.
var htmlTypes = map[string]string{
	"p": "P", "h1": "H1", "h2": "H2", "h3": "H3", "h4": "H4", "h5": "H5", "h6": "H6", "ul": "L", "ol": "L", "dl": "L", "li": "LI", "dt": "Lbl", "dd": "LBody",
	"table": "Table", "thead": "THead", "tbody": "TBody", "tfoot": "TFoot", "tr": "TR", "th": "TH", "td": "TD", "caption": "Caption", "figcaption": "Caption",
	"figure": "Figure", "img": "Figure", "math": "Formula", "article": "Art", "aside": "Aside", "section": "Sect", "blockquote": "BlockQuote",
	"q": "Quote", "code": "Code", "pre": "Code", "em": "Em", "i": "Em", "strong": "Strong", "b": "Strong", "a": "Link", "span": "Span", "abbr": "Span",
	"ruby": "Ruby", "rb": "RB", "rt": "RT", "rp": "RP",
}

// tagTypeOf is what e is for us; level is that of a heading with a number, else 0.
func tagTypeOf(e *Element) (t tagType, level uint8) {
	role := e.Role
	switch e.Space {
	case MathMLSpace:
		if role == "math" {
			return tagType{formulaTag, Formula}, 0
		}
		return tagType{inlineTag, Span}, 0
	case HTMLSpace:
		role = htmlTypes[role]
	}
	if t, ok := tagTypes[role]; ok {
		return t, 0
	}
	if len(role) > 1 && role[0] == 'H' {
		if n, err := strconv.Atoi(role[1:]); err == nil && n > 0 {
			return tagType{textTag, H}, uint8(min(n, deepestHeading))
		}
	}
	return tagType{groupTag, Div}, 0
}

// deepestHeading is the deepest level that is told apart. PDF 2.0 has no limit;
// none seen goes beyond 9.
const deepestHeading = 99

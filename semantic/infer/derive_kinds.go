package infer

import (
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// tagKind is what derivation does with an element.
type tagKind uint8

const (
	groupTag    tagKind = iota // holds blocks and gets no node of its own: Sect, Div, unknown types
	clearTag                   // NonStruct: its kids stand in its place
	hiddenTag                  // Private, Artifact: nothing of it is output
	holderTag                  // holds blocks and gets a node: Art, Aside, BlockQuote, Index
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

// tagType is what a standard structure type means for derivation.
type tagType struct {
	kind tagKind
	role semantic.Role
}

// privateType is the type of private data of the program that wrote the file.
const privateType = "Private"

// tagTypes are the standard structure types of PDF 1.7 and 2.0 (clause 14.8.4).
// All other types hold blocks.
var tagTypes = map[string]tagType{
	"Document": {groupTag, semantic.Div}, "DocumentFragment": {groupTag, semantic.Div}, "Part": {groupTag, semantic.Part}, "Sect": {groupTag, semantic.Sect}, "Div": {groupTag, semantic.Div},
	"NonStruct": {clearTag, semantic.Div}, privateType: {hiddenTag, semantic.Artifact}, "Artifact": {hiddenTag, semantic.Artifact},
	"Art": {holderTag, semantic.Art}, "Aside": {holderTag, semantic.Aside}, "BlockQuote": {holderTag, semantic.BlockQuote}, "Index": {holderTag, semantic.Sect},
	"P": {textTag, semantic.P}, "H": {textTag, semantic.H}, "Title": {textTag, semantic.Title}, "BibEntry": {textTag, semantic.P},
	"L": {listTag, semantic.L}, "LI": {itemTag, semantic.LI}, "Lbl": {labelTag, semantic.Lbl}, "LBody": {bodyTag, semantic.LBody},
	"Table": {tableTag, semantic.Table}, "THead": {rowsTag, semantic.THead}, "TBody": {rowsTag, semantic.TBody}, "TFoot": {rowsTag, semantic.TFoot}, "TR": {rowTag, semantic.TR}, "TH": {cellTag, semantic.TH}, "TD": {cellTag, semantic.TD},
	"Caption": {captionTag, semantic.Caption}, "Figure": {figureTag, semantic.Figure}, "Formula": {formulaTag, semantic.Formula}, "Form": {formTag, semantic.Form},
	"TOC": {contentsTag, semantic.TOC}, "TOCI": {entryTag, semantic.TOCI}, "Note": {noteTag, semantic.FENote}, "FENote": {noteTag, semantic.FENote},
	"Code": {codeTag, semantic.Code}, "Span": {inlineTag, semantic.Span}, "Em": {inlineTag, semantic.Em}, "Strong": {inlineTag, semantic.Strong}, "Quote": {inlineTag, semantic.Quote}, "Sub": {inlineTag, semantic.Sub},
	"Link": {inlineTag, semantic.Link}, "Reference": {inlineTag, semantic.Reference}, "Annot": {inlineTag, semantic.Span},
	"Ruby": {inlineTag, semantic.Ruby}, "RB": {inlineTag, semantic.RB}, "RT": {inlineTag, semantic.RT}, "RP": {inlineTag, semantic.RP},
	"Warichu": {inlineTag, semantic.Span}, "WT": {inlineTag, semantic.Span}, "WP": {inlineTag, semantic.Span},
}

// htmlTypes gives the structure type for elements of HTML. Elements without one
// hold blocks: only their text is used.
var htmlTypes = map[string]string{
	"p": "P", "h1": "H1", "h2": "H2", "h3": "H3", "h4": "H4", "h5": "H5", "h6": "H6", "ul": "L", "ol": "L", "dl": "L", "li": "LI", "dt": "Lbl", "dd": "LBody",
	"table": "Table", "thead": "THead", "tbody": "TBody", "tfoot": "TFoot", "tr": "TR", "th": "TH", "td": "TD", "caption": "Caption", "figcaption": "Caption",
	"figure": "Figure", "img": "Figure", "math": "Formula", "article": "Art", "aside": "Aside", "section": "Sect", "blockquote": "BlockQuote",
	"q": "Quote", "code": "Code", "pre": "Code", "em": "Em", "i": "Em", "strong": "Strong", "b": "Strong", "a": "Link", "span": "Span", "abbr": "Span",
	"ruby": "Ruby", "rb": "RB", "rt": "RT", "rp": "RP",
}

// tagTypeOf returns what e means for derivation. level is the number in the type of a heading, or 0.
func tagTypeOf(e *semantic.Element) (t tagType, level uint8) {
	role := e.Role
	switch e.Space {
	case semantic.MathMLSpace:
		if role == "math" {
			return tagType{formulaTag, semantic.Formula}, 0
		}
		return tagType{inlineTag, semantic.Span}, 0
	case semantic.HTMLSpace:
		role = htmlTypes[role]
	}
	if t, ok := tagTypes[role]; ok {
		return t, 0
	}
	if len(role) > 1 && role[0] == 'H' {
		if n, err := strconv.Atoi(role[1:]); err == nil && n > 0 {
			return tagType{textTag, semantic.H}, uint8(min(n, deepestHeading))
		}
	}
	return tagType{groupTag, semantic.Div}, 0
}

// deepestHeading is the deepest level that counts as a level of its own. PDF 2.0 has no limit;
// none seen goes beyond 9.
const deepestHeading = 99

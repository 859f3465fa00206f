// Package semantic decides what the parts of a document are: headings,
// paragraphs, lists, tables, figures, notes.
//
// Build reads the pages of a whole document, since a heading is a heading only
// in comparison with the rest, and gives a tree of nodes whose roles are named
// as the standard structure types of PDF (ISO 32000-2 clause 14.8.4). An ordered
// list of rules claims nodes, each claim with a weight and a reason, which stay
// on the node as its evidence.
//
// Experimental: names and fields still move.
package semantic

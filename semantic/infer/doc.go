// Package infer decides what the parts of a document are: headings, paragraphs,
// lists, tables, figures, notes.
//
// Build reads the pages of a whole document, since a heading is a heading only in
// comparison with the rest. It works in three steps:
//
//	newDraft    cuts the blocks of each page into parts. If the document has a structure
//	            tree, newDraft judges it; if the tree is good, the parts are cut as the
//	            tree has them (derive_*.go).
//	rules       claim parts for a role, one after the other (the list in build.go, one
//	            rule in each rule_*.go). A claim has a weight and a reason. A heavier claim
//	            wins, and all claims stay as evidence.
//	document    makes the tree of nodes (tree.go, builder_*.go, inline*.go)
//
// A threshold stands with its reason in the file that decides by it. Those that several
// files share stand in tuning.go.
//
// Experimental: names and fields still move.
package infer

// Package infer decides what the parts of a document are: headings, paragraphs,
// lists, tables, figures, notes.
//
// Build reads the pages of a whole document, since a heading is a heading only in
// comparison with the rest. It works in three steps:
//
//	newDraft    cuts the blocks of each page into parts; a structure tree is judged, and
//	            the pages are cut as it has them if it is good (derive_*.go)
//	rules       claim parts for a role, one after the other (the list in build.go, one
//	            rule in each rule_*.go); a claim has a weight and a reason, a heavier one
//	            wins, and all stay as evidence
//	document    makes the tree of nodes (tree.go, builder_*.go, inline*.go)
//
// Thresholds stand in tuning.go, each with its reason.
//
// Experimental: names and fields still move.
package infer

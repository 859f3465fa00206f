// Package semantic has the nouns for what a document is: its parts and their roles.
//
// A Document is a tree of Nodes whose roles are named as the standard structure types
// of PDF (ISO 32000-2 clause 14.8.4). Each node keeps as Evidence what was said for
// its role. Structure is the tree that a tagged document brings along itself, and
// Source is all of a file that a Document is made from.
//
//	Document
//	  H  level 1         "On foxes"
//	  P                  "They eat hens" Reference (2) "."
//	  L
//	    LI
//	      LBody          "by day"
//	  FENote             "(2) Berg 2004."
//	  Artifact           page furniture, behind all that is read
//
// This package decides nothing: infer.Build makes a Document of a Source.
//
// Experimental: names and fields still move.
package semantic

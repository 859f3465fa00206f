// Package semantic has the nouns for what a document is: its parts and their roles.
//
// A Document is a tree of Nodes. Their roles are named as the standard structure types of
// PDF (ISO 32000-2 clause 14.8.4). Each node keeps what rules said about its role as
// Evidence. Structure is the tree that a tagged document brings along. Source is all that a
// Document is made from.
//
//	Document
//	  H  level 1         "On foxes"
//	  P                  "They eat hens" Reference (2) "."
//	  L
//	    LI
//	      LBody          "by day"
//	  FENote             "(2) Berg 2004."
//	  Artifact           page furniture: running heads and feet, after all content
//
// This package decides nothing: infer.Build makes a Document from a Source.
//
// Experimental: names and fields still move.
package semantic

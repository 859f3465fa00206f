// Package dom is the tree of an HTML document: its elements, their attributes and texts,
// and where they stand in the source.
//
// Read makes the tree that the HTML standard gives. A regular document, as converters of
// this module write them, is scanned once without copying anything; any other is left to
// golang.org/x/net/html and brought into the same form. An element takes 28 bytes; its
// attributes and texts are decoded when they are asked for.
//
//	<p id="a">One <em>two</em></p>     Node 3: TagP, HasID, Next 5
//	          ----^-----------         Node 4: TagEm, Parent 3
//
// The package knows nothing of styles and roles. It bounds the depth of elements
// (MaxDepth) and their number (Read).
package dom

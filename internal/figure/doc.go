// Package figure makes the file that shows a figure: one picture as the page shows it,
// whatever it is made of.
//
// An image that stands upright and whole is passed on as package imaging gives it. One
// that is turned or mirrored on the page is turned, one that a clip crops is cut, and
// images that a producer cut a picture into are put together again. Drawings and images
// that are one figure become one SVG document, each where the page has it. What a clip
// hides does not get out: it may have been hidden for a reason.
package figure

// Package pdfua checks a PDF document against PDF/UA-1 (ISO 14289-1:2014), as far
// as a machine can: what stands in the catalog and its metadata, the structure
// tree, annotations and form fields, and, page by page, marked content, fonts,
// their mapping to Unicode and what embedded programs have for the codes shown.
//
// Rules carry the number of their clause and of a test in it, as the validation
// profile of veraPDF counts them ("7.1-t09"), and the failure condition of the
// Matterhorn Protocol 1.1 that they decide ("06-003"). Many rules refine the
// standard structure types of ISO 32000-1 clause 14.8.4.
//
// A rule is violated, passed, or inapplicable when the document has nothing that
// it speaks about. That all rules pass does not make a document accessible: that
// the alternative of a picture says what the picture says is for a person to judge.
package pdfua

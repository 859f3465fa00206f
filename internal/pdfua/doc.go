// Package pdfua checks a PDF document against PDF/UA-1 (ISO 14289-1:2014), as far as a machine can.
// It checks the catalog and its metadata, the structure tree, annotations and form fields. Page by
// page it checks marked content, fonts, their mapping to Unicode, and the glyphs of embedded
// programs for the codes that are shown.
//
// A rule has the number of its clause and of a test in it, as in the validation profile of veraPDF
// ("7.1-t09"), and the failure condition of the Matterhorn Protocol 1.1 that it decides ("06-003").
// Many rules refine the standard structure types of ISO 32000-1 clause 14.8.4.
//
// A rule is violated, passed, or inapplicable because the document has nothing to which it applies.
// A document that passes all rules need not be accessible: only a person can judge whether the
// alternative text of a picture says what the picture shows.
package pdfua

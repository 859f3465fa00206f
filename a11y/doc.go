// Package a11y checks the accessibility of HTML documents without a browser.
//
// Check reads the bytes of one document and reports, rule by rule, what breaks
// the success criteria of WCAG 2.2, what a person has to look at, what holds and
// what does not apply. Rules bear the ids of axe-core where axe has the rule and
// name the W3C ACT rules (https://act-rules.github.io) that they implement.
// Names and roles are computed by the standards: accname-1.2, HTML-AAM, WAI-ARIA 1.2.
//
// The package loads nothing: no images, frames or scripts, and style sheets only
// as Options.Stylesheet gives them. What depends on more than the bytes is
// reported as incomplete, never as a violation. A report without violations does
// not say that a document is accessible; Report.Manual lists what no program can decide.
package a11y

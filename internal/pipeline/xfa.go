package pipeline

import (
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// warnXFA warns of a form that is described in XML only (ISO 32000-1 clause 12.7.8). Its pages only tell the
// reader that his viewer cannot show the form, and have no controls.
func warnXFA(doc *pdf.Document, pages []*layout.Page, warn *warnings) {
	for _, p := range pages {
		if p != nil && len(p.Fields) > 0 {
			return
		}
	}
	if form := doc.Form(); form != nil && form.XFA && !hasWidgets(form.Fields) {
		warn.add(layout.Warning{Code: "xfa_form", Detail: "the form is described in XML only (XFA), which is not read"})
	}
}

// hasWidgets reports whether any of the fields has a place on a page. Package pdf bounds the depth of the fields.
func hasWidgets(fields []*pdf.Field) bool {
	for _, f := range fields {
		if len(f.Widgets) > 0 || hasWidgets(f.Kids) {
			return true
		}
	}
	return false
}

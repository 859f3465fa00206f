package cli

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/pagelift/pagelift/a11y"
)

// pdfWithin is where in a file its PDF header has to stand (ISO 32000-1 Annex H.3
// note 13).
const pdfWithin = 1024

// isPDF reports whether a PDF document begins here, of which nothing is consumed.
func isPDF(r *bufio.Reader) bool {
	start, _ := r.Peek(pdfWithin) // of a shorter file, all there is
	return bytes.Contains(start, []byte("%PDF-"))
}

// placeOf says where a finding is: by line, page and selector, as far as it has
// them.
func placeOf(n *a11y.Node) string {
	place := ""
	if n.Line > 0 {
		place = fmt.Sprintf("%d:%d ", n.Line, n.Column)
	}
	if n.Page > 0 {
		place += fmt.Sprintf("(page %d) ", n.Page)
	}
	return place + n.Target
}

package cli

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/pagelift/pagelift/a11y"
)

// pdfWithin is the number of bytes in which a file must have its PDF header (ISO 32000-1 Annex H.3 note 13).
const pdfWithin = 1024

// isPDF reports whether a PDF document begins here. It consumes nothing.
func isPDF(r *bufio.Reader) bool {
	start, _ := r.Peek(pdfWithin) // a shorter file is returned whole
	return bytes.Contains(start, []byte("%PDF-"))
}

// placeOf returns where a finding is: line, page and selector, as far as it has them.
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

package font

import "github.com/pagelift/pagelift/internal/pdf"

// Load reads one font by a Loader of its own.
func Load(doc *pdf.Document, dict pdf.Dict) *Font { return NewLoader(doc).Load(dict) }

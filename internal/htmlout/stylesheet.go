package htmlout

import _ "embed"

// stylesheet makes the output pleasant to read: on a screen in light and dark,
// on a phone, on paper. It fetches nothing.
//
//go:embed style.css
var stylesheet string

// compactStylesheet is what the minifier makes of it, once and not in each
// process: go test -update writes the file.
//
//go:embed style.min.css
var compactStylesheet string

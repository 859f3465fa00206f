package pdf

import "errors"

// The errors of Open. They are wrapped together with details.
var (
	ErrNotPDF     = errors.New("not a PDF file")
	ErrInvalid    = errors.New("document cannot be read")
	ErrPassword   = errors.New("password required")
	ErrPageLimit  = errors.New("too many pages")
	ErrEncryption = errors.New("unsupported encryption")
	ErrLimit      = errors.New("resource limit exceeded")
)

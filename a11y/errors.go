package a11y

import "fmt"

// Code is a stable name of a failure of Check. It is itself an error, so that
// errors.Is(err, a11y.TooLarge) works.
type Code string

const (
	// TooLarge: the document has more bytes than Options.MaxBytes.
	TooLarge Code = "document_too_large"
	// TooManyElements: the document has more elements than Options.MaxElements.
	TooManyElements Code = "too_many_elements"
	// TooDeep: elements are nested deeper than 512, the bound of the HTML parser.
	TooDeep Code = "nested_too_deep"
	// Unreadable: the HTML parser gave up on the document.
	Unreadable Code = "unreadable_html"
	// UnknownRule: Options.Rules names a rule that does not exist.
	UnknownRule Code = "unknown_rule"
)

// Error makes the code an error of its own.
func (c Code) Error() string { return string(c) }

// Error is every failure of Check that is not the context's.
type Error struct {
	Code   Code
	Detail string // what was found, without words of the document; may be empty
}

// Error says what failed, with the code.
func (e *Error) Error() string {
	if e.Detail == "" {
		return "a11y: " + string(e.Code)
	}
	return fmt.Sprintf("a11y: %s: %s", e.Code, e.Detail)
}

// Is reports whether target is the code of e.
func (e *Error) Is(target error) bool { c, ok := target.(Code); return ok && c == e.Code }

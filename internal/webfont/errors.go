package webfont

// Code is a stable name of a failure. It is itself an error, so that
// errors.Is(err, webfont.NoProgram) works.
type Code string

const (
	// NoProgram means that the document has no program of the font, or none that can be read.
	NoProgram Code = "no_font_program"
	// NothingShown means that no character code is known to be shown.
	NothingShown Code = "nothing_shown"
	// TooManyGlyphs means that there are more glyphs and parts of glyphs than a font can number.
	TooManyGlyphs Code = "too_many_glyphs"
)

func (c Code) Error() string { return string(c) }

// Error is every failure of this package except for that of the context.
type Error struct {
	Code Code
	Face int // index into the faces; -1: all of them
}

func (e *Error) Error() string { return "webfont: " + string(e.Code) }

// Is reports whether target is the code of e.
func (e *Error) Is(target error) bool { return target == e.Code }

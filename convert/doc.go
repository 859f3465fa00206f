// Package convert turns a PDF document into semantic, accessible HTML.
//
// Convert reads a document and returns its HTML, stylesheet, assets, metadata and
// warnings. Result writes them as one self-contained file, as a zip archive or as
// a file system, and in other forms where Options.Formats asks for them.
//
// # Options
//
// DefaultOptions is what most callers want. The zero value is valid: every switch
// is off, every bound at its default. The fields of Options answer these questions:
//
//   - What is written: SemanticHTML, ExtractImages, Minify and KeepFurniture (on in
//     DefaultOptions), KeepUnseen and PreserveFormatting (off), and how: Math (MathML).
//   - In which other forms: Formats (none), and how: FormatOptions.
//   - What is checked: AccessibilityCheck (on in DefaultOptions).
//   - Are pictures of text read: OCREnabled (off), with OCRImages, OCRLanguages and
//     OCREngine. OCRImages without OCREnabled is an InvalidOption; the other two are
//     not used without it.
//   - How the document is opened, and what of it is converted: Password, Pages.
//   - What is known beside it: Language and Name, used where the document says
//     nothing itself.
//   - What it may cost: MaxPages (50,000), MaxBytes (1 GiB), Workers (GOMAXPROCS).
//   - Who watches: Progress, Trace.
//   - What is kept for later calls: CacheDir (nothing).
//
// An option that means nothing, such as a negative bound, is an InvalidOption before
// anything is read.
//
// # Failures
//
// Damage in the document is survived and reported as warnings; what cannot be
// survived is an *Error with a stable Code; the end of the context is returned as
// it is. There is a result or an error, never both. The same input and options
// give the same bytes, whatever the number of workers; with OCREnabled that holds
// as far as the engine reads the same picture the same way.
//
// The document is taken as hostile: nothing it holds makes Convert panic, run
// without bound, or write script into the HTML. Calls share nothing that a document
// can change, and may be made by several goroutines at once. Convert writes nothing
// but a temporary file for large inputs, which is gone when it returns, and CacheDir
// where it is given. It starts no program but tesseract, and that only with
// OCREnabled and without an OCREngine.
package convert

// Package convert turns a PDF document into semantic, accessible HTML.
//
// Convert reads a document and returns its HTML, style sheet, assets, metadata and warnings. The methods of Result
// write them as one self-contained file, as a zip archive or as a file system, and in the other forms that
// Options.Formats names.
//
// # Options
//
// DefaultOptions is what most callers want. The zero value is valid: all switches are off, and all bounds have
// their defaults. The fields of Options answer these questions:
//
//   - What is written: SemanticHTML, ExtractImages, Minify and KeepFurniture (on in
//     DefaultOptions), KeepUnseen and PreserveFormatting (off), and how: Math (MathML).
//   - In which other forms: Formats (none), and how: FormatOptions.
//   - What is checked: AccessibilityCheck (on in DefaultOptions).
//   - Is text in pictures recognised: OCREnabled (off), with OCRImages, OCRLanguages and
//     OCREngine. OCRImages without OCREnabled is an InvalidOption; the other two are
//     ignored without it.
//   - How is the document opened, and what of it is converted: Password, Pages.
//   - What does the caller know: Language and Name, used if the document itself says
//     nothing.
//   - What it may cost: MaxPages (50,000), MaxBytes (1 GiB), Workers (GOMAXPROCS).
//   - What sees the work while it goes on: Progress, Trace.
//   - What is kept for later calls: CacheDir (nothing).
//
// An option without a meaning, such as a negative bound, is an InvalidOption. It is found before anything is read.
//
// # Failures
//
// Damage in the document becomes a warning. What makes the conversion impossible is an *Error with a stable Code.
// The error of an ended context is returned as it is. There is a result or an error, never both. The same input
// and options give the same bytes, with any number of workers. With OCREnabled that holds if the engine reads the
// same picture in the same way.
//
// The document is not trusted. Nothing in it makes Convert panic, run without bound, or write script into the
// HTML. Calls share nothing that a document can change, and several goroutines may call Convert at once. Convert
// writes no files except a temporary one for a large input, which is gone when it returns, and those in CacheDir
// if that is given. It starts no program except tesseract, and that only with OCREnabled and without an OCREngine.
package convert

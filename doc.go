// Package pagelift is the root of a module that turns PDF documents into semantic, accessible
// HTML. It holds nothing itself. What do you want to do?
//
//   - Convert a document in your program: [github.com/pagelift/pagelift/convert].
//     Convert returns HTML, style sheet, assets, metadata and warnings, and Result writes them as
//     one file, a folder or an archive.
//   - Keep the look of the pages: convert.Options.PreserveFormatting.
//   - Read scans: convert.Options.OCREnabled. The engine is the program tesseract
//     ([github.com/pagelift/pagelift/ocr/tesseract]) or one of your own
//     ([github.com/pagelift/pagelift/ocr]).
//   - Check the accessibility of HTML, whoever made it: [github.com/pagelift/pagelift/a11y].
//     convert.CheckPDF checks the PDF itself by the rules of PDF/UA-1.
//   - Have a service convert: [github.com/pagelift/pagelift/client]. It needs the standard library
//     only.
//   - Receive the notifications of a service: [github.com/pagelift/pagelift/webhook], and
//     [github.com/pagelift/pagelift/webhook/webhooktest] to test your endpoint.
//   - Run the service inside your program: [github.com/pagelift/pagelift/server], an http.Handler.
//   - Keep documents and results where you like: [github.com/pagelift/pagelift/storage], with S3 in
//     [github.com/pagelift/pagelift/storage/s3], Azure in [github.com/pagelift/pagelift/storage/azure],
//     and [github.com/pagelift/pagelift/storage/storagetest] to test a bucket of your own.
//   - Work with words, lines and blocks of pages, whatever painted them:
//     [github.com/pagelift/pagelift/layout] has the nouns,
//     [github.com/pagelift/pagelift/layout/analyze] finds them on a page.
//   - Work with headings, lists and tables, and ask why each became what it is:
//     [github.com/pagelift/pagelift/semantic] has the nouns,
//     [github.com/pagelift/pagelift/semantic/infer] decides.
//
// The program is [github.com/pagelift/pagelift/cmd/pagelift]; the programs of the folder examples
// show each of these at work. README.md begins with pictures, ARCHITECTURE.md says how it works
// inside.
package pagelift

//go:generate go run ./docs/benchmarks/gen
//go:generate go run ./docs/site/gen

package convert

import "github.com/pagelift/pagelift/layout"

// Warning is damage or a loss that did not stop the conversion: a stable code, a page (0: the whole document) and
// what happened. There is one for each code and page.
//
// These come from the conversion as a whole. Reading, fonts and layout have more:
//
//   - page_failed: the page could not be read and is empty
//   - page_pictured: the page gave no words or figures, or its text has no meaning: its picture is in the HTML
//   - page_lost: the same, but without a picture: ExtractImages is off, or the page could not be drawn
//   - text_inferred: a font does not say what its codes mean; the meaning was inferred from the words that they form
//   - structure_failed: the structure tree could not be read, and the document is read as if it had none
//   - xfa_form: the form is described in XML only (XFA); the pages say that it cannot be shown
//   - ocr_recommended: the page has no usable text, and why; OCREnabled is off
//   - recognised_text: text of the page was recognised in its picture, or in its images
//   - ocr_low_confidence: text was recognised, but the engine is not sure of it
//   - ocr_failed: the page could not be recognised and stays a picture, or text without meaning
//   - drawing_too_large: a drawing, or with PreserveFormatting a page, has too many parts for a vector picture and
//     could not be drawn as pixels either: only its place and text are kept
//   - formula_as_image: the meaning of a formula's glyphs is in doubt: the formula is shown as an image with its
//     text, or as its text without ExtractImages
//   - page_rastered: the graphics of the page have too many parts for vectors and are shown as an image
//     (PreserveFormatting)
//   - fonts_too_many: the document has more fonts than a facsimile may have; text in the other fonts is shown in
//     fonts of the reader
//   - font_substituted: text of the page is shown in a font of the reader, because the embedded font is broken
//     (PreserveFormatting)
//   - text_not_drawn: the text that no font can show is too much to be drawn; it can only be read out and copied
//     (PreserveFormatting)
//   - image_unsupported: an image could not be made a file, or an image file of the document cannot be shown; its
//     alternative, or what the page paints, stands in its place
//   - image_damaged: an image is broken, and its file shows what is left of it
//   - picture_described: a model wrote the alternative of a picture of the page; a person should look at it
//   - describe_failed: a picture of the page could not be described (Describer)
//   - describe_unsure: the describer is not sure, and its description is not used
//   - correction_missing: a correction for the page no longer finds its place (Corrections)
//   - accessibility_check_failed: the HTML could not be checked, and there is no report
//   - tag_order_overruled: the structure tree has the pages in the wrong order; its parts are sorted by page
//   - tag_table_overruled, tag_heading_overruled, tag_list_overruled, tag_figure_overruled: the page contradicts
//     the type that the document gives an element; the page is believed
//   - tag_text_overruled: an ActualText would hide visible words; the words are kept
//   - tag_artifact_overruled: running text is marked as page furniture; it is kept as text
//   - more_warnings: the list was cut
type Warning = layout.Warning

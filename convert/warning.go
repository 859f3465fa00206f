package convert

import "github.com/pagelift/pagelift/layout"

// Warning is damage or a loss that was survived: a stable code, a page (0: the
// whole document) and what happened. There is one for each code and page.
//
// These come from the conversion as a whole; reading, fonts and layout have more:
//
//   - page_failed: the page could not be read and is empty
//   - page_pictured: nothing of the page could be made words or figures, or its text says nothing: its picture stands in the HTML
//   - page_lost: the same, and its picture is not there either: ExtractImages is off, or it could not be drawn
//   - text_inferred: a font does not say what its codes mean; its text was read by the words that it makes
//   - structure_failed: the structure tree could not be read, and the document is read as if it had none
//   - xfa_form: the form is described in XML only (XFA); the pages say that it cannot be shown
//   - ocr_recommended: the page has no usable text, and why; OCREnabled is off
//   - recognised_text: text of the page was recognised in its picture, or in its images
//   - ocr_low_confidence: it was, and the engine is not sure of it
//   - ocr_failed: the page could not be recognised and stays what it is: a picture, or text that says nothing
//   - drawing_too_large: a drawing, or with PreserveFormatting a page, has too many parts for a vector picture and could not be drawn as pixels either: it has its place and text only
//   - formula_as_image: what the glyphs of a formula of the page mean is in doubt: it is shown as an image with its text, or as its text without ExtractImages
//   - page_rastered: the graphics of the page have too many parts for vectors and are shown as an image (PreserveFormatting)
//   - fonts_too_many: the document has more fonts than a facsimile may; text in the others is in those of the reader
//   - font_substituted: text of the page is in a font of the reader, since the embedded one is broken (PreserveFormatting)
//   - text_not_drawn: text that no font can show is too much to be drawn; it is there to be read out and copied only (PreserveFormatting)
//   - image_unsupported: an image could not be made a file, or one that the document has as a file cannot be shown; its alternative, or what the page paints, stands in its place
//   - image_damaged: an image is broken, and its file shows what is left of it
//   - picture_described: a model wrote the alternative of a picture of the page; a person should look at it
//   - describe_failed: a picture of the page could not be described (Describer)
//   - describe_unsure: the describer is not sure, and what it says is not used
//   - correction_missing: what a person has judged of the page no longer finds its place (Corrections)
//   - accessibility_check_failed: the HTML could not be checked, and there is no report
//   - tag_order_overruled: the structure tree comes to pages in the wrong order; its parts are sorted by page
//   - tag_table_overruled, tag_heading_overruled, tag_list_overruled, tag_figure_overruled: the page contradicts what the document calls an element, which is not believed
//   - tag_text_overruled: an ActualText would hide words that are to be seen; these are read
//   - tag_artifact_overruled: running text is marked as page furniture; it is read as text
//   - more_warnings: the list was cut
type Warning = layout.Warning

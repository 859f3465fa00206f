// Package recognise reads pages that are pictures. It decides which pages have no usable text (Judge),
// gets their pixels, has an engine recognise them, and adds the words to the content of the page as
// runs like any others. It replaces a text layer, the work of an earlier recognition, if its own
// reading is better (JudgeLayer). On other pages it reads the images that may hold text (Regions).
//
// The pixels come from the images of the page if the page has nothing else, and otherwise from a
// drawing of the page. A page that was scanned askew is straightened.
//
// The words of an engine are foreign input. Words outside of the picture, words without letters and
// words without a place are left out. An engine that panics costs one page.
package recognise

// Package scanimage prepares images of pages for text recognition, and finds the rules
// in them that tables are drawn with.
//
// [Prepare] does what was measured to help Tesseract and nothing where nothing is to
// be done: it straightens lines that are not level, evens out light, and enlarges small
// resolutions. It says where each pixel came from. [Prepared.Rulings] are horizontal and
// vertical lines for the table code.
//
// All work is done in a few passes over the pixels, some 10 ns each: 1 % of what
// recognition takes.
package scanimage

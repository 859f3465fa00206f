package ocr

import (
	"image"
	"iter"
	"unicode/utf8"
)

// Page is what an engine read in one image. All positions are in pixels of that image, with the origin at the top
// left and y down.
type Page struct {
	Width, Height int

	// Words are in reading order. The words of a line are in logical order: the first word that a reader says is
	// first, also where a line runs from right to left.
	Words []Word

	// Lines are in reading order and cover Words without a gap.
	Lines []Line

	// Pictures are the places where the engine saw a picture instead of text.
	Pictures []image.Rectangle

	// Turn is how far the page is turned clockwise: 0, 90, 180 or 270 degrees. The words of a page with Turn 180
	// are upside down in the image.
	Turn int

	// Script is the ISO 15924 code of the script that the engine found, such as "Latn". It is "" if the engine did
	// not look.
	Script string

	// Languages are the BCP 47 tags of the languages with which the engine read.
	Languages []string
}

// Word is a run of characters between white space. In scripts without white space between words it is what the
// engine takes for a word.
type Word struct {
	Text       string // UTF-8, in logical order
	Box        image.Rectangle
	Confidence float32 // from 0, a guess, to 1, certain
	Line       int32   // index in Page.Lines
}

// Line is one line of words.
type Line struct {
	First, Count int32 // in Page.Words
	Block        int32 // number of the block on the page, from 0
	Paragraph    int32 // number of the paragraph on the page, from 0
	Box          image.Rectangle
	Direction    Direction

	// Turn is the clockwise turn of the line in degrees: 0, 90, 180 or 270.
	Turn int16

	// Baseline is the y of the baseline at the left edge of Box. Slope is how much the baseline falls for each
	// pixel to the right. Only lines with Turn 0 have them. 0: unknown.
	Baseline float32
	Slope    float32

	// XHeight, Ascender and Descender are the heights of x, of what rises above it and of what falls below the
	// baseline, as the engine measured or guessed them for the line. XHeight plus Ascender is about the height of
	// a capital. 0: unknown.
	XHeight   float32
	Ascender  float32
	Descender float32
}

// Direction is the direction in which a line is written.
type Direction uint8

const (
	LeftToRight Direction = iota
	RightToLeft
	TopToBottom // columns
)

// LineWords returns the words of line l with their indices.
func (p *Page) LineWords(l *Line) iter.Seq2[int, *Word] {
	return func(yield func(int, *Word) bool) {
		for i := l.First; i < l.First+l.Count; i++ {
			if !yield(int(i), &p.Words[i]) {
				return
			}
		}
	}
}

// Confidence returns the mean confidence of the words, weighted by their characters, or 0 without words.
func (p *Page) Confidence() float64 {
	sum, chars := 0.0, 0
	for i := range p.Words {
		n := utf8.RuneCountInString(p.Words[i].Text)
		sum += float64(n) * float64(p.Words[i].Confidence)
		chars += n
	}
	if chars == 0 {
		return 0
	}
	return sum / float64(chars)
}

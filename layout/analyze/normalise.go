package analyze

import (
	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/layout"
)

// normalise brings the text of a line into Unicode normalisation form C and moves the ranges of its words,
// places and spans accordingly.
func (w *writer) normalise(at *layout.Line) {
	source := append([]byte(nil), w.text[at.Start:]...)
	moved := make([]int32, len(source)+1)
	w.text = w.text[:at.Start]
	var it norm.Iter
	for it.Init(norm.NFC, source); !it.Done(); {
		from, start := it.Pos(), int32(len(w.text))
		w.text = append(w.text, it.Next()...)
		moved[from] = start
		for i := from + 1; i < it.Pos(); i++ {
			moved[i] = int32(len(w.text))
		}
	}
	moved[len(source)] = int32(len(w.text))
	words := w.words[at.FirstWord:]
	for i := range words {
		words[i].Start, words[i].End = moved[words[i].Start-at.Start], moved[words[i].End-at.Start]
	}
	places := w.places[at.FirstPlace:]
	for i := range places {
		places[i].Start, places[i].End = moved[places[i].Start-at.Start], moved[places[i].End-at.Start]
	}
	kept := w.spans[:at.FirstSpan]
	for n, sp := range w.spans[at.FirstSpan:] {
		if last := at.FirstSpan+int32(n)+1 == int32(len(w.spans)); last {
			sp.End = at.Start + int32(len(source))
		}
		sp.Start, sp.End = moved[sp.Start-at.Start], moved[sp.End-at.Start]
		if sp.Start < sp.End {
			kept = append(kept, sp)
		}
	}
	w.spans = kept
}

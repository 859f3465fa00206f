// Command retrieve answers a question with the pieces of a PDF document that fit it best, and their places in the
// document.
//
//	go run ./examples/retrieve examples/sample.pdf "what makes the highest tides"
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/convert"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: retrieve FILE.pdf QUESTION")
	}
	if err := run(context.Background(), os.Stdout, os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// chunkSize is the length of a paragraph or two: an answer that a person reads at a glance.
const chunkSize = 600

// run writes the best answers to w.
func run(ctx context.Context, w io.Writer, name, question string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()

	result, err := convert.Convert(ctx, file, convert.Options{Formats: []convert.Format{convert.FormatChunks}})
	if err != nil {
		return err
	}
	chunks, err := result.Chunks(convert.ChunkOptions{Size: chunkSize})
	if err != nil {
		return err
	}
	found := rank(chunks, question)
	if len(found) == 0 {
		_, err = fmt.Fprintln(w, "The document says nothing about it.")
		return err
	}
	best := found[0]
	fmt.Fprintf(w, "%s\n\n%s\n\n", strings.Join(best.Headings, " > "), best.Text)
	for _, p := range best.Places {
		fmt.Fprintf(w, "page %d, %.0f pt from the left and %.0f pt from the top, to %.0f and %.0f\n", p.Page, p.Box[0], p.Box[1], p.Box[2], p.Box[3])
	}
	return nil
}

// Parameters of BM25 that most search engines use.
const (
	k1 = 1.2
	b  = .75
)

// rank returns the chunks that contain words of the question, the best first (BM25).
func rank(chunks []convert.Chunk, question string) []convert.Chunk {
	counts := make([]map[string]int, len(chunks))
	holds := map[string]int{} // number of chunks with a word
	total := 0
	for i, c := range chunks {
		counts[i] = map[string]int{}
		for _, w := range words(c.Text) {
			counts[i][w]++
			total++
		}
		for w := range counts[i] {
			holds[w]++
		}
	}
	mean := float64(total) / float64(max(len(chunks), 1))
	scores := map[string]float64{}
	for i, c := range chunks {
		size := 0
		for _, n := range counts[i] {
			size += n
		}
		for _, w := range words(question) {
			n := float64(counts[i][w])
			rarity := math.Log(1 + (float64(len(chunks)-holds[w])+.5)/(float64(holds[w])+.5))
			scores[c.ID] += rarity * n * (k1 + 1) / (n + k1*(1-b+b*float64(size)/mean))
		}
	}
	found := slices.DeleteFunc(slices.Clone(chunks), func(c convert.Chunk) bool { return scores[c.ID] == 0 })
	slices.SortStableFunc(found, func(a, b convert.Chunk) int {
		switch {
		case scores[a.ID] > scores[b.ID]:
			return -1
		case scores[a.ID] < scores[b.ID]:
			return 1
		}
		return 0
	})
	return found
}

// words returns the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

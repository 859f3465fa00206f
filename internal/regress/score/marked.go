package score

import (
	"strings"
	"unicode"
)

// State says how a word compares with the other side.
type State string

// The states of a word.
const (
	Same  State = "same"  // the other side has it, in the same role
	Moved State = "role"  // the other side has it, in another role
	Cut   State = "cut"   // the other side does not begin or end a block where this one does
	Alone State = "alone" // the other side does not have it there
)

// A Piece is a word of a block, and the text before it.
type Piece struct {
	Before, Word string
	State        State
}

// A MarkedBlock is a block with the states of its words.
type MarkedBlock struct {
	Tag    string
	Role   Role
	Pieces []Piece
	After  string
}

// Mark returns the blocks of both sides with their differences.
func Mark(truth, output *Document) (left, right []MarkedBlock) {
	pairs := aligned(truth.allWords(), output.allWords())
	a, b := states(truth), states(output)
	for k, p := range pairs {
		state := Same
		ta, tb := truth.words[p.i].block, output.words[p.j].block
		if truth.Blocks[ta].Role != output.Blocks[tb].Role {
			state = Moved
		} else if k > 0 && truth.Blocks[ta].Role != Cell {
			q := pairs[k-1]
			if (truth.words[q.i].block != ta) != (output.words[q.j].block != tb) {
				state = Cut
			}
		}
		a[p.i], b[p.j] = state, state
	}
	return truth.marked(a), output.marked(b)
}

func states(doc *Document) []State {
	list := make([]State, len(doc.words))
	for i := range list {
		list[i] = Alone
	}
	return list
}

func (doc *Document) marked(states []State) []MarkedBlock {
	list := make([]MarkedBlock, len(doc.Blocks))
	next := 0
	for i, block := range doc.Blocks {
		list[i] = MarkedBlock{Tag: block.Tag, Role: block.Role}
		before, words := pieces(block.Text)
		for k, w := range words {
			state := Alone
			if next < len(doc.words) && doc.words[next].block == i {
				state = states[next]
				next++
			}
			list[i].Pieces = append(list[i].Pieces, Piece{before[k], w, state})
		}
		list[i].After = before[len(words)]
		for next < len(doc.words) && doc.words[next].block == i {
			next++
		}
	}
	return list
}

// pieces splits a folded text as wordsOf does: into words, and the text before each and after the last.
func pieces(s string) (before, words []string) {
	var gap, word strings.Builder
	end := func() {
		if word.Len() > 0 {
			before, words = append(before, gap.String()), append(words, word.String())
			gap.Reset()
			word.Reset()
		}
	}
	for _, r := range s {
		solid := ideographic(r)
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if solid || !letter {
			end()
		}
		if !solid && !letter {
			gap.WriteRune(r)
			continue
		}
		word.WriteRune(r)
		if solid {
			end()
		}
	}
	end()
	return append(before, gap.String()), words
}

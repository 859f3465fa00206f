package infer

import (
	"context"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A single line of fixed width is code when the weights of the signs for it
	// reach codeLineLeast: any two good signs do. On 43 development documents this rule raises
	// the F1 of words in code from .876 to .982; boxedWeight alone gives .04 of it.
	codeLineLeast   = 0.5
	insetWeight     = 0.3
	colonWeight     = 0.35
	promptWeight    = 0.4
	boxedWeight     = 0.35
	signsWeight     = 0.15
	severalWeight   = 0.15
	manyWeight      = 0.25 // for manyWords words or more: no name has so many
	manyWords       = 4
	codeLeftWeight  = 0.3
	describedWeight = 0.5 // speaks against code, as boldCodeWeight does
	boldCodeWeight  = 0.4
	// codeLineWeight is below the weight of definitions.
	codeLineWeight = 0.6
	// codeInset is the least indent of code from the text, and codeNear the most parts
	// between it and that text.
	codeInset = 0.9
	codeNear  = 6
)

// codeline looks for single lines of fixed width that are code: commands and their output.
//
//	To install it, type:              a colon before it
//
//	    $ apt install --yes foxes     set in, a prompt, signs of a programming language,
//	                                  several words
//	and wait until it is done.
//
// File names, terms and cells of tables are set in the same type and are no code. So the
// signs for a line are summed up, and the sum must reach codeLineLeast.
func codeline(ctx context.Context, d *draft) error {
	if d.body.mono {
		return nil // every line is of fixed width
	}
	lefts := d.codeLefts()
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			if !d.maybeCodeLine(s, p) {
				continue
			}
			if v := d.codeSigns(s, i, lefts); v.weight >= codeLineLeast {
				d.claim(p, semantic.Code, because("codeline", codeLineWeight, "one line of fixed width: "+v.because(d, "codeline", codeBar).Reason))
			} else if d.explain {
				d.deny(p, semantic.Code, semantic.Short, v.tooLittle("codeline", codeBar))
			}
		}
	})
}

var codeBar = threshold{"codeLineLeast", codeLineLeast}

// codeLeft is the size of lines of code and where they begin.
type codeLeft struct {
	quarters int16
	x        int32 // points
}

// codeLefts returns the left edges and sizes of the blocks of code that are known.
func (d *draft) codeLefts() map[codeLeft]bool {
	lefts := map[codeLeft]bool{}
	for p := range d.all() {
		if p.role == semantic.Code && p.look.mono {
			lefts[leftOf(p)] = true
		}
	}
	return lefts
}

func leftOf(p *part) codeLeft { return codeLeft{p.look.quarters, int32(p.box.X0 + 0.5)} }

// maybeCodeLine reports whether p is one line of fixed width in the size of the
// text or less.
func (d *draft) maybeCodeLine(s *sheet, p *part) bool {
	if p.role != semantic.P || p.count != 1 || !p.look.mono || s.Blocks[p.block].Kind != layout.Paragraph {
		return false
	}
	l := s.line(p.first)
	return l.Rotation == 0 && l.Direction == layout.LeftToRight && l.Bullet == 0 && p.look.size() <= d.body.size()*largerRatio && s.allMono(p.first)
}

// allMono reports whether all characters of line i are of fixed width.
func (s *sheet) allMono(i int32) bool {
	for _, span := range s.LineSpans(int(i)) {
		if !s.Styles[span.Style].Mono {
			return false
		}
	}
	return true
}

// codeSigns adds up what speaks for part i being a line of code.
func (d *draft) codeSigns(s *sheet, i int, lefts map[codeLeft]bool) (v verdict) {
	p := &s.parts[i]
	text := s.text(p.first)
	above, below := s.textBeside(i, -1), s.textBeside(i, 1)
	if inset(s, p, above) && inset(s, p, below) && (above != nil || below != nil) {
		v.add(insetWeight, "set in from the text")
	}
	if above != nil && strings.HasSuffix(s.text(above.last()), ":") {
		v.add(colonWeight, "a colon before it")
	}
	if prompted(text) {
		v.add(promptWeight, "begins with a prompt")
	}
	if strings.ContainsAny(text, codeSigns) || strings.Contains(text, " -") {
		v.add(signsWeight, "signs of a programming language")
	}
	switch words := len(strings.Fields(text)); {
	case words >= manyWords:
		v.add(manyWeight, "a line of words")
	case words > 1:
		v.add(severalWeight, "several words")
	}
	if lefts[leftOf(p)] {
		v.add(codeLeftWeight, "begins where other code does")
	}
	if p.look.bold && !d.body.bold {
		v.add(-boldCodeWeight, "bold as terms are")
	}
	if s.Blocks[p.block].Boxed {
		v.add(boxedWeight, "in a box of its own")
	} else if i+1 < len(s.parts) && s.describes(&s.parts[i+1], p) && !s.parts[i+1].look.mono {
		v.add(-describedWeight, "what is indented under it may explain it")
	}
	return v
}

// codeSigns are characters that running text seldom has.
const codeSigns = `{};=<>|\$&~^@#*+[]`

// prompted reports whether text begins with the prompt of a shell or an interpreter.
func prompted(text string) bool {
	for _, prompt := range []string{"$ ", "# ", "> ", "% ", ">>> ", "C:\\"} {
		if strings.HasPrefix(text, prompt) {
			return true
		}
	}
	return false
}

// textBeside returns the next running text above (step -1) or below part i in its column,
// or nil when there is none near.
func (s *sheet) textBeside(i, step int) *part {
	column := s.Blocks[s.parts[i].block].Column
	for n, k := 0, i+step; n < codeNear && k >= 0 && k < len(s.parts); n, k = n+1, k+step {
		p := &s.parts[k]
		if p.flows() && !p.look.mono && s.Blocks[p.block].Column == column && (p.role == semantic.P || p.role == semantic.LI) {
			return p
		}
	}
	return nil
}

// inset reports whether p begins further in than other, or other is nil.
func inset(s *sheet, p, other *part) bool {
	if other == nil {
		return true
	}
	left := other.box.X0
	return p.box.X0-left >= codeInset*p.look.size()
}

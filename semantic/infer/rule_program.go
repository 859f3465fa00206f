package infer

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// program looks for programs in proportional type, which only their signs show.
//
//	JPanel panel = new JPanel();
//	panel.setLayout(new JideBoxLayout(panel, 0, 6));      ends as a statement does, a call
//
//	// the second one                                     a comment
//	if (panel.isShowing()) {                              ends in a brace
//	    panel.add(button);
//	}                                                     a brace
//
// Paragraphs that follow each other in one look and column are one program if most of their
// lines are statements. The clauses of laws end in semicolons, too, but call nothing.
func program(ctx context.Context, d *draft) error {
	return d.eachSheetApart(ctx, func(s *sheet) {
		for i := 0; i < len(s.parts); {
			end := s.programEnd(i)
			if end == i {
				i++
				continue
			}
			for k := i; k < end; k++ {
				d.claim(&s.parts[k], semantic.Code, because("program", programWeight, "most lines are statements of a program"))
				if k > i {
					s.parts[k-1].next, s.parts[k].continued = &s.parts[k], true
				}
			}
			i = end
		}
	})
}

const (
	programWeight = 0.75
	// programLines is the fewest lines of a program in proportional type. programShare is the least
	// share of them that are statements: arguments of calls go on in other lines.
	programLines = 4
	programShare = 0.7
	// programReach is how many lines are read beyond the lines that are a program for sure.
	programReach = 40
	// programCalls is the fewest lines that call or assign something.
	programCalls = 2
)

// programEnd returns the part behind the program that begins with part i, or i when none begins
// there.
func (s *sheet) programEnd(i int) int {
	lines, statements, calls := 0, 0, 0
	best, known := i, 0 // the end of what is a program for sure, and its lines
	for end := i; end < len(s.parts) && s.mayBeProgram(&s.parts[i], &s.parts[end]); end++ {
		p := &s.parts[end]
		for l := p.first; l <= p.last(); l++ {
			if lines-known >= programReach {
				return best
			}
			text := strings.TrimSpace(s.text(l))
			lines++
			statement, call := statementOf(text)
			if lines == 1 && !statement {
				return i
			}
			statements, calls = statements+btoi(statement), calls+btoi(call)
		}
		if lines >= programLines && calls >= programCalls && float32(statements) >= programShare*float32(lines) {
			best, known = end+1, lines
		}
	}
	return best
}

// mayBeProgram reports whether p may belong to the program that begins with first.
func (s *sheet) mayBeProgram(first, p *part) bool {
	return p.role == semantic.P && !p.continued && p.next == nil && p.count > 0 && p.look == first.look &&
		s.Blocks[p.block].Kind == layout.Paragraph && s.Blocks[p.block].Column == s.Blocks[first.block].Column &&
		s.line(p.first).Direction == layout.LeftToRight && s.line(p.first).Rotation == 0
}

// callOf finds calls and assignments in a line of a program. keywords finds the words that begin a
// statement without either.
var (
	callOf = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[A-Za-z_]\(|[\w\])] ?[-+*/|&]?= ?[\w("'-]|->|::|\)\)`)
	})
	keywords = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(#include|#define|break|catch|class|const|continue|do|else|enum|extern|final|for|if|import|int|namespace|package|private|protected|public|return|static|struct|switch|throw|try|typedef|using|void|while)\b`)
	})
)

// statementOf reports whether a line is a statement of a program or a piece of one, and whether it
// calls or assigns something.
func statementOf(text string) (statement, call bool) {
	if text == "" {
		return false, false
	}
	switch strings.TrimLeft(text, "{}();") {
	case "", "else":
		return true, false
	}
	if strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*") || strings.HasSuffix(text, "*/") {
		return true, false
	}
	if strings.IndexByte(";{}", text[len(text)-1]) < 0 {
		return false, false
	}
	call = callOf().MatchString(text)
	return call || keywords().MatchString(text), call
}

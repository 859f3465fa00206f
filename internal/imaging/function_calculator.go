package imaging

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// calculator is type 4 (clause 7.10.5), compiled once to a flat program. The language has no loops:
// jumps only go forward, so a run takes no more steps than the program has.
type calculator struct{ code []step }

// step is an operator with its operand: the number to push, or the target of a jump.
type step struct {
	op  op
	arg float64
}

var (
	errCalculatorSyntax = errors.New("calculator function: braces do not match")
	errCalculatorSize   = errors.New("calculator function is too long")
)

func (p *functionParser) calculator(f *Function, o pdf.Object) error {
	stream := p.doc.Stream(o)
	if stream == nil || f.In == 0 || f.Out == 0 {
		return errFunctionRange
	}
	src, err := p.doc.Decode(p.doc.Context(), stream)
	if err != nil && len(src) == 0 {
		return err
	}
	c, err := compile(src)
	if err != nil {
		return err
	}
	f.rule = c
	return nil
}

// compiler compiles the text of a calculator function to steps.
type compiler struct {
	src  []byte
	code []step
}

// compile reads { ... }. A truncated program ends at its end.
func compile(src []byte) (*calculator, error) {
	c := compiler{src: src}
	if c.token() != "{" {
		return nil, errCalculatorSyntax
	}
	if err := c.block(0); err != nil {
		return nil, err
	}
	return &calculator{c.code}, nil
}

// block compiles to the closing brace, or to the end of a truncated program.
func (c *compiler) block(depth int) error {
	if depth > limits.FunctionDepth {
		return errFunctionDepth
	}
	for {
		if len(c.code) > limits.CalculatorSteps {
			return errCalculatorSize
		}
		switch tok := c.token(); {
		case tok == "" || tok == "}":
			return nil
		case tok == "{":
			if err := c.branch(depth); err != nil {
				return err
			}
		default:
			if err := c.step(tok); err != nil {
				return err
			}
		}
	}
}

// branch compiles {...} if and {...} {...} ifelse. The first brace was read.
func (c *compiler) branch(depth int) error {
	test := c.emit(step{op: opUnless})
	if err := c.block(depth + 1); err != nil {
		return err
	}
	tok := c.token()
	if tok == "if" {
		c.code[test].arg = float64(len(c.code))
		return nil
	}
	if tok != "{" {
		return errCalculatorSyntax
	}
	skip := c.emit(step{op: opJump})
	c.code[test].arg = float64(len(c.code))
	if err := c.block(depth + 1); err != nil {
		return err
	}
	c.code[skip].arg = float64(len(c.code))
	if c.token() != "ifelse" {
		return errCalculatorSyntax
	}
	return nil
}

func (c *compiler) emit(s step) (at int) {
	c.code = append(c.code, s)
	return len(c.code) - 1
}

func (c *compiler) step(tok string) error {
	if o, ok := operatorOf(tok); ok {
		c.emit(step{op: o})
		return nil
	}
	v, err := strconv.ParseFloat(tok, 64)
	if err != nil || !finite([]float64{v}) {
		return fmt.Errorf("calculator function: %.20q", tok)
	}
	c.emit(step{opPush, v})
	return nil
}

// token returns the next word or brace, or "" at the end.
func (c *compiler) token() string {
	c.skipSpace()
	n := 0
	for n < len(c.src) && !isBreak(c.src[n]) {
		n++
	}
	if n == 0 && len(c.src) > 0 {
		n = 1 // a brace
	}
	tok := string(c.src[:n])
	c.src = c.src[n:]
	return tok
}

// skipSpace drops white space and comments.
func (c *compiler) skipSpace() {
	for len(c.src) > 0 {
		switch c.src[0] {
		case ' ', '\t', '\r', '\n', '\f', 0:
			c.src = c.src[1:]
		case '%':
			for len(c.src) > 0 && c.src[0] != '\n' && c.src[0] != '\r' {
				c.src = c.src[1:]
			}
		default:
			return
		}
	}
}

func isBreak(b byte) bool {
	switch b {
	case ' ', '\t', '\r', '\n', '\f', 0, '{', '}', '%':
		return true
	}
	return false
}

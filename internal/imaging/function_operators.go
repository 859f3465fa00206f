package imaging

import (
	"math"
	"slices"
)

// op is an operator of calculator functions (clause 7.10.5, table 42), or one that only the compiler emits.
type op uint8

const (
	opPush   op = iota // pushes arg
	opUnless           // jumps to arg if the top is false
	opJump             // jumps to arg
	opAbs
	opAdd
	opAnd
	opAtan
	opBitshift
	opCeiling
	opCopy
	opCos
	opCvi
	opCvr
	opDiv
	opDup
	opEq
	opExch
	opExp
	opFalse
	opFloor
	opGe
	opGt
	opIdiv
	opIndex
	opLe
	opLn
	opLog
	opLt
	opMod
	opMul
	opNe
	opNeg
	opNot
	opOr
	opPop
	opRoll
	opRound
	opSin
	opSqrt
	opSub
	opTrue
	opTruncate
	opXor
)

// operatorNames are the operators from opAbs on, in the order of their constants.
var operatorNames = [...]string{
	"abs", "add", "and", "atan", "bitshift", "ceiling", "copy", "cos", "cvi", "cvr", "div", "dup", "eq", "exch",
	"exp", "false", "floor", "ge", "gt", "idiv", "index", "le", "ln", "log", "lt", "mod", "mul", "ne", "neg",
	"not", "or", "pop", "roll", "round", "sin", "sqrt", "sub", "true", "truncate", "xor",
}

func operatorOf(name string) (op, bool) {
	i, ok := slices.BinarySearch(operatorNames[:], name)
	return opAbs + op(i), ok
}

func unary(o op, a float64, boolean bool) float64 {
	switch o {
	case opAbs:
		return math.Abs(a)
	case opCeiling:
		return math.Ceil(a)
	case opCos:
		return math.Cos(a * math.Pi / 180)
	case opCvi, opTruncate:
		return math.Trunc(a)
	case opFloor:
		return math.Floor(a)
	case opLn:
		return math.Log(a)
	case opLog:
		return math.Log10(a)
	case opNeg:
		return -a
	case opNot:
		if boolean {
			return 1 - a
		}
		return float64(^whole(a))
	case opRound:
		return math.Floor(a + 0.5)
	case opSin:
		return math.Sin(a * math.Pi / 180)
	case opSqrt:
		return math.Sqrt(max(a, 0))
	}
	return a // cvr
}

// dyadic returns a o b. boolean says whether the operands are booleans, which logic operators keep.
func dyadic(o op, a, b float64, boolean bool) (v float64, isBool bool) {
	switch o {
	case opEq:
		return truth(a == b)
	case opNe:
		return truth(a != b)
	case opGe:
		return truth(a >= b)
	case opGt:
		return truth(a > b)
	case opLe:
		return truth(a <= b)
	case opLt:
		return truth(a < b)
	case opAnd:
		return float64(whole(a) & whole(b)), boolean
	case opOr:
		return float64(whole(a) | whole(b)), boolean
	case opXor:
		return float64(whole(a) ^ whole(b)), boolean
	}
	return arithmetic(o, a, b), false
}

func truth(b bool) (v float64, isBool bool) {
	if b {
		return 1, true
	}
	return 0, true
}

// arithmetic returns a o b for numbers. Division by zero gives 0; PostScript would stop.
func arithmetic(o op, a, b float64) float64 {
	switch o {
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	case opDiv:
		if b == 0 {
			return 0
		}
		return a / b
	case opIdiv, opMod:
		return divide(o, whole(a), whole(b))
	case opExp:
		return math.Pow(a, b)
	case opAtan:
		return degrees(a, b)
	case opBitshift:
		return shift(whole(a), whole(b))
	}
	return 0
}

func divide(o op, a, b int32) float64 {
	switch {
	case b == 0:
		return 0
	case o == opMod:
		return float64(int64(a) % int64(b))
	}
	return float64(int64(a) / int64(b))
}

// degrees returns the angle whose tangent is a/b, from 0 to below 360.
func degrees(a, b float64) float64 {
	d := math.Atan2(a, b) * 180 / math.Pi
	if d < 0 {
		d += 360
	}
	return d
}

// shift shifts the bits of a left by n, or right if n is negative.
func shift(a, n int32) float64 {
	switch {
	case n >= 32 || n <= -32:
		return 0
	case n >= 0:
		return float64(a << n)
	}
	return float64(uint32(a) >> -n)
}

// whole returns v as a 32-bit integer of PostScript.
func whole(v float64) int32 {
	return int32(clamp(math.Trunc(v), math.MinInt32, math.MaxInt32))
}

package imaging

// calculatorStack is the size of the operand stack that the standard requires (clause 7.10.5.2).
const calculatorStack = 100

// machine runs a calculator function. Booleans are the numbers 0 and 1. Their kind is recorded only
// for the operator `not`.
type machine struct {
	v    [calculatorStack]float64
	kind [calculatorStack]bool // v is a boolean
	n    int
}

// eval runs the program. If it misuses its stack, it ends there: the values on the stack are the
// result, and missing values are 0.
func (c *calculator) eval(in, out []float64) {
	var m machine
	m.n = copy(m.v[:], in)
	m.run(c.code)
	for i := range out {
		out[i] = 0
		if at := m.n - len(out) + i; at >= 0 {
			out[i] = m.v[at]
		}
	}
}

func (m *machine) run(code []step) {
	for pc := 0; pc < len(code); pc++ {
		s := &code[pc]
		ok := true
		switch s.op {
		case opPush:
			ok = m.push(s.arg, false)
		case opJump:
			pc = int(s.arg) - 1
		case opUnless:
			if ok = m.n > 0; ok {
				if m.n--; m.v[m.n] == 0 {
					pc = int(s.arg) - 1
				}
			}
		default:
			ok = m.step(s.op)
		}
		if !ok {
			return
		}
	}
}

func (m *machine) push(v float64, boolean bool) bool {
	if m.n == len(m.v) {
		return false
	}
	m.v[m.n], m.kind[m.n] = v, boolean
	m.n++
	return true
}

// step runs an operator. It returns false when operands are missing.
func (m *machine) step(o op) bool {
	switch o {
	case opTrue:
		return m.push(1, true)
	case opFalse:
		return m.push(0, true)
	case opCopy, opDup, opExch, opIndex, opPop, opRoll:
		return m.arrange(o)
	case opAbs, opCeiling, opCos, opCvi, opCvr, opFloor, opLn, opLog, opNeg, opNot, opRound, opSin, opSqrt, opTruncate:
		if m.n < 1 {
			return false
		}
		top := m.n - 1
		m.v[top] = unary(o, m.v[top], m.kind[top])
		return true
	}
	if m.n < 2 {
		return false
	}
	m.n--
	top := m.n - 1
	m.v[top], m.kind[top] = dyadic(o, m.v[top], m.v[m.n], m.kind[top])
	return true
}

// arrange runs an operator that only moves operands.
func (m *machine) arrange(o op) bool {
	switch {
	case o == opExch && m.n >= 2:
		m.swap(m.n-1, m.n-2)
	case o == opDup && m.n >= 1:
		return m.push(m.v[m.n-1], m.kind[m.n-1])
	case o == opPop && m.n >= 1:
		m.n--
	case o == opIndex && m.n >= 1:
		at := m.n - 2 - int(whole(m.v[m.n-1]))
		if at < 0 || at > m.n-2 {
			return false
		}
		m.v[m.n-1], m.kind[m.n-1] = m.v[at], m.kind[at]
	case o == opCopy && m.n >= 1:
		m.n--
		count := int(whole(m.v[m.n]))
		if count < 0 || count > m.n || m.n+count > len(m.v) {
			return false
		}
		copy(m.v[m.n:], m.v[m.n-count:m.n])
		copy(m.kind[m.n:], m.kind[m.n-count:m.n])
		m.n += count
	case o == opRoll && m.n >= 2:
		m.n -= 2
		return m.roll(int(whole(m.v[m.n])), int(whole(m.v[m.n+1])))
	default:
		return false
	}
	return true
}

func (m *machine) swap(i, j int) {
	m.v[i], m.v[j] = m.v[j], m.v[i]
	m.kind[i], m.kind[j] = m.kind[j], m.kind[i]
}

// roll rotates the top count operands by shift places towards the top, by three reversals.
func (m *machine) roll(count, shift int) bool {
	if count < 0 || count > m.n {
		return false
	}
	if count == 0 {
		return true
	}
	shift = (shift%count + count) % count
	base := m.n - count
	m.reverse(base, m.n)
	m.reverse(base, base+shift)
	m.reverse(base+shift, m.n)
	return true
}

func (m *machine) reverse(from, to int) {
	for to--; from < to; from, to = from+1, to-1 {
		m.swap(from, to)
	}
}

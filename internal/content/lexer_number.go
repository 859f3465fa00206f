package content

// maxMantissa is where further digits are ignored. float64 holds 15 digits for certain.
const maxMantissa = 1e17

// negativePower[i] is 10^-i.
var negativePower = [...]float64{
	1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11,
	1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20,
}

// shortNumber is how many digits, with the point, certainly fit a mantissa.
const shortNumber = 17

// number reads the number that begins at pos with a digit, a sign or a point (ISO 32000-2 clause 7.3.3). Nearly
// all numbers take the short way here.
func number(src []byte, pos int) (float64, int) {
	start, negative := pos, src[pos] == '-'
	if negative {
		pos++
	}
	limit := min(len(src), pos+shortNumber)
	mantissa, scale := uint64(0), 0
	for pos < limit {
		d := uint64(src[pos] - '0')
		if d > 9 {
			break
		}
		mantissa = mantissa*10 + d
		pos++
	}
	if pos < limit && src[pos] == '.' {
		pos++
		point := pos
		for pos < limit {
			d := uint64(src[pos] - '0')
			if d > 9 {
				break
			}
			mantissa = mantissa*10 + d
			pos++
		}
		scale = pos - point
	}
	if pos >= limit || class[src[pos]] == clDigit || src[pos]|0x20 == 'e' {
		return anyNumber(src, start)
	}
	v := float64(int64(mantissa))
	if scale > 0 {
		v *= negativePower[scale]
	}
	if negative {
		v = -v
	}
	return v, pos
}

// anyNumber reads numbers of any form and length. Writers make mistakes that readers understand in the same way:
// "--5" is -5; a second point or an inner sign and all after it are dropped ("5-3", "0.00-70", ".5."); "-" and "."
// are 0; an exponent counts.
func anyNumber(src []byte, pos int) (float64, int) {
	negative := false
	for pos < len(src) && (src[pos] == '-' || src[pos] == '+') {
		negative = negative || src[pos] == '-'
		pos++
	}
	mantissa, scale := uint64(0), 0
	for pos < len(src) {
		d := uint64(src[pos] - '0')
		if d > 9 {
			break
		}
		if mantissa < maxMantissa {
			mantissa = mantissa*10 + d
		} else {
			scale++
		}
		pos++
	}
	if pos < len(src) && src[pos] == '.' {
		pos++
		for pos < len(src) {
			d := uint64(src[pos] - '0')
			if d > 9 {
				break
			}
			if mantissa < maxMantissa {
				mantissa = mantissa*10 + d
				scale--
			}
			pos++
		}
	}
	v := float64(mantissa)
	if scale < 0 && -scale < len(negativePower) {
		v *= negativePower[-scale]
	} else if scale != 0 {
		v = scaled(v, scale)
	}
	if negative {
		v = -v
	}
	if pos < len(src) && (class[src[pos]] == clDigit || src[pos]|0x20 == 'e') {
		return numberTail(src, pos, v)
	}
	return v, pos
}

// numberTail reads what follows a number without white space: an exponent, or misplaced points and signs.
func numberTail(src []byte, pos int, v float64) (float64, int) {
	if src[pos]|0x20 == 'e' {
		at, negative := pos+1, false
		if at < len(src) && (src[at] == '-' || src[at] == '+') {
			negative = src[at] == '-'
			at++
		}
		if at >= len(src) || src[at]-'0' > 9 {
			return v, pos // the letter begins an operator
		}
		exp := 0
		for ; at < len(src) && src[at]-'0' <= 9; at++ {
			exp = min(exp*10+int(src[at]-'0'), maxExponent)
		}
		if negative {
			exp = -exp
		}
		v, pos = scaled(v, exp), at
	}
	for pos < len(src) && class[src[pos]] == clDigit {
		pos++
	}
	return v, pos
}

// maxExponent is more than float64 holds. A larger exponent would only cost time.
const maxExponent = 400

// scaled returns v times ten to the power of exp, kept within maxNumber.
func scaled(v float64, exp int) float64 {
	for ; exp > 0 && v != 0 && -maxNumber < v && v < maxNumber; exp-- {
		v *= 10
	}
	for ; exp < 0 && v != 0; exp++ {
		v /= 10
	}
	return max(-maxNumber, min(v, maxNumber))
}

// maxNumber is larger than any number that makes sense on a page. It is small enough for products of a few such
// numbers to stay finite.
const maxNumber = 1e30

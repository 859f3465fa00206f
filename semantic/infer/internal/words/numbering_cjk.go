package words

import (
	"strings"
	"unicode/utf8"
)

// CJKKind is the kind of numbers in Chinese numerals.
const CJKKind = 'c'

// cjkParts are the parts of documents with numbers such as "第3章", and the
// depth of their numbers.
var cjkParts = map[rune]int{
	'编': 1, '編': 1, '篇': 1, '部': 1, '卷': 1, '章': 1, '节': 2, '節': 2, '条': 1, '條': 1, '回': 1, '课': 1, '課': 1, '讲': 1, '講': 1,
	'장': 1, '절': 2, '조': 1, '편': 1, '관': 2,
}

// cjkNumber reads "第三章", "제2조", "一、" and "（二）" at the start of text.
func cjkNumber(text string) Number {
	if text == "" || text[0] < utf8.RuneSelf {
		return Number{}
	}
	for _, prefix := range [...]string{"第", "제"} {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		value, size := cjkValue(rest)
		rest = strings.TrimLeft(rest[size:], " ")
		part, width := utf8.DecodeRuneInString(rest)
		depth := cjkParts[part]
		if size == 0 || depth == 0 {
			return Number{}
		}
		rest = strings.TrimLeft(rest[width:], " 　")
		return Number{Depth: depth, Bytes: len(text) - len(rest), Value: value, Kind: CJKKind, Word: true}
	}
	rest, open := strings.CutPrefix(text, "（")
	value, size := cjkValue(rest)
	if size == 0 {
		return Number{}
	}
	kind := byte(CJKKind)
	if digit, _ := digitOf(rest); digit >= 0 {
		kind = '1'
	}
	sign, width := utf8.DecodeRuneInString(rest[size:])
	suffix := cjkSuffixes[sign]
	if suffix == 0 || open != (sign == '）') {
		return Number{}
	}
	rest = strings.TrimLeft(rest[size+width:], " 　")
	return Number{Depth: 1, Bytes: len(text) - len(rest), Value: value, Kind: kind, Suffix: suffix, Open: open}
}

// cjkSuffixes gives the suffix in other scripts for the signs behind a number.
var cjkSuffixes = map[rune]byte{'、': '.', '．': '.', '）': ')'}

// cjkValue reads a number up to 99 in Chinese numerals, or a number in digits.
func cjkValue(text string) (value, size int) {
	for size < len(text) {
		digit, n := digitOf(text[size:])
		if digit < 0 {
			break
		}
		value, size = min(value, valueCap)*10+digit, size+n
	}
	if size > 0 {
		return value, size
	}
	for size < len(text) {
		r, n := utf8.DecodeRuneInString(text[size:])
		if r == '十' {
			value = max(value, 1) * 10
		} else if digit := strings.Index("一二三四五六七八九", string(r)); digit >= 0 {
			value += digit/len("一") + 1
		} else {
			break
		}
		if size += n; value > 99 {
			return 0, 0
		}
	}
	return value, size
}

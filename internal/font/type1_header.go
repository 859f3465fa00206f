package font

import (
	"bytes"
	"strconv"
)

// type1Header holds the values in the clear text portion.
type type1Header struct {
	fontName, family, weight string
	italic, mono             bool
	em                       float64
	space                    affine
	box                      [4]float64
	encoding                 *[256]string
}

// readType1Header reads the keys of the font dictionary and its FontInfo.
func readType1Header(clear bin) type1Header {
	h := type1Header{em: defaultUnitsPerEm, space: glyphSpace([4]float64{})}
	s := psScanner{src: clear}
	for {
		tok := s.next()
		if tok.kind == psEnd {
			return h
		}
		if tok.kind != psName {
			continue
		}
		switch string(clear[tok.at.from:tok.at.to]) {
		case "FontName":
			h.fontName = cleanName(s.value())
		case "FamilyName":
			h.family = cleanName(bytes.ReplaceAll(s.value(), []byte(`\`), nil)) // parentheses are escaped
		case "Weight":
			h.weight = cleanName(s.value())
		case "ItalicAngle":
			angle, _ := strconv.ParseFloat(string(s.value()), 64)
			h.italic = angle != 0
		case "isFixedPitch":
			h.mono = string(s.value()) == "true"
		case "FontMatrix":
			m := s.numbers()
			h.em, h.space = emOf(m[0]), glyphSpace(m)
		case "FontBBox":
			h.box = s.numbers()
		case "Encoding":
			if e := readType1Encoding(&s); e != nil {
				h.encoding = e
			}
		}
	}
}

// readType1Encoding reads the value of /Encoding: StandardEncoding, an array of names, or `dup code
// /name put` for each code. It returns nil when it finds none of these.
func readType1Encoding(s *psScanner) *[256]string {
	var e [256]string
	code, next, first := -1, 0, true
	for {
		tok := s.next()
		text := string(s.src[tok.at.from:tok.at.to])
		switch {
		case tok.kind == psEnd && e == [256]string{}:
			return nil
		case tok.kind == psEnd:
			return clearNotdef(&e)
		case tok.kind == psName && code >= 0:
			e[code], code = cleanName([]byte(text)), -1
		case tok.kind == psName && next < len(e):
			e[next] = cleanName([]byte(text)) // an element of an array
			next++
		case tok.kind == psWord && first && text == "StandardEncoding":
			return adobeStandard()
		case tok.kind == psWord && (text == "def" || text == "readonly"):
			return clearNotdef(&e)
		case tok.kind == psWord:
			if n, ok := psInt(s.src[tok.at.from:tok.at.to]); ok && n < len(e) {
				code = n
			}
		}
		first = false
	}
}

// clearNotdef sets the codes that the encoding leaves undefined to "".
func clearNotdef(e *[256]string) *[256]string {
	for i, n := range e {
		if n == notdef {
			e[i] = ""
		}
	}
	return e
}

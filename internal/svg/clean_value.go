package svg

import (
	"bytes"
	"encoding/base64"
	"image/jpeg"
	"image/png"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
)

// references returns the parts of the document to which a value or a style sheet refers. safe is
// false if it may refer to anything else: if it has a function that is not on the list, a rule that
// begins with @, or an escape that may hide either.
func references(value string) (targets []string, safe bool) {
	if strings.ContainsAny(value, `@\<`) {
		return nil, false
	}
	for {
		before, behind, more := strings.Cut(value, "(")
		if !more {
			return targets, true
		}
		value = behind
		function := strings.ToLower(lastWord(before))
		switch {
		case function == "url":
			argument, _, closed := strings.Cut(behind, ")")
			target, inside := strings.CutPrefix(strings.Trim(argument, " \t\r\n\f'\""), "#")
			if !inside || !closed {
				return nil, false
			}
			targets = append(targets, target)
		case function != "" && !functions()[function]:
			return nil, false
		}
	}
}

// withoutRules returns a style sheet without the rules that begin with @. Such rules fetch sheets
// and fonts, or depend on the screen.
func withoutRules(sheet string) string {
	var out strings.Builder
	for {
		before, rule, more := strings.Cut(sheet, "@")
		out.WriteString(before)
		if !more {
			return out.String()
		}
		depth, end := 0, len(rule)
		for i := 0; i < len(rule); i++ {
			switch rule[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth <= 0 && (rule[i] == '}' || rule[i] == ';') {
				end = i + 1
				break
			}
		}
		sheet = rule[end:]
	}
}

// lastWord returns the identifier at the end of s.
func lastWord(s string) string {
	i := strings.LastIndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r >= 0x80)
	})
	return s[i+1:]
}

// unitPoints has the absolute units of CSS in points. A number without a unit is in pixels.
var unitPoints = map[string]float32{
	"": 0.75, "px": 0.75, "pt": 1, "pc": 12, "in": 72, "cm": 72 / 2.54, "mm": 7.2 / 2.54,
}

// points returns a length, or 0 for a value that is no length or depends on something else.
func points(s string) float32 {
	s = strings.TrimSpace(s)
	n := strings.LastIndexAny(s, "0123456789.") + 1
	v, err := strconv.ParseFloat(s[:n], 32)
	factor, known := unitPoints[strings.ToLower(s[n:])]
	if err != nil || !known || !(v > 0) {
		return 0
	}
	return float32(v) * factor
}

// boxSize returns the width and height of a viewBox, or zeros when it is invalid.
func boxSize(s string) (width, height float32) {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	var box [4]float64
	if len(fields) != len(box) {
		return 0, 0
	}
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 32)
		if err != nil {
			return 0, 0
		}
		box[i] = v
	}
	w, h := box[2], box[3]
	if !(w > 0 && h > 0) {
		return 0, 0
	}
	return float32(w), float32(h)
}

// isImageData reports whether s has an image of a size that browsers can show.
func isImageData(s string) bool {
	coded, isPNG := strings.CutPrefix(s, "data:image/png;base64,")
	if !isPNG {
		var isJPEG bool
		if coded, isJPEG = strings.CutPrefix(s, "data:image/jpeg;base64,"); !isJPEG {
			return false
		}
	}
	data, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\r' || r == '\t' {
			return -1
		}
		return r
	}, coded))
	if err != nil {
		return false
	}
	read := jpeg.DecodeConfig
	if isPNG {
		read = png.DecodeConfig
	}
	size, err := read(bytes.NewReader(data))
	return err == nil && size.Width > 0 && size.Height > 0 && size.Width <= limits.FigurePixels/size.Height
}

package webhook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// stringify writes JSON as JSON.stringify(JSON.parse(src)) of JavaScript does. The output is one line. Numbers are
// the doubles nearest to them, in their shortest form. In strings only quotes, backslashes and control characters
// are escaped. Of members with the same name only the last value is kept. Members named by array indexes come
// first.
func stringify(src []byte) ([]byte, error) {
	if !json.Valid(src) { // this also bounds the depth
		return nil, &Error{Code: InvalidEvent, Detail: "not JSON"}
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	out, err := appendNext(make([]byte, 0, len(src)), d)
	if err != nil {
		return nil, &Error{Code: InvalidEvent, Err: err}
	}
	return out, nil
}

// appendNext appends the next value of d.
func appendNext(out []byte, d *json.Decoder) ([]byte, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			return appendArray(out, d)
		}
		return appendObject(out, d)
	case string:
		return appendString(out, t), nil
	case json.Number:
		return appendNumber(out, string(t)), nil
	case bool:
		return strconv.AppendBool(out, t), nil
	}
	return append(out, "null"...), nil
}

func appendArray(out []byte, d *json.Decoder) ([]byte, error) {
	out = append(out, '[')
	for first := true; d.More(); first = false {
		if !first {
			out = append(out, ',')
		}
		var err error
		if out, err = appendNext(out, d); err != nil {
			return nil, err
		}
	}
	_, err := d.Token() // the closing bracket
	return append(out, ']'), err
}

// member is one member of an object. value is in its final form.
type member struct {
	name  string
	value []byte
	index int64 // -1 for a name that is not an array index
}

func appendObject(out []byte, d *json.Decoder) ([]byte, error) {
	var members []member
	place := map[string]int{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // valid JSON has nothing but strings here
		value, err := appendNext(nil, d)
		if err != nil {
			return nil, err
		}
		if i, ok := place[name]; ok {
			members[i].value = value
			continue
		}
		place[name] = len(members)
		members = append(members, member{name, value, arrayIndex(name)})
	}
	if _, err := d.Token(); err != nil { // the closing brace
		return nil, err
	}
	slices.SortStableFunc(members, compareMembers)
	out = append(out, '{')
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendString(out, m.name), ':')
		out = append(out, m.value...)
	}
	return append(out, '}'), nil
}

// compareMembers puts array indexes first, by value. All other members keep their order.
func compareMembers(a, b member) int {
	switch {
	case a.index >= 0 && b.index >= 0:
		return cmp.Compare(a.index, b.index)
	case a.index >= 0:
		return -1
	case b.index >= 0:
		return 1
	}
	return 0
}

// maxArrayIndex is the largest array index of JavaScript (ECMA-262, 6.1.7).
const maxArrayIndex = 1<<32 - 2

// arrayIndex returns the number of an array index, or -1 if a name is none.
func arrayIndex(name string) int64 {
	n, err := strconv.ParseInt(name, 10, 64)
	if err != nil || n < 0 || n > maxArrayIndex || strconv.FormatInt(n, 10) != name {
		return -1
	}
	return n
}

// Numbers below smallestPlain, and from firstExponent on, are written with an exponent (ECMA-262,
// Number::toString).
const (
	smallestPlain = 1e-6
	firstExponent = 1e21
)

// appendNumber appends a number of JSON as JavaScript writes the double nearest to it.
func appendNumber(out []byte, text string) []byte {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return append(out, "null"...) // too large: Infinity, for which JSON has no number
	}
	switch abs := math.Abs(f); {
	case f == 0:
		return append(out, '0') // also for -0
	case smallestPlain <= abs && abs < firstExponent:
		return strconv.AppendFloat(out, f, 'f', -1, 64)
	}
	out = strconv.AppendFloat(out, f, 'e', -1, 64)
	if n := len(out); out[n-2] == '0' && out[n-4] == 'e' { // e-07 becomes e-7
		out[n-2] = out[n-1]
		out = out[:n-1]
	}
	return out
}

// appendString appends a string in quotes (ECMA-262, QuoteJSONString).
func appendString(out []byte, s string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c == '\b':
			out = append(out, `\b`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\f':
			out = append(out, `\f`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c < ' ':
			out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}

package pdf

import (
	"strings"
	"time"
)

// parseDate reads a date: one of the Info dictionary, D:YYYYMMDDHHmmSSOHH'mm' (clause 7.9.4), one
// of XMP, YYYY-MM-DDThh:mm:ssTZD, or what writers take for one of these. The result is in UTC. A
// date without a zone is taken as UTC. The result is zero when s is no date.
func parseDate(s string) time.Time {
	s = strings.TrimSpace(s)
	if len(s) > maxDate {
		return time.Time{}
	}
	if len(s) > 1 && (s[0] == 'D' || s[0] == 'd') && (s[1] == ':' || isDigit(s[1])) {
		s = strings.TrimLeft(s[1:], ": ")
	}
	if len(s) >= 4 && isDigits(s[:4]) {
		return numericDate(s)
	}
	return wordyDate(s)
}

// maxDate is the most bytes of a date. The longest form with words has 40.
const maxDate = 80

// numericDate reads year, month, day, hour, minute and second in this order, with or without
// separators, as many as there are. The zone follows.
func numericDate(s string) time.Time {
	p := dateParser{s: s}
	year := p.year()
	month := p.field("-/:. ", 1)
	day := p.field("-/:. ", 1)
	hour := p.field("T t", 0)
	minute := p.field(":", 0)
	second := p.field(":", 0)
	p.fraction()
	if hour > 24 || minute > 59 || second > 60 { // the day is still useful
		hour, minute, second = 0, 0, 0
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return time.Time{}
	}
	return t.Add(-p.zone())
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

type dateParser struct {
	s   string
	end bool // a field is missing, and so are those behind it
}

// year takes four digits. It also takes the five digits that a year 2000 mistake produced: "19" and
// the years since 1900. Such a year has an odd number of digits.
func (p *dateParser) year() int {
	digits := 0
	for digits < len(p.s) && isDigit(p.s[digits]) {
		digits++
	}
	if digits == len("19YYYMMDDHHmmSS") && strings.HasPrefix(p.s, "191") {
		y := 1900 + number(p.s[2:5])
		p.s = p.s[5:]
		return y
	}
	y := number(p.s[:4])
	p.s = p.s[4:]
	return y
}

// field takes one or two digits behind any of the separators. It returns def when there are none.
func (p *dateParser) field(separators string, def int) int {
	rest := strings.TrimLeft(p.s, separators)
	n := 0
	for n < 2 && n < len(rest) && isDigit(rest[n]) {
		n++
	}
	if n == 0 || p.end {
		p.end = true
		return def
	}
	p.s = rest[n:]
	return number(rest[:n])
}

// fraction skips a fraction of a second.
func (p *dateParser) fraction() {
	if len(p.s) > 0 && (p.s[0] == '.' || p.s[0] == ',') {
		p.s = strings.TrimLeft(p.s[1:], "0123456789")
	}
}

// zone returns the offset of local time from UTC: Z, +HH'mm', +HH:mm, +HHmm, +HH. It ignores an absurd offset.
func (p *dateParser) zone() time.Duration {
	s := strings.TrimLeft(p.s, " ")
	if s == "" || s[0] != '+' && s[0] != '-' {
		return 0
	}
	zone := dateParser{s: s[1:]}
	hours := zone.field("", 0)
	minutes := zone.field("':", 0)
	if hours > 23 || minutes > 59 {
		return 0
	}
	offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if s[0] == '-' {
		return -offset
	}
	return offset
}

// wordyDate reads the date forms of C's asctime and of mail headers, which old tools wrote.
func wordyDate(s string) time.Time {
	s = strings.Join(strings.Fields(s), " ")
	for _, layout := range [...]string{
		time.ANSIC, time.UnixDate, time.RubyDate, time.RFC1123, time.RFC1123Z,
		"Mon Jan 2 15:04:05 2006", "2 Jan 2006 15:04:05", "2 January 2006 15:04:05",
		"2 Jan 2006", "2 January 2006", "January 2, 2006", "Monday, January 2, 2006",
		"Monday, January 2, 2006 3:04:05 PM", "1/2/2006 3:04:05 PM", // with PM the month is first
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

func isDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// number returns the value of a few digits.
func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

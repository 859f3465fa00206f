package server

import (
	"fmt"
	"html/template"
	"time"

	"github.com/pagelift/pagelift/internal/quota"
)

// pageFuncs are what the pages call.
var pageFuncs = template.FuncMap{
	"date":     func(t time.Time) string { return t.UTC().Format("2 Jan 2006 15:04 UTC") },
	"machine":  func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"bytes":    byteText,
	"duration": func(d time.Duration) string { return d.Round(time.Millisecond).String() },
	"percent":  percent,
	"count":    countText,
	"limited":  func(n int64) bool { return n != quota.Unlimited },
	"plural":   plural,
}

// plural is n with a noun.
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return countText(n) + " " + many
}

// countText is n with its thousands apart.
func countText(n int64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:] // a narrow space that keeps the number in one line
	}
	return digits
}

// byteText is a size for people.
func byteText(n int64) string {
	const step = 1024
	if n < step {
		return plural(n, "byte", "bytes")
	}
	value, unit := float64(n)/step, 0
	for value >= step && unit < 3 {
		value /= step
		unit++
	}
	return fmt.Sprintf("%.1f %s", value, []string{"KiB", "MiB", "GiB", "TiB"}[unit])
}

// percent is part of whole, at most 100.
func percent(part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	return min(100, 100*part/whole)
}

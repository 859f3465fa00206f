package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A sign is one observation of a rule about a candidate, and what it added to the sum.
type sign struct {
	name string
	add  float64
}

// An account is how a rule computed its sum.
type account struct {
	sum, bar float64
	signs    []sign
}

var (
	// accountText matches "0.20 of 0.50 (headingWeight): bold +0.35, long -0.15", with or without words before.
	accountText = regexp.MustCompile(`(?:^|: )(-?[0-9]+\.[0-9]{2}) of ([0-9]+\.[0-9]{2}) \([a-zA-Z]+\): (.*)$`)
	addText     = regexp.MustCompile(` ([+-][0-9]+\.[0-9]{2})(?:, |$)`)
	sizeText    = regexp.MustCompile(`^size [0-9.]+ of the body's$`)
	markText    = regexp.MustCompile(`^its sign .* stands in the text$`)
)

var errNoAccount = errors.New("no account of a sum")

// parseAccount parses the reason that a rule gives when a trace is on.
func parseAccount(reason string) (account, error) {
	m := accountText.FindStringSubmatch(reason)
	if m == nil {
		return account{}, fmt.Errorf("%w: %q", errNoAccount, reason)
	}
	var a account
	var err error
	if a.sum, err = strconv.ParseFloat(m[1], 64); err != nil {
		return account{}, err
	}
	if a.bar, err = strconv.ParseFloat(m[2], 64); err != nil {
		return account{}, err
	}
	from, text := 0, m[3]
	for _, at := range addText.FindAllStringSubmatchIndex(text, -1) {
		add, err := strconv.ParseFloat(text[at[2]:at[3]], 64)
		if err != nil {
			return account{}, err
		}
		if name := nameOfSign(text[from:at[0]], add); name != "" {
			a.signs = append(a.signs, sign{name, add})
		}
		from = at[1]
	}
	if len(a.signs) == 0 && !strings.HasPrefix(text, "nothing speaks for it") && from == 0 {
		return account{}, fmt.Errorf("%w: no sign in %q", errNoAccount, reason)
	}
	return a, nil
}

// nameOfSign returns the part of a sign that is the same for all candidates with it. A sign about sizes counts as
// several signs, one for each weight. A sign that adds nothing is none.
func nameOfSign(text string, add float64) string {
	switch {
	case sizeText.MatchString(text) && add == 0:
		return ""
	case sizeText.MatchString(text):
		return fmt.Sprintf("size worth %+.2f", add)
	case markText.MatchString(text):
		return "its sign stands in the text"
	}
	return text
}

package server

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// pageDefault and pageMost are the default and the greatest number of entries on a page of a list.
const (
	pageDefault = 20
	pageMost    = 100
)

func timeParameter(q url.Values, name string) (time.Time, error) {
	text := q.Get(name)
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, badParameter(name, "is not a time such as 2026-01-31T12:00:00Z")
	}
	return t, nil
}

func intParameter(q url.Values, name string, least, most, absent int) (int, error) {
	text := q.Get(name)
	if text == "" {
		return absent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, badParameter(name, "must be a whole number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n, nil
}

// knownParameters refuses a query with a parameter that the operation does not know.
func knownParameters(q url.Values, known ...string) error {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if !slices.Contains(known, name) {
			return badParameter(name, "is not a parameter of this operation")
		}
	}
	return nil
}

// conversionRetry is the pause before a client should look again at a running conversion.
const conversionRetry = 2 * time.Second

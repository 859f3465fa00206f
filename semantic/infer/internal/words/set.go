package words

import (
	"strings"
	"sync"
)

// Set returns a function that reports whether a word is in list. Bars separate the words of list. The
// set is made at the first call: few documents need any one set.
func Set(list string) func(word string) bool {
	set := sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for word := range strings.SplitSeq(list, "|") {
			set[strings.TrimSpace(word)] = true
		}
		return set
	})
	return func(word string) bool { return set()[word] }
}

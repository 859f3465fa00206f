package words

import (
	"strings"
	"sync"
)

// Set reports whether a word is in list, whose words bars part. The set is made
// when it is first asked: few documents ask any one of them.
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

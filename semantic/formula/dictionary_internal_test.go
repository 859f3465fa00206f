package formula

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A character with two roles would have either by chance.
func TestRolesAreOnePerCharacter(t *testing.T) {
	t.Parallel()
	seen := map[rune]role{}
	for r, s := range roleSigns {
		for _, c := range s {
			other, twice := seen[c]
			assert.False(t, twice, "%c has the roles %d and %d", c, other, r)
			seen[c] = r
		}
	}
}

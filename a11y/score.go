package a11y

// ScoreVersion changes when the same document may get another score.
const ScoreVersion = 1

// RulesVersion changes when rules are added or decide otherwise.
const RulesVersion = "1.0"

// weights of violations in the score, those of Lighthouse's accessibility
// category.
var weights = map[Impact]int{Critical: 10, Serious: 7, Moderate: 3, Minor: 1}

// htmlScore is Lighthouse's: each rule that applies counts as a whole, and one
// that only asks for a look counts as held. Rules with a weight of 0, those that
// Lighthouse does not list, do not count.
func htmlScore(tallies []tally) int {
	held, all := 0, 0
	for i := range tallies {
		t := &tallies[i]
		if t.counts[failed]+t.counts[cantTell]+t.counts[passed] == 0 {
			continue
		}
		all += t.rule.weight
		if t.counts[failed] == 0 {
			held += t.rule.weight
		}
	}
	if all == 0 {
		return 0
	}
	return (200*held + all) / (2 * all)
}

package a11y

// scoreVersion changes when the same document can get another score.
const scoreVersion = 1

// rulesVersion changes when rules are added or decide differently.
const rulesVersion = "1.0"

// weights are the weights of violations in the score, those of Lighthouse's accessibility category.
var weights = map[Impact]int{Critical: 10, Serious: 7, Moderate: 3, Minor: 1}

// weight is the weight of the rules that hold, and of all that apply.
type weight struct{ held, all int }

// add counts a rule that applies.
func (w *weight) add(weight int, held bool) {
	w.all += weight
	if held {
		w.held += weight
	}
}

// rounded returns the score that Lighthouse gives, or 0 if no rule applies.
func (w weight) rounded() int {
	if w.all == 0 {
		return 0
	}
	return (200*w.held + w.all) / (2 * w.all)
}

// roundedDown returns the score rounded down, so that 100 means that everything holds.
func (w weight) roundedDown() int {
	if w.all == 0 {
		return 0
	}
	return 100 * w.held / w.all
}

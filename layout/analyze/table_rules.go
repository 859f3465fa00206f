package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// rule is a level or upright line in the space of the page or of a frame. at is its place across its
// direction; from and to are its ends along it.
type rule struct {
	at, from, to float32
	set          int32 // number of its set; a set is all rules that touch, directly or by way of others
}

// ruleSet is a set of rules that touch each other.
type ruleSet struct {
	box            layout.Rect
	level, upright int
	set            int32
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Two rules at most sameRule apart are pieces of one line. ruleGap is the widest gap between its
	// dashes. Rules within ruleTouch of each other meet: borders of cells drawn as boxes of their own stay
	// 2 apart.
	sameRule  = 1
	ruleGap   = 3
	ruleTouch = 2.5
)

// joinRules joins the pieces of a line, the dashes of a dashed line, and lines drawn twice. The result is
// sorted by place. joinRules adds to joints where pieces meet: X is the place of the line, Y the middle
// between the ends of the pieces.
func joinRules(rules []rule, joints []layout.Point) ([]rule, []layout.Point) {
	slices.SortFunc(rules, func(a, b rule) int { return compare(a.at, b.at) })
	out := rules[:0]
	for at := 0; at < len(rules); {
		end := at + 1
		for end < len(rules) && rules[end].at-rules[at].at <= sameRule {
			end++
		}
		group := rules[at:end]
		slices.SortFunc(group, func(a, b rule) int { return compare(a.from, b.from) })
		last, from := len(out), float32(0)
		for _, r := range group {
			if len(out) > last && r.from-out[len(out)-1].to <= ruleGap {
				o := &out[len(out)-1]
				if o.to-from >= jointPiece && r.to-r.from >= jointPiece && o.to-r.from <= sameRule {
					joints = append(joints, layout.Point{X: o.at, Y: (o.to + r.from) / 2})
				}
				if r.to > o.to {
					o.to, from = r.to, r.from
				}
				continue
			}
			out, from = append(out, r), r.from
		}
		at = end
	}
	// Places differ a little within a group, and the group was sorted by ends.
	slices.SortFunc(out, func(a, b rule) int { return compare(a.at, b.at) })
	return out, joints
}

// connect finds the sets of rules that touch, the largest first.
func (rf *ruleFinder) connect() {
	n := len(rf.level)
	rf.sets = sized(rf.sets, n+len(rf.upright))
	for i := range rf.sets {
		rf.sets[i] = int32(i)
	}
	for j := range rf.upright {
		u := &rf.upright[j]
		at, _ := slices.BinarySearchFunc(rf.level, u.from-ruleTouch, func(r rule, v float32) int { return compare(r.at, v) })
		for i := at; i < n && rf.level[i].at <= u.to+ruleTouch; i++ {
			if l := &rf.level[i]; u.at >= l.from-ruleTouch && u.at <= l.to+ruleTouch {
				rf.unite(int32(i), int32(n+j))
			}
		}
	}
	rf.measure()
}

// find is the number that stands for the set of rule i.
func (rf *ruleFinder) find(i int32) int32 {
	for rf.sets[i] != i {
		rf.sets[i] = rf.sets[rf.sets[i]]
		i = rf.sets[i]
	}
	return i
}

func (rf *ruleFinder) unite(a, b int32) {
	a, b = rf.find(a), rf.find(b)
	rf.sets[max(a, b)] = min(a, b)
}

// measure counts the rules of each set and finds its extent.
func (rf *ruleFinder) measure() {
	rf.boxes, rf.number = rf.boxes[:0], sized(rf.number, len(rf.sets))
	n := len(rf.level)
	for i := range rf.sets {
		root := rf.find(int32(i)) // the first of its set
		if int(root) == i {
			rf.number[i] = int32(len(rf.boxes))
			rf.boxes = append(rf.boxes, ruleSet{set: root})
		}
		rf.number[i] = rf.number[root]
	}
	for i := range rf.level {
		r, set := &rf.level[i], &rf.boxes[rf.number[i]]
		r.set = set.set
		set.level++
		set.box = set.box.Union(layout.Rect{X0: r.from, Y0: r.at, X1: r.to, Y1: r.at})
	}
	for i := range rf.upright {
		r, set := &rf.upright[i], &rf.boxes[rf.number[n+i]]
		r.set = set.set
		set.upright++
		set.box = set.box.Union(layout.Rect{X0: r.at, Y0: r.from, X1: r.at, Y1: r.to})
	}
	slices.SortStableFunc(rf.boxes, func(a, b ruleSet) int {
		return compare(b.box.Width()*b.box.Height(), a.box.Width()*a.box.Height())
	})
}

// listRules lists the rules of a set in the space of frame f.
func (rf *ruleFinder) listRules(set int32, f *frame) {
	rf.own[0], rf.own[1] = rf.own[0][:0], rf.own[1][:0]
	for _, r := range rf.level {
		if r.set == set {
			rf.turn(layout.Rect{X0: r.from, Y0: r.at, X1: r.to, Y1: r.at}, f)
		}
	}
	for _, r := range rf.upright {
		if r.set == set {
			rf.turn(layout.Rect{X0: r.at, Y0: r.from, X1: r.at, Y1: r.to}, f)
		}
	}
}

// turn adds a rule of the page in the space of f.
func (rf *ruleFinder) turn(b layout.Rect, f *frame) {
	u0, v0 := b.X0*f.cos+b.Y0*f.sin, b.Y0*f.cos-b.X0*f.sin
	u1, v1 := b.X1*f.cos+b.Y1*f.sin, b.Y1*f.cos-b.X1*f.sin
	u0, u1 = min(u0, u1), max(u0, u1)
	v0, v1 = min(v0, v1), max(v0, v1)
	if u1-u0 >= v1-v0 {
		rf.own[0] = append(rf.own[0], rule{at: (v0 + v1) / 2, from: u0, to: u1})
	} else {
		rf.own[1] = append(rf.own[1], rule{at: (u0 + u1) / 2, from: v0, to: v1})
	}
}

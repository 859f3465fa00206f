package a11y

import "slices"

// status is what a report says of a success criterion.
type status string

const (
	statusBroken        status = "Broken"
	statusJudge         status = "To be judged by a person"
	statusHolds         status = "Holds"
	statusNotApplicable status = "Not applicable"
)

// successCriterion is a success criterion of WCAG 2.1 or 2.2 on level A or AA.
type successCriterion struct {
	number, name string
	level        Level
	in21, in22   bool
	need         need
}

// successCriteria lists the success criteria of WCAG 2.1 and 2.2 on the levels A and AA, by number.
var successCriteria = []successCriterion{
	{"1.1.1", "Non-text Content", A, true, true, always},
	{"1.2.1", "Audio-only and Video-only (Prerecorded)", A, true, true, media},
	{"1.2.2", "Captions (Prerecorded)", A, true, true, media},
	{"1.2.3", "Audio Description or Media Alternative (Prerecorded)", A, true, true, media},
	{"1.2.4", "Captions (Live)", AA, true, true, media},
	{"1.2.5", "Audio Description (Prerecorded)", AA, true, true, media},
	{"1.3.1", "Info and Relationships", A, true, true, always},
	{"1.3.2", "Meaningful Sequence", A, true, true, always},
	{"1.3.3", "Sensory Characteristics", A, true, true, always},
	{"1.3.4", "Orientation", AA, true, true, always},
	{"1.3.5", "Identify Input Purpose", AA, true, true, forms},
	{"1.4.1", "Use of Color", A, true, true, always},
	{"1.4.2", "Audio Control", A, true, true, media},
	{"1.4.3", "Contrast (Minimum)", AA, true, true, always},
	{"1.4.4", "Resize Text", AA, true, true, always},
	{"1.4.5", "Images of Text", AA, true, true, always},
	{"1.4.10", "Reflow", AA, true, true, always},
	{"1.4.11", "Non-text Contrast", AA, true, true, always},
	{"1.4.12", "Text Spacing", AA, true, true, always},
	{"1.4.13", "Content on Hover or Focus", AA, true, true, reveals},
	{"2.1.1", "Keyboard", A, true, true, always},
	{"2.1.2", "No Keyboard Trap", A, true, true, scripts},
	{"2.1.4", "Character Key Shortcuts", A, true, true, scripts},
	{"2.2.1", "Timing Adjustable", A, true, true, timing},
	{"2.2.2", "Pause, Stop, Hide", A, true, true, motion},
	{"2.3.1", "Three Flashes or Below Threshold", A, true, true, motion},
	{"2.4.1", "Bypass Blocks", A, true, true, always},
	{"2.4.2", "Page Titled", A, true, true, always},
	{"2.4.3", "Focus Order", A, true, true, always},
	{"2.4.4", "Link Purpose (In Context)", A, true, true, always},
	{"2.4.5", "Multiple Ways", AA, true, true, always},
	{"2.4.6", "Headings and Labels", AA, true, true, always},
	{"2.4.7", "Focus Visible", AA, true, true, always},
	{"2.4.11", "Focus Not Obscured (Minimum)", AA, false, true, always},
	{"2.5.1", "Pointer Gestures", A, true, true, scripts},
	{"2.5.2", "Pointer Cancellation", A, true, true, scripts},
	{"2.5.3", "Label in Name", A, true, true, always},
	{"2.5.4", "Motion Actuation", A, true, true, scripts},
	{"2.5.7", "Dragging Movements", AA, false, true, scripts},
	{"2.5.8", "Target Size (Minimum)", AA, false, true, always},
	{"3.1.1", "Language of Page", A, true, true, always},
	{"3.1.2", "Language of Parts", AA, true, true, always},
	{"3.2.1", "On Focus", A, true, true, scripts},
	{"3.2.2", "On Input", A, true, true, scripts},
	{"3.2.3", "Consistent Navigation", AA, true, true, always},
	{"3.2.4", "Consistent Identification", AA, true, true, always},
	{"3.2.6", "Consistent Help", A, false, true, always},
	{"3.3.1", "Error Identification", A, true, true, forms},
	{"3.3.2", "Labels or Instructions", A, true, true, forms},
	{"3.3.3", "Error Suggestion", AA, true, true, forms},
	{"3.3.4", "Error Prevention (Legal, Financial, Data)", AA, true, true, forms},
	{"3.3.7", "Redundant Entry", A, false, true, forms},
	{"3.3.8", "Accessible Authentication (Minimum)", AA, false, true, forms},
	{"4.1.1", "Parsing (obsolete and removed in WCAG 2.2)", A, true, false, always},
	{"4.1.2", "Name, Role, Value", A, true, true, controls},
	{"4.1.3", "Status Messages", AA, true, true, scripts},
}

// LevelOf returns the conformance level of a success criterion of WCAG 2.1 or 2.2 by its number, such as AA for
// "1.4.3". It returns "" for a criterion that is not on level A or AA.
func LevelOf(criterion string) Level {
	for i := range successCriteria {
		if successCriteria[i].number == criterion {
			return successCriteria[i].level
		}
	}
	return ""
}

// decided lists the criteria that rules decide completely: if the rules hold, a person has nothing to judge.
var decided = map[string]bool{"2.4.1": true, "3.1.1": true}

// judgement is what a report says of one criterion.
type judgement struct {
	successCriterion
	Status  status
	Why     string
	Broken  []Result // rules that are broken
	Look    []Result // rules that a person must decide
	Asked   []string // questions that no program answers
	Passing []Result // rules that hold
	Judged  []Judged // judgements that a person has made earlier
}

// judge returns the status of each criterion.
//
// A criterion is broken if one of its rules is. If its rules hold, the criterion need not hold: a person judges the
// rest, unless rules decide the criterion completely. A criterion does not apply if the document has nothing that it
// is about.
func (r *Report) judge() []judgement {
	list := make([]judgement, 0, len(successCriteria))
	for _, c := range successCriteria {
		j := judgement{successCriterion: c, Broken: concerning(r.Violations, c.number), Look: concerning(r.Incomplete, c.number), Passing: concerning(r.Passes, c.number)}
		for _, v := range r.Judged {
			if v.WCAG == c.number {
				j.Judged = append(j.Judged, v)
			}
		}
		for _, m := range r.Manual {
			if slices.Contains(m.WCAG, c.number) {
				j.Asked = append(j.Asked, m.Question)
			}
		}
		switch {
		case c.number == "4.1.1":
			j.Status, j.Why, j.Asked = statusHolds, "For HTML the criterion counts as satisfied, by the errata of WCAG 2.1.", nil
		case len(j.Broken) > 0:
			j.Status = statusBroken
		case len(j.Look) > 0:
			j.Status = statusJudge
		case r.lacks(c.need):
			j.Status, j.Why, j.Asked = statusNotApplicable, without[c.need], nil
		case decided[c.number] && len(j.Passing) > 0:
			j.Status, j.Asked = statusHolds, nil
		default:
			j.Status = statusJudge
			switch {
			case len(j.Asked) > 0:
			case len(j.Passing) > 0:
				j.Why = "The rules on it hold; they do not decide all of it."
			default:
				j.Why = "No rule decides it."
			}
		}
		list = append(list, j)
	}
	return list
}

// concerning returns the results of rules that belong to a criterion.
func concerning(list []Result, number string) []Result {
	var out []Result
	for _, v := range list {
		if slices.Contains(v.WCAG, number) {
			out = append(out, v)
		}
	}
	return out
}
